/*
 * Milliseconds after which a call about etcd is given up. A node whose etcd is no member, or has lost its quorum, may
 * never answer.
 */

/** For questions and small changes. */
export const etcdTimeout = 60_000;
/** For leaving: a node goes on trying for five minutes while other members are not healthy. */
export const leaveTimeout = 6 * 60_000;

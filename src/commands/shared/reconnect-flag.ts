import { flag } from '../../cli/flags.js';

/** For commands that follow a log. */
export const reconnectFlag = {
  'reconnect-timeout': flag.duration('how long --follow tries to reach a node again that it has lost', {
    default: 30_000,
  }),
};

import { describeConnection } from './connection.js';
import { CallError } from './errors.js';
import { flattenMultierror } from './multierror.js';
import { GrpcStatus, grpcStatusName } from './status.js';
import type { Wording } from './wording.js';

/** A failed call as the transport reports it. */
export interface CallFailure {
  /** gRPC status number. */
  readonly code: number;
  /** The server's own text, or the transport's. */
  readonly detail: string;
  /** The node that was asked, where it is not the endpoint itself. */
  readonly node?: string | undefined;
  /** `host:port` that was dialled. */
  readonly endpoint?: string | undefined;
  /** Whether the failure came from this end: no connection, or the connection broke. Default: judged by `detail`. */
  readonly local?: boolean | undefined;
  /** The call went to a node in maintenance mode, without a certificate. */
  readonly anonymous?: boolean | undefined;
  readonly cause?: unknown;
}

/** Words a failed gRPC call: what went wrong, with the code's name, and what to do. */
export function describeCall(failure: CallFailure): Wording {
  const detail = flattenMultierror(failure.detail.trim());
  switch (failure.code) {
    case GrpcStatus.Unavailable:
      return describeUnavailable(failure, detail);
    case GrpcStatus.PermissionDenied:
      return describeDenied(failure, detail);
    case GrpcStatus.Unauthenticated:
      return coded(
        failure,
        detail,
        'the node does not know who is calling; see `talosctl config info` for the certificate in use',
      );
    case GrpcStatus.Unimplemented:
      return describeUnimplemented(failure, detail);
    case GrpcStatus.DeadlineExceeded:
      return {
        message: `no answer${from(failure)} within the time (DeadlineExceeded)`,
        hint: 'the node may be busy or restarting; try again, or look at `talosctl services`',
      };
    case GrpcStatus.InvalidArgument:
      return coded(failure, detail || 'the node refused the request as wrong');
    case GrpcStatus.ResourceExhausted:
      return coded(failure, detail, 'the answer is larger than a message may be; ask for less at once');
    case GrpcStatus.Internal:
      if (/^Received RST_STREAM/.test(detail)) {
        return coded(
          failure,
          `the answer${from(failure)} broke off before its end`,
          'try again; the node may be restarting',
        );
      }
      return /^invalid target/.test(detail)
        ? coded(failure, detail, 'name the node with -n, without empty values')
        : coded(failure, detail);
    default:
      return /^log ".*" was not registered$/.test(detail)
        ? coded(
            failure,
            detail,
            'name a service (`talosctl services`), or a container of Kubernetes with -k (`talosctl containers -k`)',
          )
        : coded(failure, detail);
  }
}

/** The CallError of a failure, worded by describeCall. */
export function callError(failure: CallFailure): CallError {
  const { message, hint } = describeCall(failure);
  return new CallError(message, {
    code: failure.code,
    detail: failure.detail,
    node: failure.node,
    endpoint: failure.endpoint,
    ...(failure.cause === undefined ? {} : { cause: failure.cause }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Go's dialler names the address it could not reach; a node passes its words on for a node behind it. */
const dialledByNode = /dial (?:tcp|udp|unix) (\S+?): /;
/** The resolver of the node, not ours: the endpoint could not find the node by name. */
const resolvedByNode = /name resolver error|produced zero addresses/;

/** What gRPC says where a connection that stood has gone: the client on this side, Go on the way behind the endpoint. */
const brokenHere =
  /^(Connection dropped|Received RST_STREAM|Call ended without gRPC status|Write error|(read|write) E[A-Z]+)/;
const brokenBehind = /^(error reading from server|closing transport|transport is closing|read tcp|write tcp)|: EOF$/;

function describeUnavailable(failure: CallFailure, detail: string): Wording {
  const behind = failure.local !== true && failure.node !== undefined;
  if (brokenHere.test(detail)) {
    return {
      message: `the connection${failure.endpoint === undefined ? '' : ` to ${failure.endpoint}`} broke while the call was under way (Unavailable)`,
      hint: 'the node may be restarting, or the network is gone; try again',
    };
  }
  if (behind && brokenBehind.test(detail)) {
    return {
      message: `the endpoint${at(failure.endpoint)} lost node ${failure.node} while the call was under way (Unavailable)`,
      hint: 'the node may be restarting; try again',
    };
  }
  if (behind && (dialledByNode.test(detail) || resolvedByNode.test(detail) || /^connection error/.test(detail))) {
    const reason = describeConnection(detail)?.reason ?? detail;
    return {
      message: `the endpoint${at(failure.endpoint)} cannot reach node ${failure.node}: ${reason} (Unavailable)`,
      hint: 'check the name or address after -n, and that this node runs and belongs to the cluster of the endpoint',
    };
  }
  const known = describeConnection(detail);
  if (known !== undefined && kubernetesPort.test(failure.endpoint ?? '')) {
    return {
      message: `cannot connect to ${failure.endpoint}: ${known.reason} (Unavailable)`,
      hint: 'port 6443 is that of the Kubernetes API; leave it out of the endpoint: the Talos API listens on 50000',
    };
  }
  const message =
    known === undefined
      ? `${detail || 'no connection'} (Unavailable)`
      : `cannot connect${failure.endpoint === undefined ? '' : ` to ${failure.endpoint}`}: ${known.reason} (Unavailable)`;
  return known?.hint === undefined ? { message } : { message, hint: known.hint };
}

const kubernetesPort = /:6443$/;

function describeDenied({ anonymous }: CallFailure, detail: string): Wording {
  if (/no request forwarding/i.test(detail)) {
    return {
      message: `${detail}: the endpoint is a worker, which does not pass calls on to other nodes (PermissionDenied)`,
      hint: 'use a control plane node as the endpoint: -e, or `talosctl config endpoint`',
    };
  }
  if (anonymous === true) {
    return { message: `${detail || 'not allowed'}: a node in maintenance mode does not allow this (PermissionDenied)` };
  }
  if (/not authorized/i.test(detail)) {
    return {
      message: `${detail}: the role of this talosconfig's certificate does not allow this (PermissionDenied)`,
      hint: 'see the roles with `talosctl config info`; an os:admin can make others: `talosctl config new --roles …`',
    };
  }
  return { message: `${detail || 'not allowed'} (PermissionDenied)` };
}

function describeUnimplemented(failure: CallFailure, detail: string): Wording {
  if (/unknown (method|service)/i.test(detail)) {
    return {
      message: `${detail}: the Talos version of the node does not have this call (Unimplemented)`,
      hint: 'compare the versions with `talosctl version`; a node without a configuration has only a few calls',
    };
  }
  if (/control plane/i.test(detail)) {
    return { ...coded(failure, detail), hint: 'name a control plane node with -n' };
  }
  return coded(failure, detail || 'the node does not have this call');
}

function coded(failure: CallFailure, detail: string, hint?: string): Wording {
  const name = grpcStatusName(failure.code);
  const message = detail === '' ? name : `${detail} (${name})`;
  return hint === undefined ? { message } : { message, hint };
}

function from(failure: CallFailure): string {
  const who = failure.node ?? failure.endpoint;
  return who === undefined ? '' : ` from ${who}`;
}

function at(endpoint: string | undefined): string {
  return endpoint === undefined ? '' : ` ${endpoint}`;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallFailure, callError, describeCall } from '../../src/errors/call.js';
import { describeConnection } from '../../src/errors/connection.js';
import { CallError } from '../../src/errors/errors.js';
import { formatPosition } from '../../src/errors/position.js';
import { GrpcStatus, grpcStatusName } from '../../src/errors/status.js';

const cases: readonly { name: string; failure: CallFailure; message: RegExp; hint?: RegExp }[] = [
  {
    name: 'a role that is too low',
    failure: { code: GrpcStatus.PermissionDenied, detail: 'not authorized' },
    message: /role .*PermissionDenied/,
    hint: /config info/,
  },
  {
    name: 'what a node in maintenance mode does not allow',
    failure: { code: GrpcStatus.PermissionDenied, detail: 'not authorized', anonymous: true },
    message: /^not authorized: a node in maintenance mode does not allow this \(PermissionDenied\)$/,
  },
  {
    name: 'faults in a list',
    failure: { code: GrpcStatus.InvalidArgument, detail: '2 errors occurred:\n\t* one\n\t* two\n\n' },
    message: /^one; two \(InvalidArgument\)$/,
  },
  {
    name: 'a log that a node does not have',
    failure: { code: GrpcStatus.Unknown, detail: 'log "kube-apiserver" was not registered' },
    message: /^log "kube-apiserver" was not registered \(Unknown\)$/,
    hint: /talosctl services.* -k/,
  },
  {
    name: 'a worker as endpoint',
    failure: { code: GrpcStatus.PermissionDenied, detail: 'no request forwarding' },
    message: /worker/,
    hint: /control plane node as the endpoint/,
  },
  {
    name: 'a node that the endpoint cannot reach',
    failure: {
      code: GrpcStatus.Unavailable,
      detail:
        'connection error: desc = "transport: Error while dialing: dial tcp 10.5.0.99:50000: connect: no route to host"',
      node: '10.5.0.99',
      endpoint: '10.5.0.2:50000',
    },
    message: /endpoint 10\.5\.0\.2:50000 cannot reach node 10\.5\.0\.99: no route to host/,
    hint: /-n/,
  },
  {
    name: 'a node whose name the endpoint does not know',
    failure: {
      code: GrpcStatus.Unavailable,
      detail: 'name resolver error: produced zero addresses',
      node: 'nosuch',
      endpoint: '10.5.0.2:50000',
    },
    message: /cannot reach node nosuch: the name is not known/,
  },
  {
    name: 'nobody at the endpoint',
    failure: {
      code: GrpcStatus.Unavailable,
      detail: 'No connection established. Last error: connect ECONNREFUSED 127.0.0.1:1',
      endpoint: '127.0.0.1:1',
      node: '10.5.0.2',
    },
    message: /^cannot connect to 127\.0\.0\.1:1: connection refused \(Unavailable\)$/,
    hint: /config endpoint/,
  },
  {
    name: 'a certificate that the node refuses',
    failure: {
      code: GrpcStatus.Unavailable,
      detail: 'SSL alert number 48: tlsv1 alert unknown ca',
      endpoint: 'cp:50000',
    },
    message: /refused this talosconfig's certificate/,
    hint: /another cluster/,
  },
  {
    name: 'a certificate of another CA',
    failure: {
      code: GrpcStatus.Unavailable,
      detail: 'self-signed certificate in certificate chain',
      endpoint: 'cp:50000',
    },
    message: /not signed by the CA/,
    hint: /--insecure/,
  },
  {
    name: 'a method the node does not have',
    failure: { code: GrpcStatus.Unimplemented, detail: 'unknown method LVS for service machine.LVMService' },
    message: /Talos version of the node/,
    hint: /talosctl version/,
  },
  {
    name: 'a call for control plane nodes',
    failure: { code: GrpcStatus.Unimplemented, detail: 'kubeconfig is only available on control plane nodes' },
    message: /only available on control plane nodes \(Unimplemented\)/,
    hint: /-n/,
  },
  {
    name: 'no answer in time',
    failure: { code: GrpcStatus.DeadlineExceeded, detail: 'Deadline exceeded after 5s', node: '10.5.0.3' },
    message: /no answer from 10\.5\.0\.3/,
  },
  {
    name: 'a text of the node is passed on',
    failure: { code: GrpcStatus.AlreadyExists, detail: 'etcd data directory is not empty' },
    message: /^etcd data directory is not empty \(AlreadyExists\)$/,
  },
];

for (const { name, failure, message, hint } of cases) {
  test(`a call fails: ${name}`, () => {
    const wording = describeCall(failure);
    assert.match(wording.message, message);
    assert.doesNotMatch(wording.message, /\n/);
    if (hint !== undefined) assert.match(wording.hint ?? '', hint);
  });
}

test('the error of a call keeps code, detail, node and cause', () => {
  const cause = new Error('below');
  const error = callError({ code: GrpcStatus.NotFound, detail: 'stat /x', node: 'cp1', endpoint: 'cp1:50000', cause });
  assert.ok(error instanceof CallError);
  assert.deepEqual(
    [error.code, error.detail, error.node, error.endpoint, error.cause],
    [5, 'stat /x', 'cp1', 'cp1:50000', cause],
  );
});

test('connection errors are told apart by code and by text', () => {
  const say = (text: string) => describeConnection(text)?.reason ?? 'not known';
  assert.match(say('CERT_HAS_EXPIRED'), /node's certificate has expired/);
  assert.match(say('ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED'), /talosconfig's certificate: it has expired/);
  assert.match(say('ERR_TLS_CERT_ALTNAME_INVALID'), /not made for this address/);
  assert.match(say('ERR_SSL_WRONG_VERSION_NUMBER'), /does not speak TLS/);
  assert.match(say('getaddrinfo ENOTFOUND cp'), /name is not known/);
  assert.equal(say('something else'), 'not known');
});

test('numbers that gRPC does not know have a name too', () => {
  assert.equal(grpcStatusName(7), 'PermissionDenied');
  assert.equal(grpcStatusName(99), 'Code(99)');
});

test('places are named by file, line and column', () => {
  assert.equal(formatPosition({ file: 't.yaml', line: 4, column: 2 }), 't.yaml, line 4, column 2');
  assert.equal(formatPosition({ file: '-', line: 1, column: 1 }), 'standard input, line 1, column 1');
  assert.equal(formatPosition({ line: 3, column: 9 }), 'line 3, column 9');
});

test('the port of Kubernetes as the endpoint is told as such, whatever the connection fails with', () => {
  const endpoint = '10.5.0.2:6443';
  for (const detail of [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE: unable to verify the first certificate',
    'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL: tlsv1 alert no application protocol',
    'connect ECONNREFUSED 10.5.0.2:6443',
  ]) {
    const { message, hint } = describeCall({ code: 14, detail, endpoint, local: true });
    assert.match(message, /^cannot connect to 10\.5\.0\.2:6443: .+ \(Unavailable\)$/);
    assert.match(hint ?? '', /port 6443 is that of the Kubernetes API.*50000/);
  }
});

/** A kind of failure below gRPC: how it is recognised in an error's code and text, and what is said about it. */
interface ConnectionRule {
  readonly match: RegExp;
  readonly reason: string;
  readonly hint?: string;
}

const checkEndpoint =
  'check that the node is up and that the endpoint is right: -e, or `talosctl config endpoint` (a host, port 50000 unless said)';
const otherCluster =
  'the talosconfig context belongs to another cluster or is from before a `rotate-ca`, or the node has no configuration yet (then add --insecure where the command has it)';

/**
 * Ordered: the first that matches wins. Texts are those of Node, OpenSSL and BoringSSL, and of Go, whose words a node
 * sends on when it cannot reach another.
 */
const rules: readonly ConnectionRule[] = [
  {
    match: /PROXY_UNREACHABLE/,
    reason: 'the proxy cannot be reached',
    hint: 'check $HTTPS_PROXY; $NO_PROXY excludes addresses from it',
  },
  {
    match: /PROXY_REFUSED/,
    reason: 'the proxy does not pass the connection on',
    hint: 'check $HTTPS_PROXY; $NO_PROXY excludes addresses from it',
  },
  {
    match: /FINGERPRINT_MISMATCH/,
    reason: 'its certificate has none of the fingerprints given',
    hint: "compare --cert-fingerprint with what the node's console shows",
  },
  {
    match: /NOT_IN_MAINTENANCE/,
    reason: 'the node asks for a client certificate, so it is not in maintenance mode',
    hint: 'leave out --insecure, and use the talosconfig of its cluster',
  },
  {
    match: /CLIENT_CERTIFICATE_REFUSED/,
    reason: "the node closed the connection when it had seen this talosconfig's certificate",
    hint: 'the talosconfig context belongs to another cluster, or a clock is wrong: see `talosctl config info`',
  },
  {
    match: /CERT_HAS_EXPIRED|certificate has expired(?! or is not yet valid: current time \S+ is before)/i,
    reason: "the node's certificate has expired",
    hint: "compare the node's clock with this machine's",
  },
  {
    match: /CERT_NOT_YET_VALID|certificate is not yet valid|is before \d{4}-/i,
    reason: "the node's certificate is not valid yet",
    hint: "compare the node's clock with this machine's",
  },
  {
    match: /ALERT_CERTIFICATE_EXPIRED|alert certificate expired|tls: expired certificate/i,
    reason: "the node refused this talosconfig's certificate: it has expired",
    hint: 'make a new one: `talosctl config new` with a certificate that still works, or `talosctl gen config --with-secrets … -t talosconfig`',
  },
  {
    match:
      /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_REQUIRED|DECRYPT_ERROR|ACCESS_DENIED)|alert (unknown ca|bad certificate|certificate unknown|certificate required|decrypt error|access denied)|remote error: tls: (unknown certificate authority|bad certificate|certificate required|error decrypting)/i,
    reason: "the node refused this talosconfig's certificate",
    hint: 'the talosconfig context belongs to another cluster, or its certificate has expired: see `talosctl config info`',
  },
  {
    match: /ERR_TLS_CERT_ALTNAME_INVALID|does not match certificate's altnames|certificate is (not )?valid for/i,
    reason: "the node's certificate is not made for this address",
    hint: "use an address or name that the certificate has, or add this one to the node's machine.certSANs",
  },
  {
    match:
      /SELF_SIGNED|UNABLE_TO_(VERIFY_LEAF|GET_ISSUER)|CERT_SIGNATURE_FAILURE|CERT_UNTRUSTED|self[- ]signed certificate|unable to (verify the first|get (local )?issuer) certificate|certificate signature failure|signed by unknown authority|unknown certificate authority/i,
    reason: "the node's certificate is not signed by the CA of this talosconfig",
    hint: otherCluster,
  },
  {
    match: /NO_APPLICATION_PROTOCOL|no application protocol/i,
    reason: 'what answers there is not the Talos API',
    hint: checkEndpoint,
  },
  {
    match: /WRONG_VERSION_NUMBER|wrong version number|first record does not look like a TLS handshake/i,
    reason: 'what answers there does not speak TLS',
    hint: 'the Talos API listens on port 50000 and takes no http:// address',
  },
  {
    match: /ECONNREFUSED|connection refused/i,
    reason: 'connection refused',
    hint: checkEndpoint,
  },
  { match: /EHOSTUNREACH|no route to host/i, reason: 'no route to host', hint: checkEndpoint },
  { match: /ENETUNREACH|network is unreachable/i, reason: 'the network is unreachable', hint: checkEndpoint },
  {
    match: /ENOTFOUND|EAI_AGAIN|no such host|Name resolution failed|name resolver error|produced zero addresses/i,
    reason: 'the name is not known',
    hint: 'check the spelling, or use an IP address',
  },
  { match: /ETIMEDOUT|timed? ?out|i\/o timeout/i, reason: 'no answer within the time', hint: checkEndpoint },
  {
    match: /ECONNRESET|EPIPE|socket hang up|broken pipe|connection reset|socket disconnected|before secure TLS/i,
    reason: 'the connection was closed by the other side',
    hint: 'the node may be restarting; or the talosconfig context belongs to another cluster: see `talosctl config info`',
  },
];

/**
 * Words a failure to connect, without the place: reason and hint. Undefined where nothing is recognised.
 *
 * `text` may be an error's code, its message, or a server's detail; all are searched alike.
 */
export function describeConnection(text: string): { readonly reason: string; readonly hint?: string } | undefined {
  const rule = rules.find(({ match }) => match.test(text));
  if (rule === undefined) return undefined;
  return rule.hint === undefined ? { reason: rule.reason } : { reason: rule.reason, hint: rule.hint };
}

import { keyPath } from '../../path.js';
import { parseDuration } from '../../scalars/duration.js';
import { splitHostPort } from '../values/networks.js';
import { parseUrl } from '../values/urls.js';
import { refuseNegative } from './network.js';
import { type DocumentRule, requireName } from './rules.js';

const shortestWatchdog = 10_000_000_000n;

const environment: DocumentRule = (document) => {
  for (const [name] of document.entries('variables')) {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) continue;
    document.report.error(keyPath('variables', name), `${JSON.stringify(name)} is no name of an environment variable`);
  }
};

const eventSink: DocumentRule = (document) => {
  if (splitHostPort(document.text('endpoint')) === undefined)
    document.error('endpoint', 'the endpoint must be a host with a port');
};

const extensionService: DocumentRule = (document) => {
  requireName(document);
  const files = document.items('configFiles');
  if (files.length === 0 && document.texts('environment').length === 0) {
    document.error('', 'the document has neither configFiles nor environment');
  }
  for (const file of files) {
    if (file.text('content') === '') file.error('content', 'the content of the file is missing');
    if (file.text('mountPath') === '') file.error('mountPath', 'the path of the file is missing');
  }
};

const kernelLog: DocumentRule = (document) => {
  requireName(document);
  const text = document.text('url');
  const url = parseUrl(text);
  if (text === '' || url === undefined) return document.error('url', 'the URL is missing');
  if (url.scheme !== 'tcp' && url.scheme !== 'udp') document.error('url', 'the URL must begin with tcp:// or udp://');
  if (!['', '/'].includes(url.path)) document.error('url', 'the URL may not have a path');
  if (url.port === '') document.error('url', 'the URL needs a port');
};

const memory: DocumentRule = (document) => {
  const trigger = document.text('triggerExpression');
  const ranking = document.text('cgroupRankingExpression');
  if (trigger !== '') document.report.expression('triggerExpression', trigger, 'oomTrigger');
  if (ranking !== '') document.report.expression('cgroupRankingExpression', ranking, 'oomRanking');
  refuseNegative(document, 'sampleInterval');
};

const watchdog: DocumentRule = (document) => {
  if (document.text('device') === '') document.error('device', 'the watchdog device is missing');
  const timeout = parseDuration(document.text('timeout') || '0s') ?? 0n;
  if (timeout !== 0n && timeout < shortestWatchdog) document.error('timeout', 'the time must be 10s at least');
};

const sideroLink: DocumentRule = (document) => {
  const text = document.text('apiUrl');
  const url = parseUrl(text);
  if (text === '' || url === undefined) return document.error('apiUrl', 'the URL is missing');
  if (url.scheme !== 'https' && url.scheme !== 'grpc')
    document.error('apiUrl', 'the URL must begin with https:// or grpc://');
  if (!['', '/'].includes(url.path)) document.error('apiUrl', 'the URL may not have a path');
};

export const runtimeRules: Readonly<Record<string, DocumentRule>> = {
  EnvironmentConfig: environment,
  EventSinkConfig: eventSink,
  ExtensionServiceConfig: extensionService,
  KmsgLogConfig: kernelLog,
  OOMConfig: memory,
  SideroLinkConfig: sideroLink,
  WatchdogTimerConfig: watchdog,
};

import type { Section } from '../section.js';
import { parseUrl } from '../values/urls.js';

export function checkLogging(machine: Section): void {
  for (const destination of machine.sub('logging')?.items('destinations') ?? []) {
    if (!destination.has('endpoint')) destination.error('endpoint', 'a log destination needs an endpoint');
    else {
      const url = parseUrl(destination.text('endpoint'));
      if (url === undefined || url.host === '') destination.error('endpoint', 'the endpoint has no host');
      if (url?.scheme !== 'tcp' && url?.scheme !== 'udp')
        destination.error('endpoint', 'the endpoint must begin with tcp:// or udp://');
    }
    const format = destination.text('format');
    if (format !== 'json_lines') destination.error('format', `${JSON.stringify(format)} is no log format: json_lines`);
  }
}

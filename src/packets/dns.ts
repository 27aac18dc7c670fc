import { printableField } from '../errors/control-characters.js';

const types: Readonly<Record<number, string>> = {
  1: 'A',
  2: 'NS',
  5: 'CNAME',
  6: 'SOA',
  12: 'PTR',
  15: 'MX',
  16: 'TXT',
  28: 'AAAA',
  33: 'SRV',
  64: 'SVCB',
  65: 'HTTPS',
};
const responseCodes: Readonly<Record<number, string>> = { 1: 'FormErr', 2: 'ServFail', 3: 'NXDomain', 5: 'Refused' };

/**
 * A DNS message in few words: the question, or how many answers, authorities and additions came. undefined where it is
 * none.
 * @param size bytes of the whole message, of which some may be cut off
 */
export function describeDns(message: Buffer, size: number): string | undefined {
  if (message.length < 12) return undefined;
  const flags = message.readUInt16BE(2);
  const [questions = 0, answers = 0, authorities = 0, additional = 0] = [4, 6, 8, 10].map((at) =>
    message.readUInt16BE(at),
  );
  const id = message.readUInt16BE(0);
  if ((flags & 0x8000) === 0) {
    const question = questions === 1 ? readQuestion(message) : undefined;
    if (question === undefined) return undefined;
    return `${id}${(flags & 0x0100) === 0 ? '' : '+'} ${question} (${size})`;
  }
  const code = responseCodes[flags & 0x0f];
  return `${id}${code === undefined ? '' : ` ${code}`} ${answers}/${authorities}/${additional} (${size})`;
}

function readQuestion(message: Buffer): string | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at]; length !== 0; length = message[at]) {
    // A question has no pointers: there is nothing before it to point to.
    if (length === undefined || length > 63 || at + length >= message.length) return undefined;
    labels.push(printableField(message.toString('latin1', at + 1, at + 1 + length)));
    at += length + 1;
  }
  if (message.length < at + 5) return undefined;
  const type = message.readUInt16BE(at + 1);
  return `${types[type] ?? `Type${type}`}? ${labels.join('.')}.`;
}

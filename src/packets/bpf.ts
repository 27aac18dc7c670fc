import { TalosctlError } from '../errors/errors.js';

/** One instruction of the classic Berkeley packet filter. */
export interface BpfInstruction {
  readonly op: number;
  readonly jt: number;
  readonly jf: number;
  readonly k: number;
}

const line = /^\{\s*(\w+)\s*,\s*(\w+)\s*,\s*(\w+)\s*,\s*(\w+)\s*\}\s*,?$/;
/** What the kernel takes at most. */
const longestProgram = 4096;

/**
 * Reads a filter in the form of `tcpdump -dd`: an instruction a line, `{ 0x28, 0, 0, 0x0000000c },`. No text: no filter.
 * @throws TalosctlError that names the line
 */
export function parseBpf(text: string): readonly BpfInstruction[] {
  const lines = text.split('\n').map((content, index) => ({ content: content.trim(), number: index + 1 }));
  const written = lines.filter(({ content }) => content !== '');
  const program = written.map(({ content, number }) => {
    const fields = line.exec(content)?.slice(1);
    if (fields === undefined) throw noInstruction(number, content, `expected { code, jt, jf, k }`);
    const [op = 0, jt = 0, jf = 0, k = 0] = fields.map((field, index) => {
      const value = /^(0x[\da-f]+|\d+)$/i.test(field) ? Number(field) : Number.NaN;
      if (!(value <= (limits[index] ?? 0))) throw noInstruction(number, content, `${field} is no number that fits`);
      return value;
    });
    return { op, jt, jf, k };
  });
  const fault = program.length === 0 ? undefined : faultOf(program);
  if (fault === undefined) return program;
  throw new TalosctlError(`--bpf-filter is no whole filter: ${fault}`, { hint });
}

const limits = [0xffff, 0xff, 0xff, 0xffff_ffff];
const hint = 'make it with tcpdump: --bpf-filter "$(tcpdump -dd -y EN10MB \'tcp and dst port 80\')"';

function noInstruction(number: number, content: string, why: string): TalosctlError {
  return new TalosctlError(`--bpf-filter, line ${number}: ${JSON.stringify(content)} is no instruction: ${why}`, {
    hint,
  });
}

const classOf = (op: number): number => op & 0x07;
const classes = {
  load: 0,
  loadIndex: 1,
  store: 2,
  storeIndex: 3,
  arithmetic: 4,
  jump: 5,
  return: 6,
  other: 7,
} as const;
const jumpAlways = 0x00;

/** Why the kernel would refuse a program; undefined where it would not. */
export function faultOf(program: readonly BpfInstruction[]): string | undefined {
  if (program.length > longestProgram) return `it has more than ${longestProgram} instructions`;
  for (const [index, { op, jt, jf, k }] of program.entries()) {
    if (classOf(op) !== classes.jump) continue;
    const furthest = (op & 0xf0) === jumpAlways ? k : Math.max(jt, jf);
    if (index + 1 + furthest >= program.length) return `instruction ${index + 1} jumps behind the end`;
  }
  return classOf(program.at(-1)?.op ?? 0) === classes.return ? undefined : 'it does not end with a return';
}

/** How many bytes of a packet a filter lets through; 0: none. */
export function runBpf(program: readonly BpfInstruction[], packet: Buffer): number {
  const memory = new Uint32Array(16);
  let accumulator = 0;
  let index = 0;
  for (let at = 0; at < program.length; at += 1) {
    const { op, jt, jf, k } = program[at] ?? { op: classes.return, jt: 0, jf: 0, k: 0 };
    const operand = (op & 0x08) === 0 ? k : index;
    switch (classOf(op)) {
      case classes.load:
      case classes.loadIndex: {
        const value = load(op, k, index, packet, memory);
        if (value === undefined) return 0;
        if (classOf(op) === classes.load) accumulator = value;
        else index = value;
        break;
      }
      case classes.store:
        memory[k & 15] = accumulator;
        break;
      case classes.storeIndex:
        memory[k & 15] = index;
        break;
      case classes.arithmetic: {
        const value = compute(op & 0xf0, accumulator, operand);
        if (value === undefined) return 0;
        accumulator = value;
        break;
      }
      case classes.jump:
        at += (op & 0xf0) === jumpAlways ? k : compare(op & 0xf0, accumulator, operand) ? jt : jf;
        break;
      case classes.return:
        return (op & 0x18) === 0x10 ? accumulator : k;
      default:
        if ((op & 0xf8) === 0x80) accumulator = index;
        else index = accumulator;
    }
  }
  return 0;
}

/** The value that a load gets, undefined behind the end of the packet. */
function load(op: number, k: number, index: number, packet: Buffer, memory: Uint32Array): number | undefined {
  switch (op & 0xe0) {
    case 0x00:
      return k;
    case 0x20:
      return read(packet, k, op & 0x18);
    case 0x40:
      return read(packet, (k + index) >>> 0, op & 0x18);
    case 0x60:
      return memory[k & 15];
    case 0x80:
      return packet.length;
    case 0xa0: {
      const byte = packet[k];
      return byte === undefined ? undefined : (byte & 0x0f) * 4;
    }
    default:
      return undefined;
  }
}

function read(packet: Buffer, at: number, size: number): number | undefined {
  const bytes = size === 0x10 ? 1 : size === 0x08 ? 2 : 4;
  return at + bytes > packet.length ? undefined : packet.readUIntBE(at, bytes);
}

/** undefined for a division by zero, which ends a filter. */
function compute(operation: number, left: number, right: number): number | undefined {
  switch (operation) {
    case 0x00:
      return (left + right) >>> 0;
    case 0x10:
      return (left - right) >>> 0;
    case 0x20:
      return Math.imul(left, right) >>> 0;
    case 0x30:
      return right === 0 ? undefined : Math.floor(left / right);
    case 0x40:
      return (left | right) >>> 0;
    case 0x50:
      return (left & right) >>> 0;
    case 0x60:
      return right > 31 ? 0 : (left << right) >>> 0;
    case 0x70:
      return right > 31 ? 0 : left >>> right;
    case 0x80:
      return -left >>> 0;
    case 0x90:
      return right === 0 ? undefined : left % right;
    case 0xa0:
      return (left ^ right) >>> 0;
    default:
      return undefined;
  }
}

function compare(operation: number, left: number, right: number): boolean {
  switch (operation) {
    case 0x10:
      return left === right;
    case 0x20:
      return left > right;
    case 0x30:
      return left >= right;
    default:
      return (left & right) !== 0;
  }
}

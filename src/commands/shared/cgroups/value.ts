import { TalosctlError } from '../../../errors/errors.js';
import { TemplateMethod, type TemplateObject, type TemplateValue } from '../../../render/gotemplate/value.js';
import { formatBinaryBytes } from '../../../render/sizes.js';
import { formatNanoseconds } from '../../../render/times.js';

/** One value of a control group: a decimal number, `max`, or nothing where the kernel has no such file. */
export class CgroupValue implements TemplateObject {
  /** Digits without the decimal point. */
  readonly #digits: bigint;
  /** Digits behind the decimal point. */
  readonly #decimals: number;
  readonly #state: 'unset' | 'max' | 'number';

  private constructor(state: 'unset' | 'max' | 'number', digits = 0n, decimals = 0) {
    this.#state = state;
    this.#digits = digits;
    this.#decimals = decimals;
  }

  static readonly unset = new CgroupValue('unset');
  static readonly max = new CgroupValue('max');

  /** @throws TalosctlError for what is neither a number nor `max` */
  static parse(text: string): CgroupValue {
    if (text === 'max') return CgroupValue.max;
    const [, whole = '', decimals = ''] = /^([+-]?\d+)(?:\.(\d+))?$/.exec(text) ?? [];
    if (whole === '') throw new TalosctlError(`${JSON.stringify(text)} is no number`);
    return new CgroupValue('number', BigInt(whole + decimals), decimals.length);
  }

  get isSet(): boolean {
    return this.#state !== 'unset';
  }

  /** The number for data: null where there is none, `max` as text. */
  get data(): number | bigint | string | null {
    if (this.#state === 'unset') return null;
    if (this.#state === 'max') return 'max';
    return this.#decimals === 0 ? this.#digits : Number(this.toString());
  }

  toString(): string {
    if (this.#state !== 'number') return this.#state;
    if (this.#decimals === 0) return this.#digits.toString();
    const sign = this.#digits < 0n ? '-' : '';
    const text = (sign === '' ? this.#digits : -this.#digits).toString().padStart(this.#decimals + 1, '0');
    return `${sign}${text.slice(0, -this.#decimals)}.${text.slice(-this.#decimals)}`;
  }

  /** Bytes with a unit: `114 MiB`. */
  bytes(): string {
    return this.#state !== 'number' || this.#decimals > 0 ? this.toString() : formatBinaryBytes(this.#digits);
  }

  /** Microseconds as a duration: `1m30s`. */
  duration(): string {
    return this.#state === 'number' ? formatNanoseconds(this.#digits * 1000n) : this.toString();
  }

  /** How many hundredths of the other one this is, with two decimals. `max` is more than any number. */
  percentOf(other: CgroupValue): CgroupValue {
    if (!this.isSet || !other.isSet) return CgroupValue.unset;
    if (other.#state === 'max') return new CgroupValue('number', this.#state === 'max' ? 10_000n : 0n, 2);
    if (this.#state === 'max' || other.#digits === 0n) return CgroupValue.max;
    const ratio = Number(this.#digits) / Number(other.#digits);
    return new CgroupValue('number', BigInt(Math.round(ratio * 100 * 100)), 2);
  }

  toNumber(): number {
    if (this.#state === 'unset') return Number.NaN;
    return this.#state === 'max' ? Number.POSITIVE_INFINITY : Number(this.#digits) / 10 ** this.#decimals;
  }

  member(name: string): TemplateValue | TemplateMethod | undefined {
    switch (name) {
      case 'Val':
        return this.#digits;
      case 'Frac':
        return BigInt(this.#decimals);
      case 'IsMax':
        return this.#state === 'max';
      case 'IsSet':
        return this.isSet;
      case 'String':
        return method(() => this.toString());
      case 'HumanizeIBytes':
        return method(() => this.bytes());
      case 'UsecToDuration':
        return method(() => this.duration());
      case 'Float64':
        return method(() => this.toNumber());
      case 'DivideBy':
        return new TemplateMethod(([other, ...more]) => {
          if (other instanceof CgroupValue && more.length === 0) return this.percentOf(other);
          throw new TalosctlError('.DivideBy takes one other value');
        });
      default:
        return undefined;
    }
  }
}

function method(get: () => TemplateValue): TemplateMethod {
  return new TemplateMethod((args) => {
    if (args.length > 0) throw new TalosctlError('this method takes no arguments');
    return get();
  });
}

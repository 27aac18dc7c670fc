/**
 * Flags as data. The kinds have pflag's meaning: `string` one value (the last wins), `stringSlice` a comma list that may
 * be repeated, `stringArray` one value each time it is given, `duration` a Go duration, `enumeration` one of the values.
 */
interface FlagBase {
  readonly short?: string;
  readonly help: string;
  readonly required?: boolean;
  readonly hidden?: boolean;
  /** Said on stderr when the flag is used. */
  readonly deprecated?: string;
  /** The word for the value in help; pflag's name of the kind when absent. */
  readonly placeholder?: string;
}

export interface StringFlag extends FlagBase {
  readonly kind: 'string';
  readonly default: string;
  /** The value when the flag is given bare (pflag's NoOptDefVal). */
  readonly bare?: string;
}
export interface BoolFlag extends FlagBase {
  readonly kind: 'bool';
  readonly default: boolean;
}
/** Go's integer types; the type bounds the value and is its word in help. */
export type IntegerType = 'int' | 'int32' | 'int64' | 'uint' | 'uint16' | 'uint32';
export interface IntFlag extends FlagBase {
  readonly kind: 'int';
  /** `int` when absent. */
  readonly type?: IntegerType;
  readonly default: number;
}
export interface CountFlag extends FlagBase {
  readonly kind: 'count';
  readonly default: number;
}
/** Value in milliseconds. */
export interface DurationFlag extends FlagBase {
  readonly kind: 'duration';
  readonly default: number;
}
export interface StringSliceFlag extends FlagBase {
  readonly kind: 'stringSlice';
  readonly default: readonly string[];
}
export interface StringArrayFlag extends FlagBase {
  readonly kind: 'stringArray';
  readonly default: readonly string[];
}
export interface EnumFlag<V extends string = string> extends FlagBase {
  readonly kind: 'enum';
  readonly values: readonly V[];
  readonly default: V;
  readonly bare?: V;
  /** Whether the values may be written in capitals too. */
  readonly foldCase?: boolean;
}

export type Flag =
  | StringFlag
  | BoolFlag
  | IntFlag
  | CountFlag
  | DurationFlag
  | StringSliceFlag
  | StringArrayFlag
  | EnumFlag<string>;

/** Flags by their long name. */
export type FlagSet = Readonly<Record<string, Flag>>;

export type FlagValue<T extends Flag> =
  T extends EnumFlag<infer V>
    ? V
    : T extends StringFlag
      ? string
      : T extends BoolFlag
        ? boolean
        : T extends IntFlag | CountFlag | DurationFlag
          ? number
          : readonly string[];

/** The values of a parsed command line, and which flags were really typed. */
export interface FlagValues<F extends FlagSet = FlagSet> {
  readonly values: { readonly [K in keyof F]: FlagValue<F[K]> };
  /** Whether the flag stood on the command line (pflag's Changed). */
  changed(name: keyof F & string): boolean;
}

type Options<T extends Flag> = Omit<T, 'kind' | 'default' | 'help' | 'values'> & { readonly default?: T['default'] };

export const flag = {
  string: (help: string, options: Options<StringFlag> = {}): StringFlag => ({
    kind: 'string',
    default: '',
    help,
    ...options,
  }),
  bool: (help: string, options: Options<BoolFlag> = {}): BoolFlag => ({
    kind: 'bool',
    default: false,
    help,
    ...options,
  }),
  int: (help: string, options: Options<IntFlag> = {}): IntFlag => ({ kind: 'int', default: 0, help, ...options }),
  count: (help: string, options: Options<CountFlag> = {}): CountFlag => ({
    kind: 'count',
    default: 0,
    help,
    ...options,
  }),
  duration: (help: string, options: Options<DurationFlag> = {}): DurationFlag => ({
    kind: 'duration',
    default: 0,
    help,
    ...options,
  }),
  stringSlice: (help: string, options: Options<StringSliceFlag> = {}): StringSliceFlag => ({
    kind: 'stringSlice',
    default: [],
    help,
    ...options,
  }),
  stringArray: (help: string, options: Options<StringArrayFlag> = {}): StringArrayFlag => ({
    kind: 'stringArray',
    default: [],
    help,
    ...options,
  }),
  enumeration: <const V extends string>(
    help: string,
    values: readonly V[],
    options: Omit<EnumFlag<V>, 'kind' | 'help' | 'values'>,
  ): EnumFlag<V> => ({ kind: 'enum', help, values, ...options }),
};

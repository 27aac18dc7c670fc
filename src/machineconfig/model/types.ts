import type { ValueMap } from '../document.js';
import { addressForm, addressPortForm, hardwareAddressForm, portRangeForm, prefixForm } from '../scalars/address.js';
import { boolForm, intForm, stringForm, uint8Form, uint16Form, uint32Form, uintForm } from '../scalars/basic.js';
import { durationForm } from '../scalars/duration.js';
import { type EnumerationOptions, enumerationForm } from '../scalars/enumeration.js';
import type { ScalarForm } from '../scalars/form.js';
import { byteSizeForm, diskSizeForm, fileModeForm, sizeConditionForm, sizeForm } from '../scalars/size.js';
import { base64Form, base64KeyForm, expressionForm, manifestForm } from '../scalars/text.js';
import { urlForm } from '../scalars/url.js';

/**
 * The language in which the model describes configurations. Everything else (decoding, merging, encoding, comments, the
 * JSON schema, completion) is derived from these descriptions.
 */
export type FieldType = ScalarType | ArgumentType | ListType | MapType | StructType | FreeFormType | OptionalType;

export interface ScalarType {
  readonly kind: 'scalar';
  readonly form: ScalarForm;
}

/** The value of a command line flag: a string, or a list of strings for a flag given several times. */
export interface ArgumentType {
  readonly kind: 'argument';
}

/** How items of two lists find each other: by equal values of the first of the keys that the patch's item has. */
export interface ListMerge {
  readonly by: readonly string[];
  /** Whether the patch's item replaces the one found instead of merging into it. */
  readonly replaceItems?: boolean;
}

export interface ListType {
  readonly kind: 'list';
  readonly of: FieldType;
  readonly merge?: ListMerge | undefined;
}

export interface MapType {
  readonly kind: 'map';
  readonly of: FieldType;
  /** Whether a patch's value takes the place of the present one whole. */
  readonly replaceValues?: boolean;
}

export interface StructType {
  readonly kind: 'struct';
  /** Name in the JSON schema. */
  readonly name: string;
  readonly fields: readonly Field[];
  /** The fields that decide whether it counts as empty; all of them when absent. */
  readonly emptyBy?: readonly string[];
  /** Fields that were not written are decoded as their unset values, so that they win in a merge. */
  readonly whole?: boolean;
}

/** A map without a description of its own: Kubernetes objects, configuration files of others. */
export interface FreeFormType {
  readonly kind: 'free';
}

/** A value that may be absent, told apart from its unset value: in a merge whatever is present wins. */
export interface OptionalType {
  readonly kind: 'optional';
  readonly of: FieldType;
}

export interface Field {
  readonly name: string;
  readonly type: FieldType;
  /** One sentence: what it is for. */
  readonly doc: string;
  /** Left out of the output while it is unset. */
  readonly omitEmpty: boolean;
  /** A patch's value replaces the present one instead of merging into it. */
  readonly replace?: boolean;
  /** Minor version of Talos that first had it, where that is later than its struct's: `1.7`. */
  readonly since?: string;
  /** YAML text. */
  readonly example?: string;
  readonly pattern?: string;
  readonly values?: readonly string[];
  /** Whoever knows the value, or a part of it, can do what he may not: diffs can leave it out. */
  readonly secret?: true;
  /** Written even when it is an empty list: there it means something else than no list. */
  readonly keepEmpty?: boolean;
}

export type FieldOptions = Partial<Omit<Field, 'name' | 'type' | 'doc' | 'omitEmpty'>>;

/** A field that is left out of the output while it is unset. */
export function field(name: string, type: FieldType, doc: string, options: FieldOptions = {}): Field {
  return { name, type, doc, omitEmpty: true, ...options };
}

/** A field that is always written. */
export function kept(name: string, type: FieldType, doc: string, options: FieldOptions = {}): Field {
  return { name, type, doc, omitEmpty: false, ...options };
}

export function struct(
  name: string,
  fields: readonly Field[],
  options: Pick<StructType, 'emptyBy' | 'whole'> = {},
): StructType {
  return { kind: 'struct', name, fields, ...options };
}

export const optional = (of: FieldType): OptionalType => ({ kind: 'optional', of });
export const list = (of: FieldType, merge?: ListMerge): ListType => ({ kind: 'list', of, merge });
export const map = (of: FieldType): MapType => ({ kind: 'map', of });
export const freeForm: FreeFormType = { kind: 'free' };

const scalar = (form: ScalarForm): ScalarType => ({ kind: 'scalar', form });
export const enumeration = (words: readonly string[], options: EnumerationOptions): ScalarType =>
  scalar(enumerationForm(words, options));

export const string = scalar(stringForm);
export const bool = scalar(boolForm);
/** A boolean that may be absent. */
export const flag = optional(bool);
export const int = scalar(intForm);
export const uint = scalar(uintForm);
export const uint8 = scalar(uint8Form);
export const uint16 = scalar(uint16Form);
export const uint32 = scalar(uint32Form);
export const duration = scalar(durationForm);
export const address = scalar(addressForm);
export const prefix = scalar(prefixForm);
export const addressPort = scalar(addressPortForm);
export const hardwareAddress = scalar(hardwareAddressForm);
export const portRange = scalar(portRangeForm);
export const url = scalar(urlForm);
export const expression = scalar(expressionForm);
export const manifest = scalar(manifestForm);
export const base64 = scalar(base64Form);
export const base64Key = scalar(base64KeyForm);
export const byteSize = scalar(byteSizeForm);
export const size = scalar(sizeForm);
export const diskSize = scalar(diskSizeForm);
export const sizeCondition = scalar(sizeConditionForm);
export const fileMode = scalar(fileModeForm);

/** Flags of a program by their names, without dashes. */
export const flags: MapType = { kind: 'map', of: { kind: 'argument' }, replaceValues: true };

/** A document that stands in a file of its own: one kind of the configuration language. */
export interface DocumentKind {
  /** `v1alpha1` for the main document. */
  readonly kind: string;
  /** Empty for the main document. */
  readonly apiVersion: string;
  /** Minor version of Talos that first had it: `1.12`. */
  readonly since: string;
  /** One sentence: what it configures. */
  readonly doc: string;
  readonly type: StructType;
  /** Whether documents of the kind have names, and so may stand several times in a configuration. */
  readonly named: boolean;
  /** Keys that must be there. */
  readonly required: readonly string[];
}

/** Type guard for maps among values. */
export function isMap(value: unknown): value is ValueMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

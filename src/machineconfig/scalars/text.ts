import { FormError, type ScalarForm } from './form.js';

/** A CEL expression; its syntax is checked by validation. */
export const expressionForm: ScalarForm = {
  name: 'a CEL expression',
  schema: { type: 'string' },
  unset: '',
  merge: 'always',
  decode: ({ text }) => text,
};

/** A Kubernetes manifest; empty lines at its start are dropped. */
export const manifestForm: ScalarForm = {
  name: 'a manifest',
  schema: { type: 'string' },
  unset: '',
  decode: ({ text }) => text.replace(/^[\t\n\v\f\r]+/, ''),
};

/** What stands for a secret that was taken out. */
const redacted = '******';

/** Bytes as base64; held in its canonical spelling. */
export const base64Form: ScalarForm = {
  name: 'base64',
  schema: { type: 'string', contentEncoding: 'base64' },
  unset: '',
  merge: 'explicit',
  decode: ({ text }) => canonicalBase64(text),
};

/** A private key as base64. It alone may have been taken out, as nodes and the reference do for readers. */
export const base64KeyForm: ScalarForm = {
  ...base64Form,
  decode: ({ text }) => (text === redacted ? text : canonicalBase64(text)),
};

function canonicalBase64(text: string): string {
  const compact = text.replace(/[\r\n]/g, '');
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(compact)) {
    throw new FormError('expected base64');
  }
  return Buffer.from(compact, 'base64').toString('base64');
}

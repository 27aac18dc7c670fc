import type { Section } from '../section.js';
import type { DocumentRule } from './rules.js';

const imageVerification: DocumentRule = (document) => document.items('rules').forEach(checkRule);

function checkRule(rule: Section): void {
  const image = rule.text('image');
  if (image === '') rule.error('image', 'the rule needs a pattern of images');
  else checkPattern(rule, image);
  const [skip, deny] = [rule.flag('skip'), rule.flag('deny')];
  const verifiers = ['keyless', 'publicKey'].filter((key) => rule.has(key));
  if (skip && deny) rule.error('deny', 'a rule either skips images or denies them');
  if ((skip || deny) && verifiers.length > 0) rule.error('', 'a rule that skips or denies images has no verifier');
  if (!skip && !deny && verifiers.length === 0) rule.error('', 'a rule needs a verifier: keyless or publicKey');
  if (verifiers.length > 1) rule.error('', 'a rule has either keyless or publicKey');
  const keyless = rule.sub('keyless');
  if (keyless?.text('issuer') === '') keyless.error('issuer', 'the issuer is missing');
  if (keyless?.text('subject') === '' && keyless.text('subjectRegex') === '')
    keyless.error('', 'subject or subjectRegex is missing');
  const publicKey = rule.sub('publicKey');
  if (publicKey?.text('certificate') === '') publicKey.error('certificate', 'the certificate is missing');
}

/** Patterns are matched against registry and repository alone. */
function checkPattern(rule: Section, image: string): void {
  if (image.includes('@')) rule.warning('image', 'the pattern has a digest, which is never matched');
  if (/\/.*:/s.test(image)) rule.warning('image', 'the pattern has a tag, which is never matched');
  if (!image.includes('/') && image !== '*') {
    rule.warning('image', `the pattern has no slash: images of Docker Hub are matched as docker.io/${image}`);
  }
}

export const securityRules: Readonly<Record<string, DocumentRule>> = { ImageVerificationConfig: imageVerification };

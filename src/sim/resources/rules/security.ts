import { asMap, asText, type Rule, resource } from '../node.js';

/** Which images are trusted. */
export const securityRules: Rule = ({ config }) =>
  (config?.documents('ImageVerificationConfig') ?? [])
    .flatMap(({ rules }) => (Array.isArray(rules) ? rules.map(asMap) : []))
    .map((rule, index) => {
      const keyless = asMap(rule.keyless);
      const publicKey = asMap(rule.publicKey);
      return resource(
        'ImageVerificationRules.security.talos.dev',
        String(index).padStart(4, '0'),
        'security.ImageVerificationConfigController',
        {
          imagePattern: asText(rule.image),
          skip: rule.skip === true,
          deny: rule.deny === true,
          ...(rule.keyless === undefined
            ? {}
            : {
                keylessVerifier: {
                  issuer: asText(keyless.issuer),
                  subject: asText(keyless.subject),
                  subjectRegex: asText(keyless.subjectRegex),
                },
              }),
          ...(rule.publicKey === undefined
            ? {}
            : { publicKeyVerifier: { certificate: asText(publicKey.certificate) } }),
        },
      );
    });

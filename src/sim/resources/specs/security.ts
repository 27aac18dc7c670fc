/** Spec layouts of the `security` resources; the notation is explained in ../layout.ts. */
export const securitySpecs = `
ImageKeylessVerifierSpec
  1 issuer string
  2 subject string?
  3 subjectRegex string?
ImagePublicKeyVerifierSpec
  1 certificate string
ImageVerificationRuleSpec = ImageVerificationRules.security.talos.dev
  2 imagePattern string?
  3 skip bool
  4 deny bool
  5 keylessVerifier *ImageKeylessVerifierSpec?
  6 publicKeyVerifier *ImagePublicKeyVerifierSpec?
TUFTrustedRootSpec = TUFTrustedRoots.security.talos.dev
  1 lastRefreshTime time?
  2 jsonData string?
`;

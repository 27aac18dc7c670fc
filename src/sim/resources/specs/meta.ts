/** Spec layouts of the `meta` resources; the notation is explained in ../layout.ts. */
export const metaSpecs = `
NamespaceSpec = Namespaces.meta.cosi.dev
  1 description string
ResourceDefinitionSpec = ResourceDefinitions.meta.cosi.dev
  1 type string
  2 displayType string
  3 defaultNamespace string
  4 aliases [string]
  5 allAliases [string]
  0 skipAutomaticAliases bool?
  6 printColumns [PrintColumn]
  7 sensitivity #Sensitivity?
PrintColumn
  1 name string
  2 jsonPath string
`;

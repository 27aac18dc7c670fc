/** Opens a text in the user's editor and returns what was saved. */
export interface Editor {
  /** `extension` names the temporary file's ending, e.g. `.yaml`, so that editors highlight it. */
  edit(text: string, options: { readonly prefix: string; readonly extension: string }): Promise<string>;
}

/**
 * A name as the id of an element: an NCName (Namespaces in XML 1.0), each foreign character as its code. Different names
 * stay different.
 */
export function elementId(name: string): string {
  const code = (character: string) => `_x${(character.codePointAt(0) ?? 0).toString(16)}_`;
  return name.replaceAll(/[^A-Za-z0-9_.-]|_(?=x[0-9a-f]+_)/gu, code).replace(/^(?![A-Za-z])/, "_");
}

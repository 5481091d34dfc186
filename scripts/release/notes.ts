/** What the changelog says of one version, without its heading; null: it has no section of it, or an empty one. */
export function notesOf(changelog: string, version: string): string | null {
  const lines = changelog.split("\n");
  const first = lines.findIndex((line) => line === `## ${version}` || line.startsWith(`## ${version} `));
  if (first === -1) return null;
  const length = lines.slice(first + 1).findIndex((line) => line.startsWith("## "));
  const section = lines.slice(first + 1, length === -1 ? undefined : first + 1 + length).join("\n");
  return section.trim() === "" ? null : `${section.trim()}\n`;
}

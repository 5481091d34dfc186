/** The oldest Node release that everything here is tested with; package.json's `engines` says the same. */
const OLDEST = { major: 20, minor: 19 };

/** Why this Node cannot run the service, in a sentence; null: it can. */
export function unsupportedNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isSupported = major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor);
  if (isSupported) return null;
  return (
    `Carbon Ledger needs Node ${OLDEST.major}.${OLDEST.minor} or newer, and this is Node ${version}. ` +
    "Install Node 24 and start it with that."
  );
}

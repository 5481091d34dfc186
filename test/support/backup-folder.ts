import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";

/** A folder for backups, with the key files beside it that an operator keeps elsewhere. */
export interface BackupFolder {
  readonly path: string;
  /** age recipient that backups are encrypted to. */
  readonly recipient: string;
  /** The file that opens them, as age-keygen writes it. */
  readonly identityFile: string;
  /** A file with other content than the ones above. */
  file(name: string, content: string): string;
  /** A copy that may be damaged. */
  copy(): string;
  remove(): void;
}

export async function backupFolder(): Promise<BackupFolder> {
  const root = mkdtempSync(join(tmpdir(), "carbon-ledger-backups-"));
  const path = join(root, "backups");
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const file = (name: string, content: string): string => {
    writeFileSync(join(root, name), content, { mode: 0o600 });
    return join(root, name);
  };
  let copies = 0;
  return {
    path,
    recipient,
    identityFile: file("identity", `# public key: ${recipient}\n${identity}\n`),
    file,
    copy() {
      copies += 1;
      const copy = join(root, `copy-${copies}`);
      cpSync(path, copy, { recursive: true });
      return copy;
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** Every file below a directory whose path matches, in order. */
export function filesBelow(directory: string, form: RegExp): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => form.test(path))
    .toSorted();
}

/** Turns one bit in the middle of a file. */
export function flipBit(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { processUser } from "../platform/process-user.ts";
import { BackupError, reasonOf } from "./backup-error.ts";

/** For whom a backup is encrypted, in age's format (C2SP age.md). */
export type Protection =
  | { readonly kind: "recipients"; readonly recipients: readonly string[] }
  | { readonly kind: "passphrase"; readonly passphrase: string };

/** What an operator opens a backup with. */
export interface Opener {
  readonly identities: readonly string[];
  readonly passphrase: string | null;
}

/** age's own advice: ten random characters or more. */
const PASSPHRASE_LENGTH_MIN = 12;

/**
 * Makes the key of one backup: an age identity that all its files are encrypted to, itself encrypted as `protection` says.
 * A passphrase costs a second to try, so it protects one file and not each of a hundred.
 * @throws BackupError for a recipient that is none
 */
export async function makeArchiveKey(
  protection: Protection,
): Promise<{ readonly recipient: string; readonly sealed: Uint8Array }> {
  const identity = await generateX25519Identity();
  const encrypter = new Encrypter();
  if (protection.kind === "passphrase") encrypter.setPassphrase(protection.passphrase);
  else for (const recipient of protection.recipients) addRecipient(encrypter, recipient);
  return { recipient: await identityToRecipient(identity), sealed: await encrypter.encrypt(`${identity}\n`) };
}

/** The identity that opens the files of a backup. @throws BackupError when the opener is not one of those it was made for */
export async function openArchiveKey(sealed: Uint8Array, { identities, passphrase }: Opener): Promise<string> {
  try {
    const decrypter = new Decrypter();
    for (const identity of identities) decrypter.addIdentity(identity);
    if (passphrase !== null) decrypter.addPassphrase(passphrase);
    return (await decrypter.decrypt(sealed, "text")).trim();
  } catch (cause) {
    const keyKind = passphrase === null ? "identity" : "passphrase";
    throw new BackupError(`The backup was not encrypted for this ${keyKind}; nothing was restored.`, { cause });
  }
}

/** The passphrase in a file: its first line. @throws BackupError when it cannot be read or is too short */
export async function readPassphrase(path: string): Promise<string> {
  const [line = ""] = (await readGiven(path, "--passphrase-file")).split(/\r?\n/, 1);
  if (line.length < PASSPHRASE_LENGTH_MIN) {
    throw new BackupError(
      `--passphrase-file: the first line of ${path} has fewer than ${PASSPHRASE_LENGTH_MIN} characters.`,
    );
  }
  return line;
}

/** The identities in a file, as age-keygen writes it. @throws BackupError when it holds none */
export async function readIdentities(path: string): Promise<readonly string[]> {
  const lines = (await readGiven(path, "--identity-file")).split(/\r?\n/).map((line) => line.trim());
  const identities = lines.filter((line) => line.startsWith("AGE-SECRET-KEY-"));
  if (identities.length > 0) return identities;
  throw new BackupError(`--identity-file: ${path} has no line AGE-SECRET-KEY-..., as age-keygen writes it.`);
}

/** age recipients in words separated by commas. @throws BackupError for what is none */
export function readRecipients(text: string): readonly string[] {
  const recipients = text.split(",").map((word) => word.trim());
  for (const recipient of recipients) addRecipient(new Encrypter(), recipient);
  return recipients;
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch (cause) {
    throw new BackupError(
      `--recipient: "${recipient.slice(0, 80)}" is no age recipient (age1..., as age-keygen prints it).`,
      {
        cause,
      },
    );
  }
}

async function readGiven(path: string, option: string): Promise<string> {
  return await readFile(path, "utf8").catch((cause: unknown) => {
    throw new BackupError(
      `${option}: ${resolve(path)} cannot be read by the user ${processUser()} (${reasonOf(cause)}). Name a file by its whole ` +
        "path that this user may read, in a directory that it may enter.",
      { cause },
    );
  });
}

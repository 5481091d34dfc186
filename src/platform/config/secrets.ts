import { readFileSync } from "node:fs";

/** Settings that hold a secret: each can be given as a file instead, NAME_FILE, as container platforms mount them. */
export const SECRET_SETTINGS = [
  "DATABASE_URL",
  "DATABASE_APP_URL",
  "DATABASE_SYSTEM_URL",
  "SECRET_KEY",
  "METRICS_TOKEN",
  "SMTP_URL",
  "WEBHOOK_PROXY_URL",
  "REFERENCE_DATA_PROXY_URL",
  "CATEGORIZATION_MODEL_KEY",
] as const;

/** The variables that name those files. */
export const SECRET_FILE_SETTINGS: readonly string[] = SECRET_SETTINGS.map((name) => `${name}_FILE`);

/** Whatever is longer was not meant. */
const CHARACTERS_MAX = 4_096;

/** Values of the secrets that files hold, by the setting's name, and what is wrong with the others, a sentence each. */
export interface SecretFiles {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

/** Reads the files that NAME_FILE variables name, without white space around their text. Empty variables count as absent. */
export function readSecretFiles(env: Readonly<Record<string, string | undefined>>): SecretFiles {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const path = textOf(env[`${name}_FILE`]);
    if (path === null) continue;
    if (textOf(env[name]) !== null) {
      problems.push(`${name}_FILE: ${name} is set as well; set one of the two`);
      continue;
    }
    const read = readSecret(path);
    if (read.kind === "text") values[name] = read.text;
    else problems.push(`${name}_FILE: ${read.trouble}`);
  }
  return { values, problems };
}

function readSecret(path: string): { kind: "text"; text: string } | { kind: "none"; trouble: string } {
  let text: string;
  try {
    text = readFileSync(path, "utf8").trim();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    return { kind: "none", trouble: `${path} cannot be read (${code})` };
  }
  if (text === "") return { kind: "none", trouble: `${path} is empty` };
  if (text.length > CHARACTERS_MAX)
    return { kind: "none", trouble: `${path} has more than ${CHARACTERS_MAX} characters` };
  return { kind: "text", text };
}

function textOf(value: string | undefined): string | null {
  const text = value?.trim() ?? "";
  return text === "" ? null : text;
}

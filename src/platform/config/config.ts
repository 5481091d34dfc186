import { z } from "zod";
import { categoryModelProblems } from "../model/category-model-settings.ts";
import { readSecretFiles } from "./secrets.ts";
import { type Settings, settingsOf, settingValues } from "./resolve-settings.ts";
import { SETTINGS } from "./settings.ts";

export type { Settings } from "./resolve-settings.ts";

/** Everything the operator can set, resolved: addresses have no trailing slash, defaults are filled in. */
export interface Config extends Settings {
  readonly base_url: string;
  readonly api_url: string;
  readonly sandbox_api_url: string;
  readonly errors_url: string;
}

/** All problems of the environment at once, so that the operator repairs them in one go. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration has ${problems.length} problem(s):\n${problems.map((line) => `  - ${line}`).join("\n")}`);
    this.name = "ConfigError";
    this.problems = problems;
  }
}

/**
 * Reads the configuration from an environment record; empty values count as absent, foreign variables are ignored. Secrets
 * may lie in files (secrets.ts).
 * `served` is the address of a service that runs with these settings, for who is given neither BASE_URL nor PORT.
 * @throws ConfigError naming every variable that is wrong and what it may be.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, served: string | null = null): Config {
  const secrets = readSecretFiles(env);
  const texts = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const value = secrets.values[name] ?? env[name]?.trim();
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
  const parsed = settingValues.safeParse(texts);
  const problems = [
    ...secrets.problems,
    ...describeIssues(parsed.error?.issues ?? []),
    ...categoryModelProblems(texts),
    ...loginProblems(texts),
    ...roleProblems(texts),
    ...portProblems(texts),
  ];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  const settings = settingsOf(parsed.data);
  const base_url = settings.base_url ?? (texts["PORT"] === undefined ? served : null);
  return withAddresses(settings, base_url ?? `http://localhost:${settings.port}`);
}

/** The two logins belong together, and to a server that is not the embedded one. */
function loginProblems(texts: Readonly<Record<string, string>>): string[] {
  const isGiven = (name: string): boolean => texts[name] !== undefined;
  const logins = ["DATABASE_APP_URL", "DATABASE_SYSTEM_URL"];
  if (!logins.some(isGiven)) return [];
  const missing = ["DATABASE_URL", ...logins].filter((name) => !isGiven(name));
  return missing.map((name) => `${name}: is needed beside ${logins.filter(isGiven).join(" and ")}`);
}

/** The embedded server lets one service run. */
function roleProblems(texts: Readonly<Record<string, string>>): string[] {
  const { ROLE: role = "all", DATABASE_URL: url } = texts;
  if (role === "all" || url !== undefined) return [];
  return [
    `DATABASE_URL: is needed beside ROLE=${role}, because the processes that share the work share a PostgreSQL server`,
  ];
}

/** Two listeners need two ports; 0 is another one each time. */
function portProblems(texts: Readonly<Record<string, string>>): string[] {
  const port = SETTINGS.PORT.schema.safeParse(texts["PORT"]).data;
  const sandbox = SETTINGS.SANDBOX_PORT.schema.safeParse(texts["SANDBOX_PORT"]).data;
  if (port === undefined || port === 0 || port !== sandbox) return [];
  return [`SANDBOX_PORT: must be another port than PORT, and both are ${port}`];
}

/** One row per variable, for the documentation: name, default as shown to the operator, meaning. */
export interface ConfigurationRow {
  readonly name: string;
  readonly default: string;
  readonly meaning: string;
}

export const configurationTable: readonly ConfigurationRow[] = Object.entries(SETTINGS).map(([name, setting]) => ({
  name,
  default: setting.shown,
  meaning: setting.meaning,
}));

/** The first thing that is wrong with each setting. */
function describeIssues(issues: readonly z.core.$ZodIssue[]): string[] {
  const byName = new Map<string, string>();
  for (const issue of issues) {
    const name = issue.path.map(String).join(".");
    const isTooLong = issue.code === "too_big" && issue.origin === "string";
    const message = isTooLong ? `must have at most ${issue.maximum} characters` : issue.message;
    if (!byName.has(name)) byName.set(name, `${name}: ${message}`);
  }
  return [...byName.values()];
}

function withAddresses(settings: Settings, base_url: string): Config {
  return {
    ...settings,
    base_url,
    api_url: settings.api_url ?? base_url,
    sandbox_api_url: settings.sandbox_api_url ?? `http://localhost:${settings.sandbox_port}`,
    errors_url: settings.errors_url ?? `${base_url}/errors`,
  };
}

import { access, constants, readdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readEfragTemplate } from "./efrag-template-file.ts";
import { readCompanyRegister } from "../platform/company-register.ts";
import { type Config, ConfigError, readConfig } from "../platform/config/config.ts";
import { trustedAuthorities } from "../platform/outbound/tls-handshake.ts";
import { readProcurementVocabulary } from "../platform/procurement-vocabulary.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface CheckedSettings {
  /** Each with the name of its setting in front. */
  readonly problems: readonly string[];
  /** Of the settings that are right; null: too many are wrong to say what the rest means. */
  readonly config: Config | null;
}

/** Wrong settings are left out one after the other; those that only belong together are found after the others. */
const ROUNDS_MAX = 4;

/**
 * Everything that is wrong with the settings of an environment, at once: what a start would refuse, and the files and
 * directories that they name, which are read. Nothing is written.
 */
export async function checkSettings(env: Environment): Promise<CheckedSettings> {
  const { config, problems } = readWhatIsRight(env);
  return { config, problems: config === null ? problems : [...problems, ...(await fileProblems(config))] };
}

function readWhatIsRight(env: Environment): { config: Config | null; problems: readonly string[] } {
  const problems = new Set<string>();
  let rest = env;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    try {
      return { config: readConfig(rest), problems: [...problems] };
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      for (const problem of error.problems) problems.add(problem);
      const wrong = new Set(error.problems.flatMap((problem) => namedIn(problem, rest)));
      rest = Object.fromEntries(Object.entries(rest).filter(([name]) => !wrong.has(name)));
    }
  }
  return { config: null, problems: [...problems] };
}

/** The setting that a problem is about; where that is missing, those that it is needed beside. */
function namedIn(problem: string, env: Environment): readonly string[] {
  const subject = problem.slice(0, problem.indexOf(":"));
  if (env[subject] !== undefined) return [subject];
  return problem.match(/\b[A-Z][A-Z_]+\b/g) ?? [];
}

async function fileProblems(config: Config): Promise<string[]> {
  const { company_register_file, procurement_vocabulary_file, data_source_folders, webhook_extra_ca_file } = config;
  const problems = [
    await problemOf("DATA_DIR", () => assertUsable(config.data_dir)),
    await problemOf("WEBHOOK_EXTRA_CA_FILE", () => trustedAuthorities(webhook_extra_ca_file)),
    await problemOf("DATA_SOURCE_FOLDERS", () => data_source_folders && readdir(data_source_folders)),
    await problemOf("COMPANY_REGISTER_FILE", () => company_register_file && readCompanyRegister(company_register_file)),
    await problemOf(
      "PROCUREMENT_VOCABULARY_FILE",
      () => procurement_vocabulary_file && readProcurementVocabulary(procurement_vocabulary_file),
    ),
    await problemOf("VSME_TEMPLATE_FILE", () => readEfragTemplate(config.vsme_template_file, true)),
  ];
  return problems.flat();
}

async function problemOf(name: string, look: () => unknown): Promise<readonly string[]> {
  try {
    await look();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    return [`${name}: cannot be used: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** What the service needs of its directory, or of the one that it would be made in. */
async function assertUsable(data_dir: string): Promise<void> {
  let path = resolve(data_dir);
  while ((await stat(path).catch(() => null)) === null && path !== dirname(path)) path = dirname(path);
  if (!(await stat(path)).isDirectory()) throw new Error(`${path} is not a directory`);
  await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
}

import type { Environment } from "../../src/core/context.ts";
import type { Installation } from "./service-process.ts";

export interface InstalledCompany {
  readonly id: string;
  /** A key of one environment that may do everything. */
  readonly key: string;
}

/** A company of the enterprise plan with a key, made as an operator makes them. */
export async function installedCompany(
  site: Installation,
  name: string,
  environment: Environment = "live",
): Promise<InstalledCompany> {
  const made = async (...words: readonly string[]): Promise<InstalledCompany> => {
    const { code, stdout, stderr } = await site.cli(...words, "--json");
    if (code !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
    // Of a company the command prints no key, of a key its text: each is taken for what it is.
    return JSON.parse(stdout) as InstalledCompany;
  };
  const { id } = await made("tenant", "create", "--name", name, "--plan", "enterprise");
  const { key } = await made("key", "create", "--tenant", id, "--environment", environment, "--name", "test");
  return { id, key };
}

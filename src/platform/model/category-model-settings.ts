import { isIP } from "node:net";
import { z } from "zod";
import { count } from "../config/values.ts";
import { isLoopback, isPrivateRange } from "../outbound/address-guard.ts";

/** The language model that is asked about lines which nothing else can place. */
export interface CategoryModelSettings {
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
  readonly timeout_ms: number;
}

/** Names that lead nowhere beyond the operator's own network (RFC 6761, RFC 6762, RFC 8375, ICANN on .internal). */
const OWN_NAMES = [".localhost", ".local", ".internal", ".lan", ".intranet", ".home.arpa"];
const BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

const modelUrl = z
  .string()
  .max(2000)
  .refine(
    isChatAddress,
    "must be an address that ends in /chat/completions, without credentials or fragment: https, or http within your " +
      "own network, e.g. http://localhost:11434/v1/chat/completions",
  )
  .optional();

/** The environment variables of the model: how each is read, its default as shown to operators, what it means. */
export const CATEGORY_MODEL_SETTINGS = {
  CATEGORIZATION_MODEL_URL: {
    schema: modelUrl,
    shown: "none: no model is asked",
    meaning:
      "Chat-completions address (OpenAI's protocol, as vLLM, Ollama, llama.cpp and most vendors speak it) of a language " +
      "model that suggests categories for lines which nothing else can place; their texts are sent there",
  },
  CATEGORIZATION_MODEL_NAME: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{1,100}$/, "must be a name of at most 100 visible characters without blanks")
      .optional(),
    shown: "none",
    meaning: "Name of that model, as its server knows it; stands in the lineage of what it suggested",
  },
  CATEGORIZATION_MODEL_KEY: {
    schema: z
      .string()
      .regex(/^[\x21-\x7e]{1,1000}$/, "must be at most 1000 visible characters without blanks")
      .optional(),
    shown: "none",
    meaning: "Bearer token for that address",
  },
  CATEGORIZATION_MODEL_TIMEOUT_MS: {
    schema: count(100, 300_000).default(30_000),
    shown: "30000",
    meaning: "Time for one answer of that model, in milliseconds; afterwards the document is recorded without it",
  },
} as const;

/** What these variables are set to, as their schemas read it. */
interface CategoryModelValues {
  readonly CATEGORIZATION_MODEL_URL?: string | undefined;
  readonly CATEGORIZATION_MODEL_NAME?: string | undefined;
  readonly CATEGORIZATION_MODEL_KEY?: string | undefined;
  readonly CATEGORIZATION_MODEL_TIMEOUT_MS: number;
}

/** The model, or undefined when there is none. */
export function categoryModelOf(values: CategoryModelValues): CategoryModelSettings | undefined {
  const { CATEGORIZATION_MODEL_URL: url, CATEGORIZATION_MODEL_NAME: name } = values;
  if (url === undefined || name === undefined) return undefined;
  const { CATEGORIZATION_MODEL_KEY: key, CATEGORIZATION_MODEL_TIMEOUT_MS: timeout_ms } = values;
  return { url, name, key, timeout_ms };
}

/** What is wrong with the variables together: an address and a name are of no use without each other. */
export function categoryModelProblems(settingValues: Readonly<Record<string, string>>): string[] {
  const pair = ["CATEGORIZATION_MODEL_URL", "CATEGORIZATION_MODEL_NAME"];
  const isGiven = (name: string): boolean => settingValues[name] !== undefined;
  const present = [...pair, "CATEGORIZATION_MODEL_KEY"].filter(isGiven).join(" and ");
  if (present === "") return [];
  return pair.filter((name) => !isGiven(name)).map((name) => `${name}: is needed beside ${present}`);
}

function isChatAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hash, pathname, hostname } = new URL(text);
  if (username !== "" || password !== "" || hash !== "" || !pathname.endsWith("/chat/completions")) return false;
  return protocol === "https:" || isOwnHost(hostname.replace(/^\[|\]$/g, ""));
}

/** What companies bought crosses no foreign network unencrypted. */
function isOwnHost(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return !host.includes(".") || OWN_NAMES.some((ending) => host.endsWith(ending));
  return isLoopback(host) || isPrivateRange(`${host}/${BITS[family] ?? 0}`);
}

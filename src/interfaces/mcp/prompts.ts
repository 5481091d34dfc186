import {
  CALENDAR_YEARS,
  type FinancialYear,
  wholeYearEndingIn,
  yearsBetween,
  yearsEndingIn,
  type YearStatement,
} from "../../core/financial-year.ts";
import { RPC, RpcError } from "./json-rpc.ts";
import { PROMPTS, type Prompt, type Years } from "./prompt-texts.ts";

/** One entry of prompts/list. */
export interface PromptDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: true }[];
}

export interface PromptResult {
  readonly description: string;
  readonly messages: readonly { readonly role: "user"; readonly content: { readonly type: "text"; text: string } }[];
}

/** The prompts; a prompt whose tools this server does not have says so in its description. */
export function promptList(tools: ReadonlySet<string>): readonly PromptDescription[] {
  return PROMPTS.map((prompt) => ({
    name: prompt.name,
    title: prompt.title,
    description: describe(prompt, tools),
    arguments: prompt.years.map((year) => ({ ...year, required: true })),
  }));
}

/**
 * The messages of one prompt. Steps name only tools that exist; a step whose tools are missing becomes a sentence
 * that says what cannot be answered.
 * @throws RpcError -32602 for an unknown prompt, for a missing or impossible year, and for one that the company does not have
 */
export function getPrompt(
  params: Readonly<Record<string, unknown>>,
  tools: ReadonlySet<string>,
  statement: YearStatement = CALENDAR_YEARS,
): PromptResult {
  const name = params["name"];
  const prompt = PROMPTS.find((candidate) => candidate.name === name);
  if (prompt === undefined) {
    const promptNames = PROMPTS.map((candidate) => candidate.name).join(", ");
    throw new RpcError(RPC.invalid_params, `Unknown prompt. Prompts: ${promptNames}.`);
  }
  const years = readYears(prompt, params["arguments"], statement);
  return {
    description: describe(prompt, tools),
    messages: [{ role: "user", content: { type: "text", text: write(prompt, years, tools) } }],
  };
}

function describe(prompt: Prompt, tools: ReadonlySet<string>): string {
  const missing = prompt.essential.filter((tool) => !tools.has(tool));
  if (missing.length === 0) return prompt.description;
  return `${prompt.description} Needs ${missing.join(", ")}, which this server does not offer at present.`;
}

function readYears(prompt: Prompt, promptArguments: unknown, statement: YearStatement): Years {
  const values =
    typeof promptArguments === "object" && promptArguments !== null
      ? new Map<string, unknown>(Object.entries(promptArguments))
      : null;
  const years = new Map<string, number>();
  const periods = new Map<string, FinancialYear>();
  for (const { name } of prompt.years) {
    const value = values?.get(name);
    if (value === undefined)
      throw new RpcError(RPC.invalid_params, `Prompt ${prompt.name} needs the argument ${name}.`);
    // Prompt arguments are strings in the protocol; some clients send the number itself.
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text !== "string" || !/^(19|20|21)\d\d$/.test(text)) {
      throw new RpcError(RPC.invalid_params, `Argument ${name} must be a year of four digits, for example 2025.`);
    }
    years.set(name, Number(text));
    periods.set(name, yearNamed(statement, name, Number(text)));
  }
  const declared = <Value>(values: ReadonlyMap<string, Value>, name: string): Value => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`prompt ${prompt.name} does not declare ${name}`);
    return value;
  };
  const period = (name: string): string => {
    const { from, to } = declared(periods, name);
    return `from "${from}" to "${to}"`;
  };
  return Object.assign((name: string) => declared(years, name), { period });
}

/** Of several that end in the calendar year the one of twelve months, else the last. */
function yearNamed(statement: YearStatement, name: string, year: number): FinancialYear {
  const named = wholeYearEndingIn(statement, year) ?? yearsEndingIn(statement, year).at(-1);
  if (named !== undefined) return named;
  const near = yearsBetween(statement, (year - 1) * 12, (year + 1) * 12 + 11);
  const there = near.map(({ report_year, from, to }) => `${report_year} (${from} to ${to})`).join(", ");
  const message = `Argument ${name}: no financial year of the company ends in ${year}; near it are ${there || "none"}.`;
  throw new RpcError(RPC.invalid_params, message);
}

function write(prompt: Prompt, years: Years, tools: ReadonlySet<string>): string {
  const steps = prompt.steps.map((step, index) => {
    const missing = step.tools.filter((tool) => !tools.has(tool));
    const text = missing.length === 0 ? step.text(years) : unavailable(step.subject, missing);
    return `${index + 1}. ${text}`;
  });
  return [prompt.opening(years), "", ...steps, "", prompt.closing(years)].join("\n");
}

function unavailable(subject: string, missing: readonly string[]): string {
  return (
    `${subject}: this server does not offer ${missing.join(", ")}, so do not look it up and do not guess; say in the ` +
    "answer that this part could not be read here."
  );
}

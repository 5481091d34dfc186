import type { ConversionStep } from "../calculation.ts";
import { ATTRIBUTE_NAMES, type Attributes } from "./attributes.ts";

/** What people stated of an earlier line in the same words from the same supplier, and what holds for this one. */
export interface LineRule {
  readonly attributes: Attributes;
  /** Key of a factor of the catalogue; null: none was chosen. */
  readonly factor_key: string | null;
}

export const NO_LINE_RULE: LineRule = { attributes: {}, factor_key: null };

/** What the company's memory says of lines like it, as it is stored; names of a later release are left out. Null: nothing. */
export function rememberedRule(
  known: {
    readonly attributes: Readonly<Record<string, string>> | null;
    readonly emission_factor_key: string | null;
  } | null,
): LineRule {
  if (known === null) return NO_LINE_RULE;
  const stored = known.attributes ?? {};
  const attributes = Object.fromEntries(
    ATTRIBUTE_NAMES.flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]]])),
  );
  return { attributes, factor_key: known.emission_factor_key };
}

const FACTOR = "emission_factor";
const NOTE = "A person stated it of an earlier line in the same words from the same supplier.";

/** The steps that keep with the reading of a line what a rule said of it; none where none did. */
export function ruleSteps({ attributes, factor_key }: LineRule): ConversionStep[] {
  const said: [string, string | null | undefined][] = [
    ...ATTRIBUTE_NAMES.map((name): [string, string | undefined] => [name, attributes[name]]),
    [FACTOR, factor_key],
  ];
  return said.flatMap(([from, to]) =>
    to == null ? [] : [{ kind: "attribute" as const, from, to, factor: null, note: NOTE }],
  );
}

/** What a rule said of a line when it was read, from its steps. */
export function keptRule(conversion: readonly ConversionStep[]): LineRule {
  const kept = new Map(conversion.filter(({ kind }) => kind === "attribute").map(({ from, to }) => [from, to]));
  if (kept.size === 0) return NO_LINE_RULE;
  return rememberedRule({ attributes: Object.fromEntries(kept), emission_factor_key: kept.get(FACTOR) ?? null });
}

import type { VsmeCatalog } from "../../datapoints/catalog.ts";
import type { Datapoint } from "../../datapoints/datapoint.ts";
import type { Fact } from "../../datapoints/fact.ts";
import type { PlannedValue } from "./cell-plan.ts";
import type { DropDowns } from "./drop-downs.ts";
import { type TemplateRange, templateTables } from "./template-tables.ts";

/** The drop-down of YES and NO; other cells for a truth hold the truth value itself. */
const YES_NO_CHOICES = "enum_ListYesNo";

/** What the words of a cell are chosen from. */
export interface WordSource {
  readonly catalog: VsmeCatalog;
  readonly dropDowns: DropDowns;
}

/**
 * The value of a fact as the template's cell wants it: percentages as shares, years as numbers, members in the words of
 * the drop-down. Sets have no single value. @throws Error for one.
 */
export function cellValueOf(
  fact: Fact,
  { choices, content }: Pick<TemplateRange, "choices" | "content">,
  { catalog, dropDowns }: WordSource,
): PlannedValue {
  const { value, kind, unit } = fact;
  if (Array.isArray(value)) throw new Error(`${fact.id} is a set`);
  if (typeof value === "number") return unit === "percent" ? shareOf(value) : value;
  if (typeof value === "boolean") return choices === YES_NO_CHOICES || content === "formula" ? yesOrNo(value) : value;
  if (kind === "year") return Number(value);
  if (kind === "enumeration") return dropDowns.wordFor(choices, valueList(catalog, fact.concept), value);
  return value;
}

/** 28.41 % is 0.2841: no more digits than the percentage has, two places further on. */
function shareOf(percent: number): number {
  return Number((percent / 100).toPrecision(15));
}

/** The template's words for true and false. */
function yesOrNo(value: boolean): string {
  return templateTables().words.get(`boolean ${value}`) ?? "";
}

/** The list of data/vsme/members.csv that the values of a concept are taken from. */
export function valueList(catalog: VsmeCatalog, concept: string): string {
  return datapointOf(catalog, concept)?.value_list ?? "";
}

/** A row of the catalog for a concept; its rows differ only in their members. */
export function datapointOf(catalog: VsmeCatalog, concept: string): Datapoint | undefined {
  return catalog.datapoints.find((row) => row.concept === concept);
}

/** The template's word for a unit: "kilograms (kg)". */
export function unitWord(unit: string): string {
  const word = templateTables().words.get(`unit ${unit}`);
  if (word === undefined) throw new Error(`the template has no word for ${unit}`);
  return word;
}

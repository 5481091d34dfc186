import type { NumberLanguage } from "../../../src/core/number-format.ts";
import { numberOf } from "../../app/typed-number.ts";
import { type EmissionsField, emissionsOf } from "../../parts/emissions-fields.tsx";
import { slip } from "../../parts/form/issues.tsx";
import { keptFiles } from "../../parts/kept-files.ts";
import type { DeferredFacts, Facts, ReviewGroup, ReviewItem, Stated } from "./queries.ts";

/** An attribute by its path among facts, where it is refused as well. */
export type AttributeField = `attributes.${string}`;
const ATTRIBUTES = "attributes.";
/** What people call the value that is chosen of an attribute. */
export type NameField = `named.${string}`;
const NAMED = "named.";

/** What a person has typed, as typed. */
export interface StatedFields extends Partial<Readonly<Record<EmissionsField | AttributeField | NameField, string>>> {
  readonly quantity?: string;
  readonly unit?: string;
  /** Of one unit, without VAT. */
  readonly unit_price?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
  /** Id of a metered supply. */
  readonly supply?: string;
  /** Key of a factor that counts only where a person names it. */
  readonly factor?: string;
  /** Not empty: the company's own factor that was chosen counts it no more. */
  readonly without?: string;
  /** Files that show it, as their field keeps them. */
  readonly kept?: string;
}

type Need = ReviewItem["needs"][number];

/** What is asked of a line, or of all lines of a group. */
export type Asked = Pick<ReviewItem, "needs" | "currency">;

/** Which needs of a line show the field; any of them does. */
const SHOWN_BY: Readonly<
  Record<Exclude<keyof StatedFields, EmissionsField | AttributeField | NameField | "kept">, readonly Need["field"][]>
> = {
  quantity: ["quantity"],
  unit_price: ["unit_price"],
  unit: ["quantity", "unit_price"],
  amount: ["amount", "unit_price"],
  currency: ["amount", "unit_price"],
  date: ["transaction_date"],
  from: ["service_period"],
  to: ["service_period"],
  supply: ["supply_id"],
  factor: ["emission_factor_key"],
  without: ["company_factor_id"],
};

/** What is filled in for it: beside a category that is chosen it is the quantity, where the line lacks that as well. */
export const fieldOf = ({ field, units }: Need): Need["field"] =>
  field === "category_id" && units.length > 0 ? "quantity" : field;

/** Whether a field is filled in for it; a country is answered by a button. */
export const isFact = (need: Need): boolean =>
  need.options === undefined && !["category_id", "decision", "emissions"].includes(fieldOf(need));

/** What was typed into fields that are shown, or with `false` into those that are shown no more. */
export function typedInto({ needs }: Pick<Asked, "needs">, fields: StatedFields, isShown: boolean): StatedFields {
  const shownBy: Readonly<Record<string, readonly Need["field"][]>> = SHOWN_BY;
  const classes = attributesAsked({ needs });
  const shows = (name: string, value: string): boolean => {
    if (name === "kept") return needs.some((need) => isFact(need) || need.field === "emissions");
    if (name.startsWith(NAMED)) {
      const path: AttributeField = `attributes.${name.slice(NAMED.length)}`;
      return shows(path, fields[path] ?? "");
    }
    if (name.startsWith(ATTRIBUTES)) {
      return classes.some((one) => ATTRIBUTES + one.name === name && one.values.includes(value));
    }
    return needs.some((need) => (shownBy[name] ?? ["emissions"]).includes(fieldOf(need)));
  };
  return Object.fromEntries(Object.entries(fields).filter(([name, value = ""]) => shows(name, value) === isShown));
}

/** What all lines of a group may have in common: figures and dates are each line's own. */
export function askedOfGroup({ needs }: Pick<ReviewGroup, "needs">): Asked {
  return { currency: null, needs: needs.filter(({ field }) => OF_GROUPS.has(field)) };
}

const OF_GROUPS: ReadonlySet<Need["field"]> = new Set([
  "service_period",
  "attributes",
  "supply_id",
  "emission_factor_key",
  "company_factor_id",
]);

/** The units in which the line can be counted; empty: no quantity is asked for. */
export function unitsOf({ needs }: Asked): readonly string[] {
  return needs.find(({ units }) => units.length > 0)?.units ?? [];
}

/** The currency in which the amount is asked for; undefined: it is not. */
export function currencyAsked({ needs }: Asked): string | undefined {
  return needs.find(({ currency }) => currency !== undefined)?.currency;
}

/** The classes in which the factors of the category differ; empty: none is asked for. */
export function attributesAsked({ needs }: Pick<Asked, "needs">): NonNullable<Need["attributes"]> {
  return needs.flatMap(({ attributes = [] }) => attributes);
}

/** The period that the service proposes: shown in the fields, and stated where the person leaves it there. */
export function proposedOf({ needs }: Asked): Need["proposed"] {
  return needs.find(({ field }) => field === "service_period")?.proposed;
}

/** Whether another document may count the same purchase. */
export function mayBeCopy({ waits_for: { code } }: Pick<ReviewItem, "waits_for">): boolean {
  return code === "possible_duplicate" || code === "payment_unmatched";
}

/** Whether what waits is an amount on account that can be left to its settlement. */
export function isAdvance({ waits_for: { code } }: Pick<ReviewItem, "waits_for">): boolean {
  return code === "advance_without_quantity" || code === "advance_unsettled";
}

/** The days and the supply that were typed of an advance. */
export function placeOf({ from = "", to = "", supply = "" }: StatedFields): { readonly facts?: DeferredFacts } {
  const facts = { ...periodOf(from, to), ...(supply === "" ? {} : { supply_id: supply }) };
  return Object.keys(facts).length === 0 ? {} : { facts };
}

/** A day without the other is sent as well: the service says which is missing. */
function periodOf(from: string, to: string): Pick<Facts, "service_period_start" | "service_period_end"> {
  return {
    ...(from === "" ? {} : { service_period_start: from }),
    ...(to === "" ? {} : { service_period_end: to }),
  };
}

/** What a decision states: what was typed, the country of use, and the files. @throws Refusal by which each field tells what is wrong with it */
export function statedIn(
  fields: StatedFields,
  asked: Asked,
  country: Facts["attributes"] | null,
  language: NumberLanguage,
): Stated {
  const chosen = Object.entries(fields).flatMap(([name, value = ""]) =>
    name.startsWith(ATTRIBUTES) && value !== "" ? [[name.slice(ATTRIBUTES.length), value]] : [],
  );
  const attributes: NonNullable<Facts["attributes"]> = { ...Object.fromEntries(chosen), ...country };
  const typed = factsOf(fields, asked, language);
  const facts = Object.keys(attributes).length === 0 ? typed : { ...typed, attributes };
  const evidence = keptFiles(fields.kept ?? "").map(({ id }) => id);
  return {
    ...(facts === null ? {} : { facts }),
    ...(evidence.length === 0 ? {} : { evidence }),
  };
}

/** Null: nothing was typed. */
function factsOf(fields: StatedFields, asked: Asked, language: NumberLanguage): Facts | null {
  const typed = (name: keyof StatedFields): string => (fields[name] ?? "").trim();
  const figures = (["quantity", "unit_price", "amount"] as const).filter((name) => typed(name) !== "");
  const wrong = figures.filter((name) => numberOf(typed(name), language) === null);
  if (wrong.length > 0) throw slip(wrong.map((name) => [name, "number_wrong"]));
  if (typed("quantity") !== "" && typed("unit_price") !== "") throw slip([["unit_price", "price_or_quantity"]]);
  const [quantity, unit_price, amount] = (["quantity", "unit_price", "amount"] as const).map((name) =>
    numberOf(typed(name), language),
  );
  const unit = fields.unit ?? unitsOf(asked)[0];
  const currency = (fields.currency ?? currencyAsked(asked) ?? "").trim().toUpperCase();
  const emissions = emissionsOf(typed, language);
  const proposed = proposedOf(asked);
  const { from = proposed?.service_period_start ?? "", to = proposed?.service_period_end ?? "" } = fields;
  const facts: Facts = {
    ...(quantity == null ? {} : { quantity }),
    ...(unit_price == null ? {} : { unit_price }),
    ...((quantity ?? unit_price) == null || unit === undefined ? {} : { unit }),
    ...(amount == null ? {} : { amount, currency }),
    ...(typed("date") === "" ? {} : { transaction_date: typed("date") }),
    ...(typed("supply") === "" ? {} : { supply_id: typed("supply") }),
    ...(typed("factor") === "" ? {} : { emission_factor_key: typed("factor") }),
    ...(typed("without") === "" ? {} : { clear: ["company_factor"] as const }),
    ...periodOf(from, to),
    ...(emissions === null ? {} : { emissions }),
  };
  return Object.keys(facts).length === 0 ? null : facts;
}

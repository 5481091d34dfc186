import { countryOfGsrn, gsrnsIn } from "../../core/gsrn.ts";
import { toldReasons } from "../../core/told-reasons.ts";
import { categoryOrigin } from "./category-origin.ts";
import { ATTRIBUTE_NAMES, type AttributeName } from "./factor-choice/attributes.ts";
import { keptRule } from "./factor-choice/rule-steps.ts";
import type { FieldOrigin, FieldOrigins } from "./field-origins.ts";
import type { OriginFacts } from "./origin-facts.ts";
import { keptPlace } from "./place-of-use.ts";
import type { LineageSplitRow } from "./store-lineage.ts";

/** What chose the factor of an activity, each with where it comes from. */
export type OriginsOfChoice = Pick<FieldOrigins, "attributes" | "country" | "grid_area" | "method">;

/**
 * Where country and grid area of consumption, method and attributes come from. What a reading does not keep is null, never guessed; the
 * company's own country stands in by default where nothing says another one. Pure.
 */
export function originsOfChoice(facts: OriginFacts): OriginsOfChoice {
  const { country, ...attributes } = attributeOrigins(facts);
  const grid_area = gridAreaOrigin(facts);
  return { country: country ?? countryOrigin(facts, grid_area), grid_area, method: methodOrigin(facts), attributes };
}

type AttributeOrigins = Partial<Record<AttributeName, FieldOrigin>>;

/** As the entries were counted by them; of a reading that counts nothing what a person, a rule or its document's place says. */
function attributeOrigins(facts: OriginFacts): AttributeOrigins {
  const { counted, split } = facts;
  const stated = split.stated?.["attributes"];
  if (stated === null) return {};
  const rule = keptRule(split.conversion);
  const place = keptPlace(split.conversion);
  const used = usedAttributes(counted?.inputs["attributes"]);
  const origins: AttributeOrigins = {};
  for (const name of ATTRIBUTE_NAMES) {
    if (isNamed(stated, name)) origins[name] = "person";
    else if (rule.attributes[name] !== undefined) origins[name] = "rule";
    else if (name === "country" && place?.country != null) origins[name] = placeOrigin(place.words);
    // The words of the line said it.
    else if (used.has(name)) origins[name] = "inferred";
  }
  return origins;
}

/** A number of a meter names a country by its prefix; a place of delivery is a field of the document. */
function placeOrigin(words: string): FieldOrigin {
  return words.startsWith("metering point") ? "inferred" : "read";
}

function isNamed(stated: unknown, name: string): boolean {
  return typeof stated === "object" && stated !== null && name in stated;
}

function usedAttributes(used: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(used) ? used.map((attribute: { readonly name?: unknown }) => attribute.name) : []);
}

/** Categories that name a price area of Denmark. */
export const AREAS: ReadonlySet<string> = new Set(["energy.electricity.grid_dk1", "energy.electricity.grid_dk2"]);

/** A price area stands in the category of electricity; readings from before it was told how it became known say nothing of it. */
function gridAreaOrigin({ split, splits }: OriginFacts): FieldOrigin | null {
  if (!AREAS.has(split.category_key)) return null;
  const first = firstOfCategory(split, splits);
  const category = categoryOrigin(first);
  if (category === "person") return category;
  const chosen = first.candidates.find(({ category_key }) => category_key === first.category_key);
  const codes = new Set(toldReasons(chosen?.reason ?? "").map(({ code }) => code));
  if (codes.has("price_area_company")) return "rule";
  if (codes.has("price_area_document")) return "inferred";
  // An earlier decision named the area with the category, or a column of categories did.
  return category === "rule" || chosen === undefined ? category : null;
}

/** The oldest reading since which the category has been the one that it is: later ones may be about other facts. */
function firstOfCategory(split: LineageSplitRow, splits: readonly LineageSplitRow[]): LineageSplitRow {
  const byId = new Map(splits.map((one) => [one.id, one]));
  let first = split;
  for (let earlier = before(first, byId); earlier?.category_key === split.category_key; earlier = before(first, byId)) {
    first = earlier;
  }
  return first;
}

function before(
  { supersedes_split_id }: LineageSplitRow,
  byId: ReadonlyMap<string, LineageSplitRow>,
): LineageSplitRow | undefined {
  return supersedes_split_id === null ? undefined : byId.get(supersedes_split_id);
}

const GRID = "energy.electricity.grid_";

function countryOrigin(facts: OriginFacts, grid_area: FieldOrigin | null): FieldOrigin | null {
  const { activity, counted, split, recorded_country } = facts;
  if (recorded_country !== null) return "person";
  if (AREAS.has(split.category_key)) return grid_area;
  if (counted === null) return null;
  if (!split.category_key.startsWith(GRID)) return "default";
  if (gsrnsIn(activity.description).some((point) => countryOfGsrn(point) !== null)) return "inferred";
  // Whether the place of a known supply told it, its reading does not keep.
  return activity.supply_id === null ? "default" : null;
}

/** A person names the method with emissions or with the factor, a rule with the factor; else it follows from what the activity states. */
function methodOrigin({ counted, split }: OriginFacts): FieldOrigin | null {
  if (counted === null) return null;
  const { inputs } = counted;
  const key = inputs["factor_key"];
  if (typeof key === "string" && key.startsWith("stated.")) return "person";
  if (split.stated?.["company_factor"] != null || split.stated?.["emission_factor"] != null) return "person";
  if (inputs["company_factor_id"] !== undefined || keptRule(split.conversion).factor_key !== null) return "rule";
  return "inferred";
}

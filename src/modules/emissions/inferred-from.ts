import { gsrnsIn } from "../../core/gsrn.ts";
import { toldReasons } from "../../core/told-reasons.ts";
import { priceAreaWords } from "../categorization/index.ts";
import type { FieldOrigins, InferredFrom } from "./field-origins.ts";
import type { OriginFacts } from "./origin-facts.ts";
import { AREAS } from "./origins-of-choice.ts";
import { keptPlace } from "./place-of-use.ts";
import { wordedQuantity } from "./packed-quantity.ts";

/** What every fact with the origin `inferred` follows from, in the words of the line where it has some. Pure. */
export function inferredFrom(facts: OriginFacts, { attributes, ...others }: FieldOrigins): InferredFrom {
  const inferred = (origins: Readonly<Record<string, unknown>>): string[] =>
    Object.keys(origins).filter((fact) => origins[fact] === "inferred");
  return Object.fromEntries([
    // A place of delivery that only the document states leaves no words in the line.
    ...inferred(others).map((fact) => [fact, wordsOf(fact, facts) || line(facts)]),
    ...inferred(attributes).map((name) => [`attributes.${name}`, attributeWords(name, facts) ?? line(facts)]),
  ]);
}

function wordsOf(fact: string, facts: OriginFacts): string {
  switch (fact) {
    case "category":
      return reasonWords(facts);
    case "quantity":
      return quantityWords(facts);
    case "service_period":
      return facts.period_words ?? line(facts);
    case "country":
      return countryWords(facts);
    case "grid_area":
      return areaWords(facts);
    case "method":
      return countedWords(facts);
    default:
      return line(facts);
  }
}

/** The whole line, where its words are not kept piece by piece. */
function line({ activity }: OriginFacts): string {
  return activity.description;
}

/** What the reason of its category names: words, an account, a branch, a measured supply. */
function reasonWords({ split }: OriginFacts): string {
  const reason =
    split.candidates.find(({ category_key }) => category_key === split.category_key)?.reason ?? split.reason;
  const named = toldReasons(reason).map(({ parameters }) => Object.values(parameters).join(" ").replaceAll('"', ""));
  const words = named.filter((text) => text !== "").join("; ");
  return words === "" ? reason : words;
}

/** A quantity in the words of the line, or the amount that a price makes it of. */
function quantityWords(facts: OriginFacts): string {
  const { activity, split, country } = facts;
  const priced = split.conversion.find(({ kind }) => kind === "unit_price");
  return priced?.from ?? wordedQuantity(activity, country)?.words ?? line(facts);
}

function attributeWords(name: string, { counted, split }: OriginFacts): string | null {
  const place = name === "country" ? keptPlace(split.conversion) : null;
  if (place?.country != null) return place.words;
  const used = counted?.inputs["attributes"];
  const attributes: readonly { readonly name?: unknown; readonly words?: unknown }[] = Array.isArray(used) ? used : [];
  const words = attributes.find((attribute) => attribute.name === name)?.words;
  return typeof words === "string" ? words : null;
}

function countryWords(facts: OriginFacts): string {
  const { activity, split } = facts;
  const ofAttribute = attributeWords("country", facts);
  if (ofAttribute !== null) return ofAttribute;
  return AREAS.has(split.category_key) ? areaWords(facts) : gsrnsIn(activity.description).join(", ");
}

/** A place or an area that the line names; what its meter or place of delivery said, the reason of its category tells. */
function areaWords(facts: OriginFacts): string {
  return priceAreaWords(facts.activity) ?? reasonWords(facts);
}

/** What was multiplied by the factor. */
function countedWords(facts: OriginFacts): string {
  const { stated_quantity, stated_unit, amount_excl_vat, currency } = facts.counted?.inputs ?? {};
  if (typeof stated_quantity === "string") return `${stated_quantity} ${String(stated_unit)}`;
  return typeof amount_excl_vat === "string" ? `${amount_excl_vat} ${String(currency)}` : line(facts);
}

import type { NumberLanguage } from "../../../src/core/number-format.ts";
import { numberOf } from "../../app/typed-number.ts";
import { typedIn } from "../../parts/form/fields.tsx";
import type { Answer, Datapoint } from "./queries.ts";

export type Value = NonNullable<Answer["value"]>;

/** Name of the field that an answer is typed into or chosen in. */
export const VALUE = "value";

/** What was typed or chosen, in the form that the datapoint's kind takes. */
export function typedAnswer(
  kind: Datapoint["kind"],
  form: FormData,
  language: NumberLanguage,
): { readonly value: Value } | { readonly problem: "unreadable" | "empty" } {
  if (kind === "enumeration_set") {
    const chosen = form.getAll(VALUE).filter((one) => typeof one === "string" && one !== "");
    return chosen.length === 0 ? { problem: "empty" } : { value: chosen.map(String) };
  }
  const typed = typedIn(form, VALUE);
  if (typed === "") return { problem: "empty" };
  if (kind === "boolean") return { value: typed === "true" };
  if (kind !== "number") return { value: typed };
  const number = numberOf(typed, language);
  return number === null ? { problem: "unreadable" } : { value: number };
}

/** An answer as it stands in the field that it was typed into; a list as its members. */
export function shownAnswer(value: Answer["value"], language: NumberLanguage): string | readonly string[] {
  if (value === null) return "";
  if (Array.isArray(value)) return value;
  if (typeof value === "number") return language === "da" ? String(value).replace(".", ",") : String(value);
  return String(value);
}

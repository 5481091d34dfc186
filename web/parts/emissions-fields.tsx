import type { ReactNode } from "react";
import type { NumberLanguage } from "../../src/core/number-format.ts";
import { useTexts } from "../app/language.ts";
import type { Operations } from "../app/operations.gen.ts";
import { numberOf } from "../app/typed-number.ts";
import { EMISSIONS_TEXTS } from "./emissions-texts.ts";
import { Choice, Field } from "./form/fields.tsx";
import { slip } from "./form/issues.tsx";
import { isMethod, METHOD_TEXTS } from "./methods.ts";

export type StatedEmissions = NonNullable<NonNullable<Operations["accept_review_item"]["input"]["facts"]>["emissions"]>;

/** Members of stated emissions, in the order in which they are asked; the first four are needed. */
export const EMISSIONS = ["kg_co2e", "source", "year", "method", "biogenic_co2_kg", "verified_by"] as const;
export type EmissionsField = (typeof EMISSIONS)[number];

const NEEDED = 4;
const FIGURES = new Set<EmissionsField>(["kg_co2e", "year", "biogenic_co2_kg"]);
/** Most characters that the service takes. */
const LENGTHS: Partial<Record<EmissionsField, number>> = { source: 300, verified_by: 200 };

interface Bound {
  readonly value?: string;
  readonly defaultValue?: string;
  readonly onChange?: (event: { readonly target: { readonly value: string } }) => void;
}

/** What a source worked out, with the source; `bound` says what stands in a field and who hears of changes. */
export function EmissionsFields({ bound }: { readonly bound: (name: EmissionsField) => Bound }): ReactNode {
  const texts = useTexts(EMISSIONS_TEXTS);
  const methods = useTexts(METHOD_TEXTS);
  return EMISSIONS.map((name) => {
    const field = { name, label: texts[name], paths: `emissions.${name}${name === "kg_co2e" ? " emissions" : ""}` };
    if (name === "method") {
      const options = ["", ...Object.keys(methods)].map((value) => ({ value, name: methods[value] ?? "" }));
      return <Choice key={name} {...field} options={options} more={{ required: false, ...bound(name) }} />;
    }
    const more = { maxLength: LENGTHS[name], inputMode: FIGURES.has(name) ? ("decimal" as const) : ("text" as const) };
    return <Field key={name} {...field} more={{ ...more, ...bound(name) }} />;
  });
}

/** What was typed as emissions; null: nothing was. @throws Refusal by which each field tells what is wrong with it */
export function emissionsOf(typed: (name: EmissionsField) => string, language: NumberLanguage): StatedEmissions | null {
  const text = (name: EmissionsField): string => typed(name).trim();
  const figure = (name: EmissionsField): number | null => numberOf(text(name), language);
  if (EMISSIONS.every((name) => text(name) === "")) return null;
  const wrong = EMISSIONS.flatMap((name, index): (readonly [string, string])[] => {
    if (text(name) === "") return index < NEEDED ? [[`emissions.${name}`, "required"]] : [];
    return FIGURES.has(name) && figure(name) === null ? [[`emissions.${name}`, "number_wrong"]] : [];
  });
  const [kg_co2e, year, biogenic_co2_kg] = [figure("kg_co2e"), figure("year"), figure("biogenic_co2_kg")];
  const method = text("method");
  if (wrong.length > 0 || kg_co2e === null || year === null || !isMethod(method)) throw slip(wrong);
  return {
    kg_co2e,
    source: text("source"),
    year,
    method,
    ...(biogenic_co2_kg === null ? {} : { biogenic_co2_kg }),
    ...(text("verified_by") === "" ? {} : { verified_by: text("verified_by") }),
  };
}

import type { StatedFuelValue } from "../../core/fuel-value.ts";
import type { OpenPeriod } from "../../core/open-period.ts";
import type { ConversionStep } from "./calculation.ts";
import { keptRule, type LineRule, ruleSteps } from "./factor-choice/rule-steps.ts";
import { keptOpenPeriod, openPeriodSteps } from "./open-period.ts";
import { keptPlace, type PlaceOfUse, placeSteps } from "./place-of-use.ts";
import { keptPrintedParts } from "./printed-parts.ts";
import { keptVatPercent, printedVatSteps } from "./printed-vat.ts";
import { fuelValueSteps, keptFuelValues } from "./stated-fuel-values.ts";

/** What the document of a line says of it beside its columns, and what a rule said: it stays with each later reading, as steps. */
export interface KeptFacts {
  /** Heating values, densities and factors that the document states. */
  readonly fuel_values: readonly StatedFuelValue[];
  /** What it names without its first and last day; undefined: nothing. */
  readonly open_period: OpenPeriod | undefined;
  /** As `printedPartSteps` has them. */
  readonly printed_parts: readonly ConversionStep[];
  readonly rule: LineRule;
  readonly place: PlaceOfUse | null;
  /** Rate of VAT that it prints for amounts that include it; null: none. */
  readonly printed_vat_percent: string | null;
}

/** The steps that keep them with a reading. The only list of them: what it lacks is forgotten when the line is read again. */
export function keptFactSteps(facts: KeptFacts): ConversionStep[] {
  return [
    ...fuelValueSteps(facts.fuel_values),
    ...openPeriodSteps(facts.open_period),
    ...facts.printed_parts,
    ...ruleSteps(facts.rule),
    ...placeSteps(facts.place),
    ...printedVatSteps(facts.printed_vat_percent),
  ];
}

/** What `keptFactSteps` kept with a reading. */
export function keptFacts(conversion: readonly ConversionStep[]): KeptFacts {
  return {
    fuel_values: keptFuelValues(conversion),
    open_period: keptOpenPeriod(conversion),
    printed_parts: keptPrintedParts(conversion),
    rule: keptRule(conversion),
    place: keptPlace(conversion),
    printed_vat_percent: keptVatPercent(conversion),
  };
}

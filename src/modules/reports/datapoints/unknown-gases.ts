import { SCOPE3_CATEGORIES } from "../../../core/ghg.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { vsmeCatalog } from "./catalog.ts";
import { sourceName } from "./contradictions.ts";
import { categorySource, type GasSource, knownGas, scopeSource, STATED_NONE } from "./known-gases.ts";

type Texts = Readonly<Record<"da" | "en", string>>;

/** The datapoints that tell a kind of emissions alone, by its member. */
const SINGLE: Readonly<Record<string, GasSource>> = {
  GrossScope1GreenhouseGasEmissions: scopeSource(1),
  GrossLocationBasedScope2GreenhouseGasEmissions: scopeSource(2),
  GrossMarketBasedScope2GreenhouseGasEmissions: scopeSource(2),
  GrossScope3GreenhouseGasEmissions: scopeSource(3),
  BiogenicCO2Emissions: "cl:BiogenicCO2Member",
  E1GrossScope1: scopeSource(1),
  E1GrossLocationBasedScope2: scopeSource(2),
  E1GrossMarketBasedScope2: scopeSource(2),
  E1GrossScope3: scopeSource(3),
  E1BiogenicCO2Emissions: "cl:BiogenicCO2Member",
};

/** Why a figure of emissions is missing and what would help; null for other datapoints, and for what is known. */
export function unknownGasText(datapoint: string, snapshot: Snapshot): Texts | null {
  const source = SINGLE[datapoint];
  if (source === undefined) return null;
  const { kind } = knownGas(source, snapshot);
  if (kind === "negative") {
    return {
      en: "the ledger's sum is negative, which no gross emission is: check the credit notes",
      da: "regnskabets sum er negativ, og det er ingen bruttoudledning: se kreditnotaerne efter",
    };
  }
  if (kind !== "unknown") return null;
  const question = vsmeCatalog().by_id.get(STATED_NONE);
  if (question === undefined) throw new Error(`the catalog lacks ${STATED_NONE}`);
  return {
    en: `the ledger has no entries of it. Unknown is not zero: send the invoices, or answer “${question.label_en}” for “${sourceName(source, "en")}”`,
    da: `regnskabet har ingen posteringer af den. Ukendt er ikke nul: send bilagene, eller svar på »${question.label_da}« ved »${sourceName(source, "da")}«`,
  };
}

/** The reason for which a person has left a scope 3 category out of the climate chapter; null: none was given. */
export function omissionReason(number: number, { inputs }: Pick<Snapshot, "inputs">): string | null {
  const row = inputs.find(
    ({ datapoint, member, status }) =>
      datapoint === "E1Scope3OmissionReason" && member === categorySource(number) && status === "reported",
  );
  return typeof row?.value === "string" ? row.value : null;
}

/** Kinds of emissions that no disclosure asks for by themselves and of which nothing is known, in words. */
export function unknownGasDoubts(snapshot: Snapshot, asked: ReadonlySet<string>): Texts[] {
  const isAsked = (source: GasSource) => [...asked].some((datapoint) => SINGLE[datapoint] === source);
  const isUnknown = (source: GasSource) => knownGas(source, snapshot).kind === "unknown";
  const whole = [scopeSource(3), "cl:BiogenicCO2Member" as const]
    .filter((source) => isUnknown(source) && !isAsked(source))
    .map((source) => ({
      en: `${sourceName(source, "en")} is not known: no entry tells any, and nobody has stated that there is none`,
      da: `${sourceName(source, "da")} er ukendt: ingen postering viser noget, og ingen har oplyst, at der ingen er`,
    }));
  const categories = SCOPE3_CATEGORIES.filter(
    ({ number }) => isUnknown(categorySource(number)) && omissionReason(number, snapshot) === null,
  );
  if (isUnknown(scopeSource(3)) || categories.length === 0) return whole;
  const list = (name: (category: (typeof categories)[number]) => string) =>
    categories.map((category) => `${category.number}. ${name(category)}`).join("; ");
  const some = {
    en: `Scope 3 categories without entries, which are not known to be zero: ${list(({ name_en }) => name_en)}`,
    da: `Scope 3-kategorier uden posteringer, som ikke vides at være nul: ${list(({ name_da }) => name_da)}`,
  };
  return [...whole, some];
}

import { formatNumber } from "../../../core/number-format.ts";
import { type Decimal, roundedTo, tonnesOf } from "../../../core/quantity.ts";
import { crossChecks, type InputWarning } from "../inputs/cross-checks.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import { vsmeCatalog } from "./catalog.ts";
import { contradictedStatements, GAS_SOURCES, type GasSource, knownGas, STATED_NONE } from "./known-gases.ts";
import { bookedBase } from "./ledger-targets.ts";

/** What a report tells beside its figures, in both languages. */
export type Contradiction = InputWarning;

/**
 * What does not go together: answers among themselves, statements and targets against the ledger, and sums of the ledger that
 * no gross emission can have. None in reports of format 4, which did not tell them.
 */
export function contradictions(snapshot: Snapshot): readonly Contradiction[] {
  if (!tellsUnknown(snapshot)) return [];
  return [...statedNoneWarnings(snapshot), ...negativeWarnings(snapshot), ...baseWarnings(snapshot)].concat(
    crossChecks(snapshot.inputs),
  );
}

/** The name of a kind of emissions. */
export function sourceName(source: GasSource, language: "da" | "en"): string {
  const row = vsmeCatalog().lists.get("emission_source")?.get(source);
  return (language === "da" ? row?.label_da : row?.label_en) ?? source;
}

/** Datapoints of both standards that tell a kind of emissions. */
function datapointsOf(source: GasSource): readonly string[] {
  switch (source) {
    case "cl:Scope1Member":
      return ["GrossScope1GreenhouseGasEmissions", "E1GrossScope1"];
    case "cl:Scope2Member":
      return ["GrossLocationBasedScope2GreenhouseGasEmissions", "E1GrossLocationBasedScope2"];
    case "cl:Scope3Member":
      return ["GrossScope3GreenhouseGasEmissions", "E1GrossScope3"];
    case "cl:BiogenicCO2Member":
      return ["BiogenicCO2Emissions", "E1BiogenicCO2Emissions"];
    default:
      return ["GrossScope3GreenhouseGasEmissionsByCategory", "E1GrossScope3ByCategory"];
  }
}

function statedNoneWarnings(snapshot: Snapshot): Contradiction[] {
  return contradictedStatements(snapshot).map(({ source, entry_count }) => ({
    code: "stated_none",
    message: {
      en: `${sourceName(source, "en")} is stated to be none, and the ledger has ${counted(entry_count, "en")} of it: the ledger's figure is told`,
      da: `${sourceName(source, "da")} er oplyst at være ingen, og regnskabet har ${counted(entry_count, "da")} af den: regnskabets tal er vist`,
    },
    datapoints: [STATED_NONE, ...datapointsOf(source)],
  }));
}

function counted(count: number, language: "da" | "en"): string {
  const [singular, plural] = language === "da" ? ["postering", "posteringer"] : ["entry", "entries"];
  return `${formatNumber(count, language)} ${count === 1 ? singular : plural}`;
}

function negativeWarnings(snapshot: Snapshot): Contradiction[] {
  return GAS_SOURCES.flatMap((source) => {
    const gas = knownGas(source, snapshot);
    if (gas.kind !== "negative") return [];
    const figure = (language: "da" | "en") => tonnes(gas.market_based_kg, language);
    return [
      {
        code: "negative_emissions",
        message: {
          en: `${sourceName(source, "en")} adds up to ${figure("en")} tCO2e: credit notes are larger than purchases. Gross emissions cannot be negative, so the figure is not reported`,
          da: `${sourceName(source, "da")} giver tilsammen ${figure("da")} tCO2e: kreditnotaer er større end køb. Bruttoudledninger kan ikke være negative, så tallet er ikke rapporteret`,
        },
        datapoints: datapointsOf(source),
      },
    ];
  });
}

/** A stated base beside a whole year of the ledger that has another sum. */
function baseWarnings({ targets, facts }: Snapshot): Contradiction[] {
  return targets.flatMap((target) => {
    const kg = bookedBase(target, facts.years);
    if (kg === null || roundedTo(tonnesOf(kg), 3) === roundedTo(tonnesOf(target.baseline_emissions), 3)) return [];
    const [base, booked] = [target.baseline_emissions, kg];
    return [
      {
        code: "target_base",
        message: {
          en: `The target "${target.name}" states a base of ${tonnes(base, "en")} tCO2e in ${target.baseline_year}; the ledger has ${tonnes(booked, "en")} tCO2e of the same scopes and year`,
          da: `Målet "${target.name}" angiver en basis på ${tonnes(base, "da")} tCO2e i ${target.baseline_year}; regnskabet har ${tonnes(booked, "da")} tCO2e i samme scopes og år`,
        },
        datapoints: ["GreenhouseGasEmissionReductionTargetBaseYear", "E1TargetBaselineValue"],
      },
    ];
  });
}

function tonnes(kg: number | Decimal, language: "da" | "en"): string {
  return formatNumber(roundedTo(tonnesOf(kg), 3), language, 3);
}

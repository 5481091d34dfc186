import { type Decimal, decimalSum } from "../../../core/quantity.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";
import { cellKey, type UnroundedFact, type UnroundedFacts, sumOf } from "./unrounded-facts.ts";

/** A figure that follows from others; null: one of them is not known, or the result would mean nothing. */
export interface Rule {
  readonly datapoint: string;
  readonly from: readonly string[];
  readonly compute: (unroundedFacts: UnroundedFacts) => Decimal | null;
  /** Of a breakdown only these rows count. */
  readonly matches?: RegExp;
}

/** Hours that 100 full-time employees work in a year: accidents are counted per these (VSME 41 a). */
const HOURS_OF_100_EMPLOYEES = 200_000;
/** Of the report's currency: per single unit of it intensities begin with five zeros. */
export const MILLION = 1_000_000;

export function ratio(datapoint: string, [above, below]: readonly [string, string], factor = 1): Rule {
  const compute = (unroundedFacts: UnroundedFacts) =>
    divided(unroundedFacts.amount(above), unroundedFacts.amount(below), factor);
  return { datapoint, from: [above, below], compute };
}

export function divided(above: Decimal | null, below: Decimal | null, factor: number): Decimal | null {
  if (above === null || below === null || !below.gt(0)) return null;
  return above.times(factor).div(below);
}

function total(datapoint: string, from: readonly string[]): Rule {
  return { datapoint, from, compute: (unroundedFacts) => sumOf(from.map((id) => unroundedFacts.amount(id))) };
}

/**
 * The sum of a breakdown's rows whose member matches; null without rows. Only of a breakdown that people gave: of the
 * ledger's own, rows that were not measured are left out, and it puts in the total itself where none is.
 */
function rowTotal(datapoint: string, [rowsOf, ...parts]: readonly [string, ...string[]], matches: RegExp): Rule {
  const compute = (unroundedFacts: UnroundedFacts) => {
    const rows = [rowsOf, ...parts].flatMap((id) => unroundedFacts.rows(id));
    if (rows.some(({ provenance }) => provenance.source === "ledger")) return null;
    // A row of which a part is not known has no total, and then there is none of all rows.
    const members = new Set(rows.map(({ member }) => member).filter((member) => matches.test(member ?? "")));
    return sumOf([...members].map((member) => unroundedFacts.amount(rowsOf, member)));
  };
  return { datapoint, from: [rowsOf], compute, matches };
}

const HAZARDOUS = /^waste:W-\d+-Hazardous-/;
const NON_HAZARDOUS = /^waste:W-\d+-Non-Hazardous-/;
const EVERY = /^/;

/** The total of each kind of waste and its two parts. */
const WASTE_MASS = [
  "TotalWasteRecycledReusedAndDirectedToDisposalMass",
  "WasteDivertedToRecycleOrReuseMass",
  "WasteDirectedToDisposalMass",
] as const;
const WASTE_VOLUME = [
  "TotalWasteRecycledReusedAndDirectedToDisposalVolume",
  "WasteDivertedToRecycleOrReuseVolume",
  "WasteDirectedToDisposalVolume",
] as const;

const TARGET_TOTALS = ["BaselineYearMember", "TargetYearMember"].flatMap((year) =>
  (["Location", "Market"] as const).flatMap((method) => {
    const both = `TotalGross${method}BasedScope1AndScope2GHGEmissions.${year}`;
    const scope2 = `Gross${method}BasedScope2GreenhouseGasEmissions.${year}`;
    return [
      total(both, [`GrossScope1GreenhouseGasEmissions.${year}`, scope2]),
      total(`TotalGross${method}BasedGHGEmissions.${year}`, [both, `GrossScope3GreenhouseGasEmissions.${year}`]),
    ];
  }),
);

/** In an order in which each needs only what is before it. */
export const DERIVED: readonly Rule[] = [
  ratio("Scope1AndScope2GreenhouseGasEmissionsIntensityValueLocationBased", [
    "TotalGrossLocationBasedScope1AndScope2GHGEmissions",
    "Turnover",
  ]),
  ratio("Scope1AndScope2GreenhouseGasEmissionsIntensityValueMarketBased", [
    "TotalGrossMarketBasedScope1AndScope2GHGEmissions",
    "Turnover",
  ]),
  ratio("TotalLocationBasedGreenhouseGasEmissionsIntensityValue", ["TotalGrossLocationBasedGHGEmissions", "Turnover"]),
  ratio("TotalMarketBasedGreenhouseGasEmissionsIntensityValue", ["TotalGrossMarketBasedGHGEmissions", "Turnover"]),
  // The same for people; VSME's own concepts are per unit of money.
  ratio(
    "Scope1AndScope2IntensityPerMillionTurnover",
    ["TotalGrossLocationBasedScope1AndScope2GHGEmissions", "Turnover"],
    MILLION,
  ),
  ratio("TotalIntensityPerMillionTurnover", ["TotalGrossLocationBasedGHGEmissions", "Turnover"], MILLION),
  difference("TotalWaterConsumption", [
    "TotalAmountOfWaterWithdrawnFromAllSites",
    "WaterDischargeFromUndertakingProductionProcesses",
  ]),
  rowTotal("TotalHazardousWasteGeneratedMass", WASTE_MASS, HAZARDOUS),
  rowTotal("TotalNonHazardousWasteGeneratedMass", WASTE_MASS, NON_HAZARDOUS),
  total("TotalWasteGeneratedMass", ["TotalHazardousWasteGeneratedMass", "TotalNonHazardousWasteGeneratedMass"]),
  rowTotal("TotalHazardousWasteGeneratedVolume", WASTE_VOLUME, HAZARDOUS),
  rowTotal("TotalNonHazardousWasteGeneratedVolume", WASTE_VOLUME, NON_HAZARDOUS),
  total("TotalWasteGeneratedVolume", ["TotalHazardousWasteGeneratedVolume", "TotalNonHazardousWasteGeneratedVolume"]),
  rowTotal("TotalMassOfMaterialUsed", ["WeightOfMaterialUsed"], EVERY),
  rowTotal("TotalVolumeOfMaterialUsed", ["VolumeOfMaterialUsed"], EVERY),
  {
    datapoint: "EmployeeTurnoverRate",
    from: ["NumberOfEmployeesWhoLeft", "NumberOfEmployeesAtBeginning", "NumberOfEmployeesAtEnd"],
    compute: (unroundedFacts) => {
      const ends = sumOf([
        unroundedFacts.amount("NumberOfEmployeesAtBeginning"),
        unroundedFacts.amount("NumberOfEmployeesAtEnd"),
      ]);
      return divided(unroundedFacts.amount("NumberOfEmployeesWhoLeft"), ends?.div(2) ?? null, 100);
    },
  },
  ratio(
    "RateOfRecordableWorkRelatedAccidentsInTheReportingPeriod",
    ["NumberOfRecordableWorkRelatedAccidentsInTheReportingPeriod", "TotalHoursWorked"],
    HOURS_OF_100_EMPLOYEES,
  ),
  {
    datapoint: "PercentageGapInPayBetweenFemaleAndMaleEmployees",
    from: ["AverageHourlyPayOfMaleEmployees", "AverageHourlyPayOfFemaleEmployees"],
    compute: (unroundedFacts) => {
      const male = unroundedFacts.amount("AverageHourlyPayOfMaleEmployees");
      const female = unroundedFacts.amount("AverageHourlyPayOfFemaleEmployees");
      return male === null || female === null ? null : divided(male.minus(female), male, 100);
    },
  },
  ratio(
    "PercentageOfEmployeesCoveredByCollectiveBargainingAgreements",
    ["NumberOfEmployeesCoveredByCollectiveAgreements", "NumberOfEmployees"],
    100,
  ),
  ...TARGET_TOTALS,
  ratio("FemaleToMaleRatioAtManagementLevelForTheReportingPeriod", ["NumberOfFemaleManagers", "NumberOfMaleManagers"]),
  total("TotalRevenuesDerivedFromFossilFuelCoalOilAndGasSector", [
    "RevenueDerivedFromCoal",
    "RevenueDerivedFromOil",
    "RevenueDerivedFromGas",
  ]),
  ratio("GenderDiversityRatioInGovernanceBody", ["NumberOfFemaleBoardMembers", "NumberOfMaleBoardMembers"]),
];

export function difference(datapoint: string, [whole, part]: readonly [string, string]): Rule {
  const compute = (unroundedFacts: UnroundedFacts) => {
    const [all, gone] = [unroundedFacts.amount(whole), unroundedFacts.amount(part)];
    return all === null || gone === null || gone.gt(all) ? null : all.minus(gone);
  };
  return { datapoint, from: [whole, part], compute };
}

/** Puts in every figure that follows from what is there; an answer for it stays. */
export function putDerived(unroundedFacts: UnroundedFacts, snapshot: Pick<Snapshot, "format">): void {
  putWasteRows(unroundedFacts, snapshot);
  putRules(unroundedFacts, DERIVED);
}

/** The same for the rules of another standard. */
export function putRules(unroundedFacts: UnroundedFacts, rules: readonly Rule[]): void {
  for (const rule of rules) {
    const amount = rule.compute(unroundedFacts);
    if (amount !== null) unroundedFacts.put(derived(rule.datapoint, null, { amount }, sourcesOf(unroundedFacts, rule)));
  }
}

/** Datapoints, or keys of single rows where only some count. */
function sourcesOf(unroundedFacts: UnroundedFacts, { from, matches }: Rule): readonly string[] {
  if (matches === undefined) return from;
  const rows = from.flatMap((id) => unroundedFacts.rows(id)).filter(({ member }) => matches.test(member ?? ""));
  return rows.map(({ datapoint, member }) => cellKey(datapoint, member));
}

/** Kinds of waste of which people gave what was recycled or what was disposed of, and not the other: it may not be zero. */
export function halfGivenWaste(unroundedFacts: UnroundedFacts, measure: "Mass" | "Volume"): readonly string[] {
  const [recycled, disposed] = partsOf(measure).map((id) =>
    unroundedFacts
      .rows(id)
      .filter(isGiven)
      .map(({ member }) => member),
  );
  const [recycledMembers, disposedMembers] = [new Set(recycled), new Set(disposed)];
  const whole = new Set(
    unroundedFacts.rows(`TotalWasteRecycledReusedAndDirectedToDisposal${measure}`).map(({ member }) => member),
  );
  return [...new Set([...recycledMembers, ...disposedMembers])].filter(
    (member): member is string =>
      member !== null && recycledMembers.has(member) !== disposedMembers.has(member) && !whole.has(member),
  );
}

function partsOf(measure: "Mass" | "Volume"): [recycled: string, disposed: string] {
  return [`WasteDivertedToRecycleOrReuse${measure}`, `WasteDirectedToDisposal${measure}`];
}

function isGiven({ provenance }: UnroundedFact): boolean {
  return provenance.source !== "ledger";
}

/** Each kind of waste: recycled + disposed of, where both are known. Format 4 took one of them for the whole. */
function putWasteRows(unroundedFacts: UnroundedFacts, snapshot: Pick<Snapshot, "format">): void {
  for (const measure of ["Mass", "Volume"] as const) {
    const parts = partsOf(measure);
    const half = new Set<string | null>(tellsUnknown(snapshot) ? halfGivenWaste(unroundedFacts, measure) : []);
    const members = new Set(parts.flatMap((id) => unroundedFacts.rows(id).map(({ member }) => member)));
    for (const member of members) {
      if (half.has(member)) continue;
      const amounts = parts.map((id) => unroundedFacts.amount(id, member)).filter((amount) => amount !== null);
      const amount = decimalSum(amounts);
      unroundedFacts.put(derived(`TotalWasteRecycledReusedAndDirectedToDisposal${measure}`, member, { amount }, parts));
    }
  }
}

function derived(
  datapoint: string,
  member: string | null,
  value: UnroundedFact["value"],
  from: readonly string[],
): UnroundedFact {
  return { datapoint, member, value, provenance: { source: "derived", derived_from: [...from] } };
}

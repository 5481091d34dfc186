import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { setReportInputs } from "../modules/reports/inputs/set-report-inputs.ts";

type Value = string | number | boolean | readonly string[];
type Cells = Readonly<Record<string, Value>>;

interface DemoAnswer {
  readonly datapoint: string;
  readonly member?: string;
  readonly value?: Value;
  readonly status?: "omitted" | "not_applicable";
  readonly note?: string;
}

/** What stays the same from year to year; names, places and words are made up, like the company. */
const STANDING: Cells = {
  RegistrationNumber: "29189846",
  ReportCurrency: "DKK",
  BasisForReporting: "vsme:IndividualMember",
  UndertakingsLegalForm: "vsme:PrivateLimitedLiabilityUndertakingMember",
  EmployeeCountingMethodology: "vsme:AtTheEndOfTheReportingPeriodMember",
  TypeOfNumberOfEmployees: "vsme:Full-TimeEquivalentFTEMember",
  CountryOfPrimaryOperationsAndLocationOfSignificantAssets: "country:DK",
  HasSustainabilityCertifications: true,
  DescriptionOfSustainabilityRelatedCertificationsOrLabels:
    "FSC chain of custody for oak and birch products since 2019, renewed for five years in March 2024; the auditor visits once a year.",
  HasPracticesPoliciesOrInitiatives: true,
  SustainabilityIssueAddressedByPracticePolicyAndOrFutureInitiative: [
    "vsme:ClimateChangeMember",
    "vsme:CircularEconomyMember",
    "vsme:OwnWorkforceMember",
  ],
  PracticePolicyAndOrFutureInitiativeIsPubliclyAvailable: true,
  UndertakingHasSetATargetWhichIsRelatedToAPolicy: true,
  MustReportPollutants: false,
  HasSitesNearBiodiversitySensitiveAreas: false,
  HasWaterConsumingProcesses: false,
  UndertakingAppliesCircularEconomyPrinciples: true,
  DescriptionOfHowCircularEconomyPrinciplesAreApplied:
    "Tables and chairs are built with screws instead of glue where the construction allows it, so that parts can be replaced. " +
    "Spare parts are kept for 15 years. The company takes its own furniture back, repairs it and sells it as used. " +
    "Offcuts of oak become small goods; sawdust goes to a briquette maker.",
  OperatesInMoreThanOneCountry: false,
  EmployeesReceivePayEqualOrAboveMinimumWageDeterminedByNationalLawOrCollectiveAgreement: true,
  HasConvictionsOrFines: false,
  DescriptionOfSignificantGroupsOfProductsAndOrServicesOffered:
    "Dining tables, chairs and shelving in oak and birch for homes and offices, made to order in the company's own workshop; " +
    "repair and refurbishment of its own furniture.",
  DescriptionOfSignificantMarketsTheUndertakingOperatesIn:
    "About two thirds of the revenue comes from furniture shops and private customers in Denmark, the rest from shops and " +
    "interior architects in Northern Germany. Everything is sold from the workshop; there are no shops of its own.",
  DescriptionOfMainBusinessRelationships:
    "Two timber suppliers, one maker of fittings and one of paints stand for four fifths of the purchases of materials. Haulage to " +
    "Germany is bought from one forwarder. The ten largest customers are furniture shops.",
  HasSustainabilityInStrategy: true,
  DescriptionOfKeyElementsOfStrategyThatRelatesToOrAffectsSustainabilityIssues:
    "The owners want every product to be repairable and the workshop to run without fossil fuels by 2030: electric vans, a lower " +
    "flow temperature, solar cells on the roof and timber with footprints from the suppliers themselves.",
  DescriptionOfPracticesPoliciesAndOrFutureInitiatives:
    "Climate policy: emissions are measured per invoice line and reviewed by the management every quarter; purchases over DKK " +
    "50,000 are compared by footprint as well. Circular policy: repair before replacement, take-back of own furniture. Working " +
    "environment policy: an annual workplace assessment, dust extraction at every machine, and a talk with each employee twice a year.",
  MostSeniorLevelAccountableForImplementationOfPolicies:
    "The managing director; the workshop manager for the working environment.",
  DescriptionOfATargetRelatedToAPolicy:
    "To halve the emissions of scope 1 and 2 by 2030 against 2024, and to take back 200 pieces of its own furniture a year by 2028.",
  OperatesInHighClimateImpactSectors: true,
  HasIdentifiedClimateRisks: true,
  DescriptionOfClimateRelatedHazardsAndClimateRelatedTransitionEvents:
    "Physical: cloudbursts and storm surge at the harbour, where the store of timber lies 1.9 metres above the sea; drought and " +
    "beetles in the forests that the oak comes from. Transition: higher prices for fossil fuels and road haulage, and customers that " +
    "ask for footprints per product.",
  DisclosureOfHowItHasAssessedTheExposureAndSensitivityOfItsAssetsActivitiesAndValueChainToTheseHazardsAndTransitionEvents:
    "In 2024 the management went through each site and each large supplier with the insurer, using the public maps of flooding for " +
    "2050. The store of timber is the only building at risk; one timber supplier buys from forests that have had beetles.",
  TimeHorizonsOfAnyClimateRelatedHazardsAndTransitionEventsIdentified:
    "Cloudbursts: now. Storm surge: 5 to 25 years. Prices of fuels and haulage: 1 to 5 years. Timber: 5 to 15 years.",
  DisclosureOfWhetherItHasUndertakenClimateChangeAdaptationActionsForAnyClimateRelatedHazardsAndTransitionEvents: true,
  UndertakingHasACodeOfConductOrHumanRightsPolicyForItsOwnWorkforce: true,
  TypeOfContentCoveredByTheCodeOfConductOrHumanRightsPolicyForItsOwnWorkforce: [
    "vsme:DiscriminationMember",
    "vsme:AccidentPreventionMember",
  ],
  UndertakingHasAComplaintHandlingMechanismForItsOwnWorkforce: true,
  UndertakingHasConfirmedHumanRightsIncidentsInItsOwnWorkforce: false,
  UndertakingIsAwareOfAnyConfirmedIncidentsInvolvingWorkersInTheValueChainAffectedCommunitiesConsumersAndEndUsers: false,
  HasRevenuesFromListedActivities: false,
  UndertakingsAreExcludedFromAnyEuReferenceBenchmarksThatAreAlignedWithTheParisAgreement: false,
  HasGovernanceBody: true,
  NaceSectorClassificationCodes: ["nace:NACE_C3100"],
};

const SITES: Readonly<Record<string, Cells>> = {
  workshop: {
    AddressOfSite: "Kajvej 14",
    PostalCodeOfSite: "2150",
    CityOfSite: "Nordhavn",
    CountryOfSite: "country:DK",
    GPSLocationOfSite: "55.7102, 12.5934",
  },
  "timber-store": {
    AddressOfSite: "Skudehavnsvej 31",
    PostalCodeOfSite: "2150",
    CityOfSite: "Nordhavn",
    CountryOfSite: "country:DK",
  },
};

/**
 * The waste company's statement of 2025: the weights of its invoices, and the treatment, which they do not tell of wood. What
 * was used of the materials was weighed or counted in the workshop.
 */
const ROWS_OF_2025: Readonly<Record<string, Cells>> = {
  "waste:W-200138-Non-Hazardous-WoodOtherThanThatMentionedIn200137Member": {
    WasteDivertedToRecycleOrReuseMass: 14_000,
    WasteDirectedToDisposalMass: 0,
  },
  "waste:W-200101-Non-Hazardous-PaperAndCardboardMember": {
    WasteDivertedToRecycleOrReuseMass: 1_800,
    WasteDirectedToDisposalMass: 0,
  },
  "waste:W-200301-Non-Hazardous-MixedMunicipalWasteMember": {
    WasteDivertedToRecycleOrReuseMass: 0,
    WasteDirectedToDisposalMass: 8_800,
  },
  "waste:W-080111-Hazardous-WastePaintAndVarnishContainingOrganicSolventsOrOtherHazardousSubstancesMember": {
    WasteDivertedToRecycleOrReuseMass: 0,
    WasteDirectedToDisposalMass: 185,
  },
  oak: { NameOfMaterialUsed: "Oak, kiln-dried planks", WeightOfMaterialUsed: 50_400, VolumeOfMaterialUsed: 72 },
  birch: { NameOfMaterialUsed: "Birch plywood, 18 mm", WeightOfMaterialUsed: 9_870 },
  fittings: { NameOfMaterialUsed: "Hinges and drawer slides of steel", WeightOfMaterialUsed: 2_640 },
  lacquer: { NameOfMaterialUsed: "Water-based lacquer and oil", WeightOfMaterialUsed: 760 },
};

/**
 * Figures of a year. Training hours are missing: the company has not counted them, and its reports say so.
 */
const YEARS: Readonly<Record<number, Cells>> = {
  2024: {
    Turnover: 13_650_000,
    Assets: 7_920_000,
    NumberOfEmployees: 15,
    NumberOfPermanentContractEmployees: 14,
    NumberOfTemporaryContractEmployees: 1,
    NumberOfMaleEmployees: 10,
    NumberOfFemaleEmployees: 5,
    NumberOfRecordableWorkRelatedAccidentsInTheReportingPeriod: 2,
    NumberOfFatalitiesAsAResultOfWorkRelatedInjuriesAndWorkRelatedIllHealth: 0,
    TotalHoursWorked: 25_300,
    NumberOfFemaleBoardMembers: 1,
    NumberOfMaleBoardMembers: 3,
  },
  2025: {
    Turnover: 14_800_000,
    Assets: 8_640_000,
    NumberOfEmployees: 16,
    NumberOfPermanentContractEmployees: 14,
    NumberOfTemporaryContractEmployees: 2,
    NumberOfMaleEmployees: 10,
    NumberOfFemaleEmployees: 6,
    NumberOfRecordableWorkRelatedAccidentsInTheReportingPeriod: 1,
    NumberOfFatalitiesAsAResultOfWorkRelatedInjuriesAndWorkRelatedIllHealth: 0,
    TotalHoursWorked: 26_850,
    NumberOfEmployeesCoveredByCollectiveAgreements: 13,
    AmountOfWaterWithdrawnAtSitesLocatedInAreasOfHighWaterStress: 0,
    OperatesWithSignificantMaterialFlows: true,
    HasTransitionPlan: false,
    DateOfAdoptionOfTransitionPlanForUndertakingNotHavingAdoptedTransitionPlanYet: "2026-12-31",
    NumberOfFemaleBoardMembers: 2,
    NumberOfMaleBoardMembers: 3,
  },
};

/** The filling stations tell what their fuels are blended with: the emission factors are those of blends. */
const BLENDS: Readonly<Record<string, Cells>> = {
  "transport.own.diesel": { CarrierRenewableShare: 5.2 },
  "transport.own.petrol": { CarrierRenewableShare: 6.1 },
};

/** What the company does not tell, and why. */
const EXPLAINED: readonly DemoAnswer[] = [
  {
    datapoint:
      "PotentialAdverseEffectsOfClimateRisksThatMayAffectItsFinancialPerformanceOrBusinessOperationsInTheShortMediumOrLongTermIndicatingWhetherItAssessesTheRisksToBeHighMediumOrLow",
    status: "omitted",
    note: "The amounts are known to the bank and the insurer only while the lease of the store is negotiated anew.",
  },
];

/** Answers what the demo company's reports ask for, in the context's environment. Safe to repeat: equal answers change nothing. */
export async function loadReportInputs(ctx: Context): Promise<void> {
  const this_year = ctx.clock.now().getUTCFullYear();
  for (const [year, figures] of Object.entries(YEARS)) {
    const report_year = Number(year);
    if (report_year > this_year) continue;
    const rows = { ...SITES, ...BLENDS, ...(report_year === 2025 ? ROWS_OF_2025 : {}) };
    const inputs = [...answersOf({ ...STANDING, ...figures }), ...rowsOf(rows), ...EXPLAINED];
    await invoke(setReportInputs, ctx, { report_year, inputs });
  }
}

function answersOf(cells: Cells): DemoAnswer[] {
  return Object.entries(cells).map(([datapoint, value]) => ({ datapoint, value }));
}

function rowsOf(rows: Readonly<Record<string, Cells>>): DemoAnswer[] {
  return Object.entries(rows).flatMap(([member, cells]) => answersOf(cells).map((answer) => ({ ...answer, member })));
}

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
    "FSC-sporbarhedscertifikat for produkter af eg og birk siden 2019, fornyet for fem år i marts 2024; auditor kommer en gang om året.",
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
    "Borde og stole samles med skruer i stedet for lim, hvor konstruktionen tillader det, så dele kan skiftes. " +
    "Reservedele gemmes i 15 år. Virksomheden tager sine egne møbler tilbage, reparerer dem og sælger dem som brugte. " +
    "Afskær af eg bliver til små varer; savsmuld går til en briketfabrik.",
  OperatesInMoreThanOneCountry: false,
  EmployeesReceivePayEqualOrAboveMinimumWageDeterminedByNationalLawOrCollectiveAgreement: true,
  HasConvictionsOrFines: false,
  DescriptionOfSignificantGroupsOfProductsAndOrServicesOffered:
    "Spiseborde, stole og reoler i eg og birk til hjem og kontorer, lavet på bestilling i eget værksted; " +
    "reparation og istandsættelse af egne møbler.",
  DescriptionOfSignificantMarketsTheUndertakingOperatesIn:
    "Omkring to tredjedele af omsætningen kommer fra møbelbutikker og private kunder i Danmark, resten fra butikker og " +
    "indretningsarkitekter i Nordtyskland. Alt sælges fra værkstedet; der er ingen egne butikker.",
  DescriptionOfMainBusinessRelationships:
    "To trælaster, en beslagfabrik og en lakfabrik står for fire femtedele af materialekøbene. Transport til " +
    "Tyskland købes hos en speditør. De ti største kunder er møbelbutikker.",
  HasSustainabilityInStrategy: true,
  DescriptionOfKeyElementsOfStrategyThatRelatesToOrAffectsSustainabilityIssues:
    "Ejerne vil have, at hvert produkt kan repareres, og at værkstedet kører uden fossile brændsler i 2030: elvarebiler, lavere " +
    "fremløbstemperatur, solceller på taget og træ med leverandørernes egne klimaaftryk.",
  DescriptionOfPracticesPoliciesAndOrFutureInitiatives:
    "Klimapolitik: udledninger opgøres pr. fakturalinje og gennemgås af ledelsen hvert kvartal; køb over 50.000 kr. " +
    "sammenlignes også på klimaaftryk. Cirkulær politik: reparation før udskiftning, egne møbler tages tilbage. " +
    "Arbejdsmiljøpolitik: en årlig arbejdspladsvurdering, udsugning ved hver maskine og en samtale med hver medarbejder to gange om året.",
  MostSeniorLevelAccountableForImplementationOfPolicies: "Direktøren; værkstedslederen for arbejdsmiljøet.",
  DescriptionOfATargetRelatedToAPolicy:
    "At halvere udledningerne i scope 1 og 2 i 2030 i forhold til 2024 og at tage 200 egne møbler tilbage om året fra 2028.",
  OperatesInHighClimateImpactSectors: true,
  HasIdentifiedClimateRisks: true,
  DescriptionOfClimateRelatedHazardsAndClimateRelatedTransitionEvents:
    "Fysiske: skybrud og stormflod ved havnen, hvor trælageret ligger 1,9 meter over havet; tørke og " +
    "biller i de skove, som egetræet kommer fra. Omstilling: højere priser på fossile brændsler og vejtransport, og kunder, der " +
    "beder om klimaaftryk pr. produkt.",
  DisclosureOfHowItHasAssessedTheExposureAndSensitivityOfItsAssetsActivitiesAndValueChainToTheseHazardsAndTransitionEvents:
    "I 2024 gennemgik ledelsen hvert sted og hver stor leverandør med forsikringsselskabet efter de offentlige kort over oversvømmelser i " +
    "2050. Trælageret er den eneste bygning i fare; en trælast køber fra skove, der har haft biller.",
  TimeHorizonsOfAnyClimateRelatedHazardsAndTransitionEventsIdentified:
    "Skybrud: nu. Stormflod: 5 til 25 år. Priser på brændsler og transport: 1 til 5 år. Træ: 5 til 15 år.",
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
  oak: { NameOfMaterialUsed: "Egeplanker, ovntørret", WeightOfMaterialUsed: 50_400, VolumeOfMaterialUsed: 72 },
  birch: { NameOfMaterialUsed: "Birkefiner, 18 mm", WeightOfMaterialUsed: 9_870 },
  fittings: { NameOfMaterialUsed: "Hængsler og skuffeskinner af stål", WeightOfMaterialUsed: 2_640 },
  lacquer: { NameOfMaterialUsed: "Vandbaseret lak og olie", WeightOfMaterialUsed: 760 },
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
    note: "Beløbene kendes kun af banken og forsikringsselskabet, mens lejemålet for lageret forhandles igen.",
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

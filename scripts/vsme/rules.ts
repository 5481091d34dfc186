/**
 * What the taxonomy does not say and the standard and EFRAG's digital template 1.3.0 do: in which disclosure a role is, what
 * must be reported when, and where the figure comes from. Reviewed by hand; the taxonomy gives everything else.
 */
export interface Rule {
  readonly requirement?: "always" | "if_applicable" | "may";
  readonly condition?: string;
  readonly source?: "ledger" | "ledger_or_input" | "derived" | "derived_or_input" | "input";
}

interface RoleRule extends Rule {
  /** Number of the presentation role. */
  readonly role: string;
  readonly section: string;
}

const may: Rule = { requirement: "may" };
const when = (condition: string): Rule => ({ requirement: "if_applicable", condition });

/** In the order of the report: the disclosures in the standard's order. */
export const ROLES: readonly RoleRule[] = [
  { role: "101", section: "B1" },
  { role: "102", section: "B1", ...when("BasisForReporting=vsme:ConsolidatedMember") },
  { role: "103", section: "B1" },
  { role: "100", section: "B1", ...may },
  { role: "104", section: "B2", ...when("HasPracticesPoliciesOrInitiatives") },
  { role: "105", section: "B2", ...when("UndertakingsLegalForm=vsme:CooperativeMember") },
  { role: "108", section: "B3", source: "ledger_or_input" },
  { role: "109", section: "B3", requirement: "if_applicable", source: "ledger_or_input" },
  { role: "110", section: "B3", source: "ledger" },
  { role: "111", section: "B3", source: "derived" },
  { role: "112", section: "B4", ...when("MustReportPollutants") },
  { role: "113", section: "B4", ...when("MustReportPollutants & !PubliclyAvailableDisclosure") },
  { role: "114", section: "B5", ...when("HasSitesNearBiodiversitySensitiveAreas") },
  { role: "115", section: "B5", ...may },
  { role: "116", section: "B6" },
  { role: "117", section: "B6", ...when("HasWaterConsumingProcesses") },
  { role: "118", section: "B7" },
  { role: "119", section: "B7" },
  { role: "120", section: "B7" },
  { role: "121", section: "B7", ...when("OperatesWithSignificantMaterialFlows") },
  { role: "122", section: "B7", ...when("OperatesWithSignificantMaterialFlows") },
  { role: "1275", section: "B7", ...may },
  { role: "128", section: "B8" },
  { role: "129", section: "B8" },
  { role: "130", section: "B8", ...when("OperatesInMoreThanOneCountry") },
  { role: "131", section: "B8", ...when("NumberOfEmployees>=50"), source: "derived_or_input" },
  { role: "132", section: "B9" },
  { role: "133", section: "B10" },
  { role: "1365", section: "B10", ...may },
  { role: "137", section: "B11", ...when("HasConvictionsOrFines") },
  { role: "141", section: "B11", ...may },
  { role: "106", section: "C1" },
  { role: "107", section: "C2", ...when("HasPracticesPoliciesOrInitiatives") },
  { role: "123", section: "C3", ...when("HasReductionTargets"), source: "ledger_or_input" },
  { role: "124", section: "C3", requirement: "may", condition: "HasReductionTargets", source: "ledger_or_input" },
  { role: "125", section: "C3", ...when("HasReductionTargets"), source: "ledger_or_input" },
  { role: "126", section: "C3", ...when("OperatesInHighClimateImpactSectors & HasTransitionPlan") },
  { role: "127", section: "C4", ...when("HasIdentifiedClimateRisks") },
  { role: "134", section: "C5", requirement: "may", condition: "NumberOfEmployees>=50" },
  { role: "135", section: "C6" },
  { role: "136", section: "C7" },
  { role: "138", section: "C8", ...when("HasRevenuesFromListedActivities") },
  { role: "139", section: "C8" },
  { role: "140", section: "C9", ...when("HasGovernanceBody"), source: "derived_or_input" },
];

const UNCHANGED = "ReportContainsDisclosuresFromThePreviousReportingPeriodThatRemainUnchanged";
const OWN_CODE = "UndertakingHasACodeOfConductOrHumanRightsPolicyForItsOwnWorkforce";
const OWN_CONTENT = "TypeOfContentCoveredByTheCodeOfConductOrHumanRightsPolicyForItsOwnWorkforce";
const INCIDENTS = "UndertakingHasConfirmedHumanRightsIncidentsInItsOwnWorkforce";
const INCIDENT_TYPE = "TypeOfHumanRightRelatedToTheConfirmedIncident";
const CHAIN_INCIDENTS =
  "UndertakingIsAwareOfAnyConfirmedIncidentsInvolvingWorkersInTheValueChainAffectedCommunitiesConsumersAndEndUsers";

/** By id, over the rule of the role. */
export const DATAPOINTS: Readonly<Record<string, Rule>> = {
  BasisForPreparation: { source: "derived" },
  [UNCHANGED]: may,
  ListOfDisclosuresForWhichNoChangesAreReportedComparedToThePreviousPeriodReporting: when(UNCHANGED),
  LinkToPreviousReportContainingDisclosuresThatRemainUnchanged: when(UNCHANGED),
  ListOfOmittedDisclosuresDeemedToBeClassifiedOrSensitiveInformation: { ...may, source: "derived_or_input" },
  OtherUndertakingsLegalForm: when("UndertakingsLegalForm=vsme:OtherUndertakingsLegalFormMember"),
  DescriptionOfSustainabilityRelatedCertificationsOrLabels: when("HasSustainabilityCertifications"),
  GPSLocationOfSite: may,
  GrossMarketBasedScope2GreenhouseGasEmissions: may,
  TotalGrossMarketBasedScope1AndScope2GHGEmissions: may,
  GrossScope3GreenhouseGasEmissions: may,
  TotalGrossLocationBasedGHGEmissions: may,
  TotalGrossMarketBasedGHGEmissions: may,
  Scope1AndScope2GreenhouseGasEmissionsIntensityValueMarketBased: may,
  TotalLocationBasedGreenhouseGasEmissionsIntensityValue: may,
  TotalMarketBasedGreenhouseGasEmissionsIntensityValue: may,
  URLOrLinkToThePubliclyAvailableDisclosure: when("MustReportPollutants & PubliclyAvailableDisclosure"),
  TotalAmountOfWaterWithdrawnFromAllSites: { source: "ledger_or_input" },
  TotalWaterConsumption: { source: "derived_or_input" },
  DescriptionOfHowCircularEconomyPrinciplesAreApplied: when("UndertakingAppliesCircularEconomyPrinciples"),
  WasteDivertedToRecycleOrReuseVolume: may,
  WasteDivertedToRecycleOrReuseMass: { source: "ledger_or_input" },
  WasteDirectedToDisposalVolume: may,
  WasteDirectedToDisposalMass: { source: "ledger_or_input" },
  TotalWasteRecycledReusedAndDirectedToDisposalVolume: { ...may, source: "derived" },
  TotalWasteRecycledReusedAndDirectedToDisposalMass: { source: "derived" },
  TotalHazardousWasteGeneratedMass: { source: "ledger_or_input" },
  TotalNonHazardousWasteGeneratedMass: { source: "ledger_or_input" },
  TotalWasteGeneratedMass: { source: "derived_or_input" },
  TotalHazardousWasteGeneratedVolume: { ...may, source: "derived_or_input" },
  TotalNonHazardousWasteGeneratedVolume: { ...may, source: "derived_or_input" },
  TotalWasteGeneratedVolume: { ...may, source: "derived_or_input" },
  NameOfMaterialUsed: { source: "ledger_or_input" },
  WeightOfMaterialUsed: { source: "ledger_or_input" },
  VolumeOfMaterialUsed: { ...may, condition: "OperatesWithSignificantMaterialFlows" },
  TotalMassOfMaterialUsed: { source: "derived_or_input" },
  TotalVolumeOfMaterialUsed: {
    ...may,
    condition: "OperatesWithSignificantMaterialFlows",
    source: "derived_or_input",
  },
  NumberOfOtherGenderEmployees: may,
  NumberOfNonReportedGenderEmployees: may,
  RateOfRecordableWorkRelatedAccidentsInTheReportingPeriod: { source: "derived_or_input" },
  PercentageGapInPayBetweenFemaleAndMaleEmployees: { ...when("NumberOfEmployees>=150"), source: "derived_or_input" },
  PercentageOfEmployeesCoveredByCollectiveBargainingAgreements: { source: "derived_or_input" },
  AverageNumberOfAnnualTrainingHoursPerOtherGenderEmployee: may,
  AverageNumberOfAnnualTrainingHoursPerNonReportedGenderEmployee: may,
  DescriptionOfKeyElementsOfStrategyThatRelatesToOrAffectsSustainabilityIssues: when("HasSustainabilityInStrategy"),
  DescriptionOfATargetRelatedToAPolicy: when(
    "HasPracticesPoliciesOrInitiatives & UndertakingHasSetATargetWhichIsRelatedToAPolicy",
  ),
  MostSeniorLevelAccountableForImplementationOfPolicies: {
    ...may,
    condition: "HasPracticesPoliciesOrInitiatives",
  },
  DateOfAdoptionOfTransitionPlanForUndertakingNotHavingAdoptedTransitionPlanYet: when(
    "OperatesInHighClimateImpactSectors & !HasTransitionPlan",
  ),
  PotentialAdverseEffectsOfClimateRisksThatMayAffectItsFinancialPerformanceOrBusinessOperationsInTheShortMediumOrLongTermIndicatingWhetherItAssessesTheRisksToBeHighMediumOrLow:
    { ...may, condition: "HasIdentifiedClimateRisks" },
  FemaleToMaleRatioAtManagementLevelForTheReportingPeriod: { source: "derived_or_input" },
  [OWN_CONTENT]: when(OWN_CODE),
  SpecificationOfOtherTypesOfContentCoveredByTheCodeOfConductOrHumanRightsPolicy: when(
    `${OWN_CODE} & ${OWN_CONTENT}~vsme:OtherContentMember`,
  ),
  [INCIDENT_TYPE]: when(INCIDENTS),
  SpecificationOfOtherHumanRightsRelatedToTheConfirmedIncident: when(
    `${INCIDENTS} & ${INCIDENT_TYPE}~vsme:OtherContentMember`,
  ),
  DescriptionOfActionsTakeToAddressTheConfirmedIncidents: { ...may, condition: INCIDENTS },
  SpecificationOfAnyConfirmedIncidentInvolvingWorkersInTheValueChainAffectedCommunitiesConsumersAndEndUsers:
    when(CHAIN_INCIDENTS),
  TotalRevenuesDerivedFromFossilFuelCoalOilAndGasSector: { source: "derived_or_input" },
};

/** Slips in the taxonomy's labels, put right before they are printed: text to replace, text in its place. */
export const LABEL_CORRECTIONS: Readonly<Record<"en" | "da", readonly (readonly [string, string])[]>> = {
  en: [
    ["permanent contact employees", "permanent contract employees"],
    ["fossil (fuel, coal and gas) sector", "fossil fuel (coal, oil and gas) sector"],
    ["Specification other types", "Specification of other types"],
    ["actions take to", "actions taken to"],
    ["Undertakings legal form", "Undertaking's legal form"],
  ],
  da: [
    ["Type of number of employees = Type af ansættelseskontrakt", "Opgørelsesform for antal ansatte"],
    ["Postnummerr", "Postnummer"],
    ["Virksomheders juridiske form", "Virksomhedens juridiske form"],
    ["drivhusgasudledninger(", "drivhusgasudledninger ("],
    ["uddannelsesstimer", "uddannelsestimer"],
    ["Indægter", "Indtægter"],
    ["(volume)", "(volumen)"],
    ["Total naturorienteret", "Samlet naturorienteret"],
    ["Total drivhusgasintensitet", "Samlet drivhusgasintensitet"],
    ["Samlet mængde af anvendt materiale", "Samlet volumen af anvendt materiale"],
    ["virksomheden operer på", "virksomheden opererer på"],
    [
      "Indtægter fra fossile brændstoffer (kul, olie og gas) sektor",
      "Indtægter fra fossile brændstoffer (kul, olie og gas)",
    ],
    ["virksomheds-specifikke", "virksomhedsspecifikke"],
  ],
};

/**
 * Danish names of the kinds of waste that most companies have, which the taxonomy names in English only: European list of
 * waste, Decision 2000/532/EC as amended, Danish version. By the code in the member's name.
 */
export const WASTE_NAMES_DA: Readonly<Record<string, string>> = {
  "080111": "Maling- og lakaffald indeholdende organiske opløsningsmidler eller andre farlige stoffer",
  "150101": "Papir- og papemballage",
  "150102": "Plastemballage",
  "150103": "Træemballage",
  "150104": "Metalemballage",
  "150106": "Blandet emballage",
  "150107": "Glasemballage",
  "170904":
    "Blandet bygnings- og nedrivningsaffald, bortset fra affald henhørende under 17 09 01, 17 09 02 og 17 09 03",
  "200101": "Papir og pap",
  "200102": "Glas",
  "200108": "Bionedbrydeligt køkken- og kantineaffald",
  "200136":
    "Kasseret elektrisk og elektronisk udstyr, bortset fra affald henhørende under 20 01 21, 20 01 23 og 20 01 35",
  "200138": "Træ, bortset fra affald henhørende under 20 01 37",
  "200139": "Plast",
  "200140": "Metaller",
  "200301": "Blandet kommunalt affald",
};

/**
 * Danish labels by member where the taxonomy's is wrong or no Danish, or the run-time's name of a country is that of another member. A
 * label that a released snapshot format prints also needs its former wording in src/modules/reports/datapoints/former-labels.ts, and a
 * snapshot format of its own.
 */
export const LABELS_DA: Readonly<Record<string, string>> = {
  "vsme:PrivateLimitedLiabilityUndertakingMember": "Anpartsselskab (ApS)",
  "vsme:PartnershipMember": "Interessentskab (I/S) eller kommanditselskab (K/S)",
  "vsme:CooperativeMember": "Andelsselskab eller andelsforening",
  "vsme:B2CooperativeSpecificDisclosuresMember": "B2 - Oplysninger, der er særlige for andelsselskaber",
  "vsme:B6WaterWithdrawalMember": "B6 - Vandudtag",
  "vsme:DisclosureOfAnyOtherGeneralAndOrEntitySpecificInformation":
    "Andre generelle og/eller virksomhedsspecifikke oplysninger om rapporteringsperioden",
  "country:AN": "De Nederlandske Antiller (før 15.12.2010)",
  "country:BU": "Burma (før 15.12.1989)",
  "country:CS": "Serbien og Montenegro (før 26.09.2006)",
  "country:HK": "Hongkong",
  "country:MO": "Macao",
  "country:NT": "Den Neutrale Zone (før 12.07.1993)",
  "country:TP": "Østtimor (før 20.05.2002)",
  "country:YU": "Jugoslavien (før 23.07.2003)",
  "country:ZR": "Zaire (før 14.07.1997)",
};

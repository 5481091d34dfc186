/**
 * What Inline XBRL needs of EFRAG's VSME XBRL taxonomy of 2026-05-01 (MIT licence, as published with EFRAG's Digital
 * Template to XBRL converter) beyond the catalog of datapoints.
 */
export const NAMESPACES: Readonly<Record<string, string>> = {
  country: "https://xbrl.org/2024/iso3166",
  iso4217: "http://www.xbrl.org/2003/iso4217",
  ix: "http://www.xbrl.org/2013/inlineXBRL",
  ixt: "http://www.xbrl.org/inlineXBRL/transformation/2020-02-12",
  link: "http://www.xbrl.org/2003/linkbase",
  nace: "https://xbrl.efrag.org/taxonomy/nace/2026-05-01",
  utr: "http://www.xbrl.org/2009/utr",
  vsme: "https://xbrl.efrag.org/taxonomy/vsme/2026-05-01/vsme",
  waste: "https://xbrl.efrag.org/taxonomy/waste/2026-05-01/waste",
  xbrldi: "http://xbrl.org/2006/xbrldi",
  xbrli: "http://www.xbrl.org/2003/instance",
  xlink: "http://www.w3.org/1999/xlink",
};

/** Members that stand for "no dimension": a context that names one is refused (XBRL Dimensions 1.0, 3.1.4.4.1). */
export const DEFAULT_MEMBERS: Readonly<Record<string, string>> = {
  "vsme:BreakdownOfEnergyConsumptionAxis": "vsme:TotalRenewableAndNonRenewableEnergyMember",
  "vsme:CountryOfEmploymentContractAxis": "vsme:AllCountriesMember",
  "vsme:ReportingScopesAxis": "vsme:CurrentlyStatedMember",
  "vsme:TypeOfPollutantAxis": "vsme:TypeOfPollutantMember",
};

/** Axes whose value is the key of a row; its element is vsme:TYP. */
export const TYPED_AXES: ReadonlySet<string> = new Set([
  "vsme:IdentifierOfMaterialTypedAxis",
  "vsme:IdentifierOfSiteTypedAxis",
  "vsme:IdentifierOfSubsidiaryTypedAxis",
]);

/** Concepts whose value is a piece of XHTML (dtr-types:textBlockItemType); every other text is a plain string. */
export const TEXT_BLOCKS: ReadonlySet<string> = new Set(
  [
    "DescriptionOfATargetRelatedToAPolicy",
    "DescriptionOfATransitionPlanForClimateChangeMitigationIncludingAnExplanationOfHowItIsContributingToReduceGhgEmissions",
    "DescriptionOfActionsTakeToAddressTheConfirmedIncidents",
    "DescriptionOfClimateRelatedHazardsAndClimateRelatedTransitionEvents",
    "DescriptionOfHowCircularEconomyPrinciplesAreApplied",
    "DescriptionOfKeyElementsOfStrategyThatRelatesToOrAffectsSustainabilityIssues",
    "DescriptionOfLimitsToTheDistributionOfProfitsConnectedToTheMutualisticNatureOrToTheNatureOfTheActivitiesConsistingInServicesOfGeneralEconomicInterestSGEI",
    "DescriptionOfMainBusinessRelationships",
    "DescriptionOfPracticesPoliciesAndOrFutureInitiatives",
    "DescriptionOfSignificantGroupsOfProductsAndOrServicesOffered",
    "DescriptionOfSignificantMarketsTheUndertakingOperatesIn",
    "DescriptionOfSustainabilityRelatedCertificationsOrLabels",
    "DescriptionOfTheEffectiveParticipationOfWorkersUsersOrOtherInterestedPartiesOrCommunitiesInGovernance",
    "DisclosureOfAnyOtherEnvironmentalAndOrEntitySpecificEnvironmentalDisclosures",
    "DisclosureOfAnyOtherGeneralAndOrEntitySpecificInformation",
    "DisclosureOfAnyOtherGovernanceAndOrEntitySpecificGovernanceDisclosures",
    "DisclosureOfAnyOtherSocialAndOrEntitySpecificSocialDisclosures",
    "DisclosureOfHowItHasAssessedTheExposureAndSensitivityOfItsAssetsActivitiesAndValueChainToTheseHazardsAndTransitionEvents",
    "DisclosureOfListOfMainActionsTheEntitySeeksInOrderToAchieveItsTargets",
    "MostSeniorLevelAccountableForImplementationOfPolicies",
    "PotentialAdverseEffectsOfClimateRisksThatMayAffectItsFinancialPerformanceOrBusinessOperationsInTheShortMediumOrLongTermIndicatingWhetherItAssessesTheRisksToBeHighMediumOrLow",
    "SpecificationOfAnyConfirmedIncidentInvolvingWorkersInTheValueChainAffectedCommunitiesConsumersAndEndUsers",
    "SpecificationOfOtherHumanRightsRelatedToTheConfirmedIncident",
    "TimeHorizonsOfAnyClimateRelatedHazardsAndTransitionEventsIdentified",
  ].map((name) => `vsme:${name}`),
);

/**
 * The expanded name of a member, as enumerations hold it (Extensible Enumerations 2.0, 3.1.1): namespace, "#", local name.
 * @throws Error for a prefix that the taxonomy does not have.
 */
export function expandedName(name: string): string {
  const [prefix = "", local] = name.split(":");
  const namespace = NAMESPACES[prefix];
  if (namespace === undefined || local === undefined) throw new Error("a member has no namespace of the taxonomy");
  return `${namespace}#${local}`;
}

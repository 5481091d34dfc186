import type { Fact } from "../../src/modules/reports/datapoints/fact.ts";

type Language = "da" | "en";
type Words = readonly [en: string, da: string];

const YEAR = { from: "2025-01-01", to: "2025-12-31" };
const YEAR_END = { instant: "2025-12-31" };

/** Texts that would break a document that did not treat them as text. */
export const HOSTILE_TEXTS = [
  `</ix:nonNumeric><script>alert("1")</script> ]]> <!-- & &amp; &#x26; <?xml?> 'quoted'`,
  `#import "/etc/passwd" $sum_(i=1)^n$ @label \\pagebreak() *bold* _x000D_ {{ fact }} %s`,
  `=HYPERLINK("http://example.org","click") `,
  `First line\nSecond line\n\n  indented, and a tab\there`,
  `\u202Eevil \u202Cעברית العربية 漢字 🌍👩‍🔬 e\u0301`,
  `bell \u0007, nul \u0000, half a pair \uD83D and a noncharacter \uFFFE`,
  "W".repeat(400),
] as const;

/** One fact of every kind, unit, period and dimension that the standard knows, in the language of the report. */
export function reportFacts(language: Language): Fact[] {
  const word = ([en, da]: Words) => (language === "da" ? da : en);
  const fact = (section: string, concept: string, label: Words, rest: Partial<Fact> & Pick<Fact, "value">): Fact => ({
    id: [
      concept.split(":")[1],
      ...Object.values(rest.dimensions ?? {}).map((member) => member.replace(/^.*:/, "")),
    ].join("."),
    section,
    concept,
    label: word(label),
    kind: "number",
    value_label: null,
    unit: null,
    decimals: null,
    period: YEAR,
    dimensions: {},
    provenance: { source: "input", input_id: "0198c0de-0000-7000-8000-0000000000a1" },
    ...rest,
  });
  const number = (
    section: string,
    concept: string,
    label: Words,
    value: number,
    unit: string,
    rest: Partial<Fact> = {},
  ) => fact(section, concept, label, { value, unit, decimals: 6, ...rest });
  const gas = (concept: string, label: Words, value: number, entry_count: number, rest: Partial<Fact> = {}) =>
    number("B3", concept, label, value, "utr:tCO2e", { provenance: { source: "ledger", entry_count }, ...rest });
  const renewable = { "vsme:BreakdownOfEnergyConsumptionAxis": "vsme:RenewableEnergyMember" };
  const site = { "vsme:IdentifierOfSiteTypedAxis": "1" };
  const base = { "vsme:ReportingScopesAxis": "vsme:BaselineYearMember" };
  return [
    fact("B1", "vsme:BasisForPreparation", ["Basis for preparation", "Grundlag for udarbejdelse"], {
      kind: "enumeration",
      value: "vsme:OptionBBasicModuleAndComprehensiveModuleMember",
      value_label: word(["Basic and Comprehensive Module", "Basismodul og udvidet modul"]),
    }),
    fact("B1", "vsme:NaceSectorClassificationCodes", ["NACE codes", "NACE-koder"], {
      kind: "enumeration_set",
      value: ["nace:NACE_G4722", "nace:NACE_C1013"],
      value_label: "47.22; 10.13",
      period: YEAR_END,
    }),
    number("B1", "vsme:Turnover", ["Turnover", "Omsætning"], 48_250_000, "iso4217:DKK", { decimals: 0 }),
    number("B1", "vsme:NumberOfEmployees", ["Number of employees", "Antal ansatte"], 42, "xbrli:pure", {
      decimals: 0,
      period: YEAR_END,
    }),
    fact("B1", "vsme:AddressOfSite", ["Address of site", "Adresse på lokation"], {
      kind: "text",
      value: 'Havnegade 4, 1. "th" & <port>',
      period: YEAR_END,
      dimensions: site,
    }),
    fact("B1", "vsme:CountryOfSite", ["Country of site", "Land for lokation"], {
      kind: "enumeration",
      value: "country:DK",
      value_label: word(["Denmark", "Danmark"]),
      period: YEAR_END,
      dimensions: site,
    }),
    number(
      "B3",
      "vsme:TotalEnergyConsumption",
      ["Total energy consumption", "Samlet energiforbrug"],
      1234.5,
      "utr:MWh",
      {
        provenance: { source: "derived", derived_from: ["EnergyConsumptionFromElectricity"] },
      },
    ),
    number("B3", "vsme:EnergyConsumptionFromElectricity", ["Electricity", "Elektricitet"], 834.25, "utr:MWh"),
    number(
      "B3",
      "vsme:EnergyConsumptionFromElectricity",
      ["Electricity, renewable", "Elektricitet, vedvarende"],
      600,
      "utr:MWh",
      {
        dimensions: renewable,
      },
    ),
    gas(
      "vsme:GrossScope1GreenhouseGasEmissions",
      ["Gross scope 1 emissions", "Brutto scope 1-udledninger"],
      120.345678,
      210,
    ),
    gas(
      "vsme:GrossLocationBasedScope2GreenhouseGasEmissions",
      ["Scope 2, location-based", "Scope 2, lokationsbaseret"],
      75.1,
      24,
    ),
    gas(
      "vsme:GrossMarketBasedScope2GreenhouseGasEmissions",
      ["Scope 2, market-based", "Scope 2, markedsbaseret"],
      0,
      24,
    ),
    gas(
      "vsme:GrossScope3GreenhouseGasEmissions",
      ["Gross scope 3 emissions", "Brutto scope 3-udledninger"],
      2345.000001,
      1800,
    ),
    gas("cl:Scope3Category1", ["1 Purchased goods and services", "1 Indkøbte varer og ydelser"], 2000.5, 1500, {
      dimensions: {},
    }),
    gas("cl:BiogenicCO2", ["Biogenic CO2, outside the scopes", "Biogent CO2, uden for scopes"], -3.25, 12, {
      unit: "utr:tCO2",
    }),
    number(
      "B3",
      "vsme:TotalLocationBasedGreenhouseGasEmissionsIntensityValue",
      ["Intensity, location-based", "Intensitet, lokationsbaseret"],
      0.000053,
      "utr:tCO2e/iso4217:DKK",
      { provenance: { source: "derived", derived_from: ["GrossScope1GreenhouseGasEmissions", "Turnover"] } },
    ),
    number(
      "B4",
      "vsme:AmountOfEmissionToAir",
      ["Emission to air, ammonia", "Udledning til luft, ammoniak"],
      12.5,
      "utr:kg",
      {
        dimensions: { "vsme:TypeOfPollutantAxis": "vsme:AmmoniaNH3Member" },
      },
    ),
    number("B5", "vsme:TotalSealedArea", ["Sealed area", "Befæstet areal"], 1.75, "utr:ha"),
    number("B6", "vsme:TotalWaterConsumption", ["Water consumption", "Vandforbrug"], 1020, "utr:m3"),
    fact(
      "B7",
      "vsme:UndertakingAppliesCircularEconomyPrinciples",
      ["Circular economy applied", "Cirkulær økonomi anvendes"],
      {
        kind: "boolean",
        value: true,
        value_label: word(["Yes", "Ja"]),
      },
    ),
    fact("B7", "vsme:DescriptionOfHowCircularEconomyPrinciplesAreApplied", ["How", "Hvordan"], {
      kind: "text",
      value: "Pallets are returned.\nOff-cuts go back to the supplier & are melted.\n\nThird paragraph <with> signs.",
    }),
    number("B7", "vsme:TotalHazardousWasteGeneratedMass", ["Hazardous waste", "Farligt affald"], 1.2, "utr:t"),
    number("B8", "vsme:EmployeeTurnoverRate", ["Employee turnover", "Personaleomsætning"], 12.5, "percent", {
      decimals: 1,
    }),
    fact("C3", "vsme:GreenhouseGasEmissionReductionTargetYear", ["Target year", "Målår"], {
      kind: "year",
      value: "2030",
      period: YEAR_END,
    }),
    number(
      "C3",
      "vsme:GrossScope1GreenhouseGasEmissions",
      ["Scope 1, base year", "Scope 1, basisår"],
      150,
      "utr:tCO2e",
      {
        period: { from: "2020-01-01", to: "2020-12-31" },
        dimensions: base,
      },
    ),
    fact(
      "C3",
      "vsme:DateOfAdoptionOfTransitionPlanForUndertakingNotHavingAdoptedTransitionPlanYet",
      ["Transition plan to be adopted", "Omstillingsplan vedtages"],
      { kind: "date", value: "2027-06-30" },
    ),
    fact(
      "C6",
      "vsme:UndertakingHasAComplaintHandlingMechanismForItsOwnWorkforce",
      ["Complaints handled", "Klager behandles"],
      {
        kind: "boolean",
        value: false,
        value_label: word(["No", "Nej"]),
      },
    ),
    ...HOSTILE_TEXTS.map((value, index) =>
      fact("C2", NARRATIVES[index] ?? "", ["Narrative", "Fortælling"], { kind: "text", value }),
    ),
  ];
}

/** Text blocks of the taxonomy, and a plain text at the end of them. */
const NARRATIVES = [
  "vsme:DescriptionOfPracticesPoliciesAndOrFutureInitiatives",
  "vsme:DescriptionOfATargetRelatedToAPolicy",
  "vsme:MostSeniorLevelAccountableForImplementationOfPolicies",
  "vsme:DescriptionOfMainBusinessRelationships",
  "vsme:DescriptionOfSignificantMarketsTheUndertakingOperatesIn",
  "vsme:DescriptionOfSignificantGroupsOfProductsAndOrServicesOffered",
  "vsme:SpecificationOfOtherTypesOfContentCoveredByTheCodeOfConductOrHumanRightsPolicy",
] as const;

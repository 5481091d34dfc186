type ByCode = Readonly<Record<string, string>>;

/** Why the register refuses what was stated, by the codes of the refusal. */
export const REFUSALS: { readonly da: ByCode; readonly en: ByCode } = {
  da: {
    numbers_registered: "Numrene er allerede registreret.",
    more_than_certificates: "Der er flere MWh end certifikater: hvert er på 1 MWh.",
    overlapping_numbers: "Numrene overlapper hinanden.",
    unknown_registry: "Registeret kendes ikke. Skriv landet (to bogstaver), fx DK, eller et som REGO eller I-REC.",
    several_vintages: "Registrér hvert kalenderårs certifikater for sig.",
    expired: "Certifikaterne er udløbet uden at være annulleret i tide.",
    zero_with_fuel: "Strøm fra brændsel udleder noget: oplys hvor meget pr. kWh.",
    before_start: "Sidste dag skal ikke ligge før den første.",
    in_the_future: "Annulleringen skal være sket.",
    too_long: "Mere end 20 års forbrug: registrér årene for sig.",
    required: "Udfyld register, numre og begge dage af forbruget, hvor de hører til.",
    invalid_transition: "En kollega nåede at ændre det først.",
    changed_meanwhile: "En kollega har ændret det: genindlæs siden.",
  },
  en: {
    numbers_registered: "The numbers are registered already.",
    more_than_certificates: "There are more MWh than certificates: each is of 1 MWh.",
    overlapping_numbers: "The numbers overlap each other.",
    unknown_registry:
      "The registry is not known. Write the country (two letters), e.g. DK, or one such as REGO or I-REC.",
    several_vintages: "Register the certificates of each calendar year apart.",
    expired: "The certificates expired without being cancelled in time.",
    zero_with_fuel: "Electricity from fuel emits something: state how much per kWh.",
    before_start: "The last day must not be before the first.",
    in_the_future: "The cancellation must have happened.",
    too_long: "More than 20 years of consumption: register the years apart.",
    required: "Fill in registry, numbers and both days of the consumption where they belong.",
    invalid_transition: "A colleague changed it first.",
    changed_meanwhile: "A colleague changed it: load the page again.",
  },
};

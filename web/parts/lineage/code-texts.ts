/** Words for codes that lineages tell, per language; a code without words is shown as it is. */
type ByCode = Readonly<Record<string, string>>;

export const CODE_TEXTS = {
  da: {
    mapped_by: {
      rule: "Valgt af reglerne",
      model: "Foreslået af sprogmodellen",
      person: "Valgt af en person",
    } as ByCode,
    steps: {
      unit: "Omregnet enhed",
      currency: "Omregnet valuta",
      price_level: "Omregnet til faktorens prisår",
      tax: "Moms trukket fra",
      choice: "Valgt metode",
      survey: "Regnet op fra svar",
      unit_price: "Mængde efter stykpris",
      settlement: "Opgjort mod aconto",
      record: "Dækket af en registrering",
      fuel_value: "Bilagets egen brændværdi",
      attribute: "Vides om linjen",
      reference: "Nævner en faktura",
      credit: "Kreditering",
      open_period: "Bilagets periode",
      printed_part: "Forbrug på bilaget",
      allocation: "Fordelt på måneder",
    } as ByCode,
    stated_factor: (category: string) => `Oplyst udledning: ${category}`,
    stated_to_company: "Oplyst til virksomheden",
  },
  en: {
    mapped_by: {
      rule: "Chosen by the rules",
      model: "Proposed by the language model",
      person: "Chosen by a person",
    } as ByCode,
    steps: {
      unit: "Unit converted",
      currency: "Currency converted",
      price_level: "Converted to the factor's price year",
      tax: "VAT taken off",
      choice: "Method chosen",
      survey: "Scaled up from answers",
      unit_price: "Quantity by unit price",
      settlement: "Settled against advances",
      record: "Covered by a record",
      fuel_value: "The document's own heating value",
      attribute: "Known of the line",
      reference: "Names an invoice",
      credit: "Credit",
      open_period: "The document's period",
      printed_part: "Use as the document prints it",
      allocation: "Allocated to months",
    } as ByCode,
    stated_factor: (category: string) => `Stated emissions: ${category}`,
    stated_to_company: "Stated to the company",
  },
};

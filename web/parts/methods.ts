import type { CalculationMethod } from "../../src/core/ghg.ts";

type Texts = Readonly<Record<CalculationMethod, string>>;

/** How a figure was found (calculation_method), in words. */
export const METHOD_TEXTS = {
  da: {
    direct_measurement: "målt",
    supplier_specific: "fra leverandøren",
    hybrid: "blandet",
    fuel_based: "brændstof",
    distance_based: "afstand",
    site_specific: "fra stedet",
    waste_type_specific: "affaldstype",
    average_data: "mængde",
    spend_based: "beløb",
  } satisfies Texts as Readonly<Record<string, string>>,
  en: {
    direct_measurement: "measured",
    supplier_specific: "from the supplier",
    hybrid: "mixed",
    fuel_based: "fuel",
    distance_based: "distance",
    site_specific: "from the site",
    waste_type_specific: "kind of waste",
    average_data: "quantity",
    spend_based: "amount",
  } satisfies Texts as Readonly<Record<string, string>>,
};

export const isMethod = (text: string): text is CalculationMethod => text in METHOD_TEXTS.en;

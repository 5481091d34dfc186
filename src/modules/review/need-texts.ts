import type { attributeClasses } from "../emissions/index.ts";
import type { ReviewNeed } from "./review-need.ts";

/** What the factors of a category differ in, as people call it. */
export const ATTRIBUTE_TEXTS: Readonly<
  Record<ReturnType<typeof attributeClasses>[number]["name"], { readonly name_da: string; readonly name_en: string }>
> = {
  fuel: { name_da: "brændstof", name_en: "fuel" },
  blend: { name_da: "brændstoffets blanding", name_en: "blend of the fuel" },
  vehicle_class: { name_da: "køretøjets klasse", name_en: "class of the vehicle" },
  waste_type: { name_da: "affaldets slags", name_en: "kind of waste" },
  waste_treatment: { name_da: "affaldets behandling", name_en: "treatment of the waste" },
  refrigerant: { name_da: "kølemiddel", name_en: "refrigerant" },
  haul: { name_da: "rejsens længde", name_en: "length of the journey" },
  cabin_class: { name_da: "kabineklasse", name_en: "cabin class" },
  material: { name_da: "materiale", name_en: "material" },
  material_origin: { name_da: "materialets oprindelse", name_en: "origin of the material" },
  network: { name_da: "fjernvarmenet", name_en: "heating network" },
  country: { name_da: "land", name_en: "country" },
};

export const CATEGORY: ReviewNeed = {
  field: "category_id",
  units: [],
  text_da: "Vælg, hvad der er købt.",
  text_en: "Choose what was bought.",
};

export const EMISSIONS: ReviewNeed = {
  field: "emissions",
  units: [],
  text_da: "Angiv den udledning, som en kilde har beregnet (kg CO2e, kilde, år og metode).",
  text_en: "State the emissions that a source worked out (kg CO2e, source, year and method).",
};

/** Electricity under a contract has no figure of its own: the grid counts its kWh, and what was bought beside it is registered. */
export const GRID_POWER: ReviewNeed = {
  field: "category_id",
  units: [],
  text_da:
    "Strømmen tælles som almindelig el: vælg kategorien for el, hvor den er brugt (»El, Danmark« eller »El, andre lande«), og angiv kWh, hvis linjen ingen har. Registrér aftalen eller certifikaterne under Elaftaler, og fordel dem dér: så tæller de i det markedsbaserede tal. Udelad en linje, der kun er for certifikater.",
  text_en:
    "The electricity counts as ordinary electricity: choose the category of electricity where it was used (“Electricity, Denmark” or “Electricity, other countries”), and state the kWh where the line has none. Register the contract or the certificates under Energy contracts, and allocate them there: then they count in the market-based figure. Leave out a line that is for certificates alone.",
};

/** Of a line that a factor of the company counted which is in force no more. */
export const OWN_FACTOR: ReviewNeed = {
  field: "company_factor_id",
  units: [],
  text_da: "Vælg en anden af jeres egne faktorer, eller tæl linjen uden.",
  text_en: "Choose another of your own factors, or count the line without.",
};

export const DUPLICATE: ReviewNeed = {
  field: "decision",
  units: [],
  text_da: "Afgør, om bilaget er det samme køb som et, der allerede er bogført.",
  text_en: "Decide whether the document tells of a purchase that is booked already.",
};

export const UNCLEAR: ReviewNeed = {
  field: "decision",
  units: [],
  text_da: "Sammenhold linjen med bilaget, og godkend eller ret den.",
  text_en: "Compare the line with its document, and accept or correct it.",
};

export const CLOSED_YEAR: ReviewNeed = {
  field: "decision",
  units: [],
  text_da: "Linjen tælles, når regnskabsåret rettes eller åbnes med en begrundelse. Eller udelad den.",
  text_en: "The line counts when the financial year is restated or opened, with a reason. Or leave it out.",
};

export const PERIOD: ReviewNeed = {
  field: "service_period",
  units: [],
  text_da: "Angiv første og sidste dag, som linjen dækker.",
  text_en: "State the first and the last day that the line covers.",
};

export const CREDITED: ReviewNeed = {
  field: "decision",
  units: [],
  text_da: "Godkend linjen, hvis det, den tager tilbage, er talt med. Udelad den ellers.",
  text_en: "Accept the line where what it takes back was counted. Leave it out otherwise.",
};

export const DATE: ReviewNeed = {
  field: "transaction_date",
  units: [],
  text_da: "Angiv den dato, som bilaget er fra.",
  text_en: "State the date that the document is of.",
};

export const SETTLED_ELSEWHERE: ReviewNeed = {
  field: "decision",
  units: [],
  text_da: "Udelad linjen, hvis årsopgørelsen tæller forbruget.",
  text_en: "Leave the line out where the settlement counts what was used.",
};

export const DEDUCTED: ReviewNeed = {
  field: "decision",
  units: [],
  text_da: "Godkend linjen, hvis det, den trækker fra, er talt med før. Udelad den ellers.",
  text_en: "Accept the line where what it deducts was counted before. Leave it out otherwise.",
};

export const DEFER: ReviewNeed = {
  field: "decision",
  units: [],
  text_da: "Udskyd linjen til opgørelsen, hvis forbruget først kendes der.",
  text_en: "Defer the line to the settlement where only that tells what was used.",
};

export const SUPPLY: ReviewNeed = {
  field: "supply_id",
  units: [],
  text_da: "Angiv den måler eller det forbrugssted, som beløbet er aconto for.",
  text_en: "State the meter or the place that the amount is on account of.",
};

export const ESTIMATE: ReviewNeed = {
  field: "decision",
  units: [],
  text_da: "Godkend linjen, hvis ingen regning tæller det, den er for.",
  text_en: "Accept the line where no bill counts what it is for.",
};

export const DIFFERS: ReviewNeed = {
  field: "decision",
  units: [],
  text_da: "Godkend registreringen, som den er, ret dens tal, eller udelad den: så tæller de bogførte linjer i stedet.",
  text_en: "Accept the record as it is, correct its figure, or leave it out: then the rows of the books count instead.",
};

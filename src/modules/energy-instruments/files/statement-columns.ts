import type { RecordColumn } from "../../records/index.ts";
import { TECHNOLOGIES, type Technology } from "../instrument-facts.ts";

function column(
  key: string,
  [da, en]: readonly [da: string, en: string],
  kind: RecordColumn["kind"],
  is_required = true,
): RecordColumn {
  return { key, da, en, kind, is_required, fills: null };
}

/** Columns of a statement of certificates; registries name them each in their own way, so that headings are set once by hand. */
export const STATEMENT_COLUMNS: readonly RecordColumn[] = [
  column("name", ["Anlæg", "Plant"], "text"),
  column("registry", ["Register", "Registry"], "text"),
  column("number_from", ["Certifikatnr. fra", "Certificate number from"], "text"),
  column("number_to", ["Certifikatnr. til", "Certificate number to"], "text"),
  column("mwh", ["MWh", "Volume (MWh)"], "figure"),
  column("technology", ["Teknologi", "Technology"], "word"),
  column("kg_co2e_per_kwh", ["kg CO2e pr. kWh", "kg CO2e per kWh"], "figure"),
  column("period_from", ["Produceret fra", "Produced from"], "day"),
  column("period_to", ["Produceret til", "Produced to"], "day"),
  column("origin_country", ["Produceret i (landekode)", "Produced in (country code)"], "text", false),
  column("expires_on", ["Udløber", "Expires"], "day", false),
  column("cancelled_on", ["Annulleret den", "Cancelled on"], "day", false),
  column("beneficiary", ["Til fordel for", "Beneficiary"], "text", false),
  column("statement_number", ["Annulleringsbevis nr.", "Cancellation statement"], "text", false),
  column("consumption_from", ["Forbrug fra", "Consumption from"], "day", false),
  column("consumption_to", ["Forbrug til", "Consumption to"], "day", false),
];

/** Words of statements beside the names that the register has. */
const WORDS: Readonly<Record<string, Technology>> = {
  vind: "wind",
  "wind power": "wind",
  sol: "solar",
  solenergi: "solar",
  "solar power": "solar",
  vand: "hydro",
  vandkraft: "hydro",
  "hydro-electric": "hydro",
  hydropower: "hydro",
  biomasse: "biomass",
  kernekraft: "nuclear",
  geotermi: "geothermal",
};

/** How the electricity is generated, in the words of a statement; null: not known. */
export function technologyOf(text: string): Technology | null {
  const word = text.trim().toLowerCase();
  return TECHNOLOGIES.find((name) => name === word) ?? WORDS[word] ?? null;
}

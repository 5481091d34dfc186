/**
 * Wordings of carbon-ledger-report/2 that later reports tell better: Danish, then English. A report of that format that is
 * lost is made again to the byte, so what it said stays.
 */
const TEXTS: Readonly<Record<string, readonly [da: string, en: string]>> = {
  on_track: ["På vej", "On track"],
  pending: ["Linjer, der venter på gennemgang", "Lines waiting for review"],
  fallback: ["Markedsbaserede posteringer på elnettets gennemsnit", "Market-based entries at the average of the grid"],
  "sheet.audit": ["Revision", "Audit"],
  "chapter.missing": ["Det, der mangler", "What is missing"],
  "chapter.audit": ["Revisionsbilag", "Audit annex"],
  "chart.path": ["Vej til målet", "Way to the target"],
  "chart.target.alt": [
    "Linje over de rapporterede år i tCO₂e: {values}. Stiplet vej til målet: fra {baseline} i {baseline_year} til {target} i {target_year}.",
    "Line over the reported years in tCO₂e: {values}. Dashed way to the target: from {baseline} in {baseline_year} to {target} in {target_year}.",
  ],
  "methods.scope2.text": [
    "Scope 2 er opgjort både lokationsbaseret (elnettets gennemsnit) og markedsbaseret (aftaler og certifikater). Hvor en deklaration for restmarkedet eller et certifikat mangler, bruger den markedsbaserede opgørelse elnettets gennemsnit: det gælder {count} posteringer i denne rapport.",
    "Scope 2 is calculated both location-based (average of the grid) and market-based (contracts and certificates). Where no residual mix or certificate is known, the market-based figure uses the average of the grid: this concerns {count} entries of this report.",
  ],
  "methods.calculation.text": [
    "Hver postering er mængde × emissionsfaktor med eksakte decimaler. Bedste metode vælges først: leverandørens eget produktaftryk, så målte mængder, så beløb uden moms omregnet til faktorens valuta og prisår. Enheder omregnes kun, når omregningen er kendt. Tal afrundes først ved udskriften, halve opad. Biogen CO₂ står uden for de tre scopes.",
    "Each entry is quantity × emission factor in exact decimals. The best available method comes first: the supplier's own product footprint, then measured quantities, then amounts excluding VAT converted to the factor's currency and price year. Units are converted only where the conversion is known. Figures are rounded at the very end, half up. Biogenic CO₂ stands outside the three scopes.",
  ],
};

/** The wording of carbon-ledger-report/2 where it has one of its own. */
export function format2Text(name: string): readonly [da: string, en: string] | undefined {
  return TEXTS[name];
}

import { type Form, type Told, toldBy } from "../../../core/told.ts";

const SAME = String.raw` \(market-based: the same(?:, no (?<missing>residual mix (?:or certificate is loaded|is in force)|factor of the supplying network is loaded))?\)`;

const WHOLE: readonly Form[] = [
  ["closing", /^0 kg CO2e: the later reading of the activity has no such emission$/],
  ["own_generation", /^(?<kwh>\S+) kWh of own renewable generation used on site x 0 kg CO2e\/kWh = 0 kg CO2e$/],
  [
    "stated",
    new RegExp(
      `^(?<kg>\\S+) kg CO2e as stated by (?<source>.+) for (?<year>\\d{4})(?: x (?<share>\\S+) \\((?:(?<days>\\d+) of (?<period_days>\\d+) days|by degree days|as printed)\\))?(?:${SAME})?$`,
      "s",
    ),
  ],
];

/**
 * The formula of an entry in its parts. The ledger writes it in one text, which is part of its hash. `calculation` has terms and
 * result with decimal points; `location_based` and `market_based` say which result follows.
 */
export function toldFormula(formula: string): Told[] {
  const whole = toldBy(WHOLE, formula);
  if (whole !== null) return [whole];
  const both = /^location-based: (?<location>.+); market-based: (?<market>.+)$/s.exec(formula);
  if (both?.groups !== undefined) {
    const { location = "", market = "" } = both.groups;
    return [
      { code: "location_based", parameters: {} },
      ...calculated(location),
      { code: "market_based", parameters: {} },
      ...calculated(market),
    ];
  }
  const same = new RegExp(`^(?<left>.+)${SAME}$`, "s").exec(formula);
  if (same?.groups === undefined) return calculated(formula);
  const { left = "", missing } = same.groups;
  const code = missing?.startsWith("residual") === true ? "market_same_no_mix" : "market_same";
  return [...calculated(left), { code, parameters: {} }];
}

/** Terms and result, with the share of a period and what was rounded told apart. */
function calculated(text: string): Told[] {
  const days = /\((?<days>\d+) of (?<period_days>\d+) days\)/.exec(text)?.groups;
  const rounded = text.endsWith(", rounded to 6 decimals");
  const basis = /\((?<basis>by degree days|as printed)\)/.exec(text)?.groups?.["basis"];
  const expression = text
    .replace(/ \((?:\d+ of \d+ days|by degree days|as printed)\)/g, "")
    .replace(/, rounded to 6 decimals$/, "");
  return [
    { code: "calculation", parameters: { expression } },
    ...(days === undefined
      ? []
      : [{ code: "share_of_days", parameters: { days: days["days"] ?? "", period_days: days["period_days"] ?? "" } }]),
    ...(basis === undefined
      ? []
      : [{ code: basis === "as printed" ? "share_as_printed" : "share_by_degree_days", parameters: {} }]),
    ...(rounded ? [{ code: "rounded", parameters: {} }] : []),
  ];
}

/**
 * Countries whose issuing bodies are members of the Association of Issuing Bodies: a guarantee of origin of one is recognised for
 * consumption in every other one (European Energy Certificate System; aib-net.org, members and observers). Great Britain left in 2021.
 */
export const AIB_COUNTRIES: ReadonlySet<string> = new Set(
  "AT BE BG CH CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LT LU LV ME NL NO PT RS SE SI SK".split(" "),
);

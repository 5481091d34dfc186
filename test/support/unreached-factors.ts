/** Shipped factors that no line is counted with, by key; docs/factor-choice.md says why of each group. */
export const UNREACHED_FACTORS: readonly { readonly keys: RegExp; readonly count: number }[] = [
  { keys: /^gwp\./, count: 26 },
  { keys: /^spend\.us\./, count: 23 },
  { keys: /^spend\.dk\./, count: 10 },
  { keys: /^fuel\.dk\.hb2016\.|^electricity\.dk\.hb2016\./, count: 6 },
  { keys: /^electricity\.dk\.(?:br18|production_mix)\./, count: 4 },
  { keys: /^fuel\.dk\.grid_gas\.br18\./, count: 3 },
  { keys: /^travel\.air\..*\.wtt\./, count: 4 },
  { keys: /^commuting\.homeworking\.(?:heating|office)\./, count: 2 },
  { keys: /^electricity\.gb\.bev_car\./, count: 1 },
  { keys: /^desnz\.202[45]\.99_/, count: 112 },
  { keys: /^desnz\.202[45]\.(?!99_)/, count: 20 },
];

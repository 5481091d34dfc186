/** Key of the residual mix of a country (ISO 3166-1 alpha-2) as it describes a calendar year. */
export function residualMixKey(country: string, year: number): string {
  return `electricity.${country.toLowerCase()}.residual_mix.${year}.kwh`;
}

/** Key of Energinet's general declaration of Danish electricity without sold certificates, of a calendar year. */
export function generalDeclarationKey(year: number): string {
  return `electricity.dk.general_declaration.${year}.kwh`;
}

const CHOSEN_MIX = /^electricity\.[a-z]{2}\.(?:residual_mix|general_declaration)\./;

/** Whether a factor is a residual mix: a setting of the company decides which of them counts, not a release. */
export function isResidualMixKey(key: string): boolean {
  return CHOSEN_MIX.test(key);
}

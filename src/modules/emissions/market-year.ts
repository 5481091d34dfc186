/** A country (ISO 3166-1 alpha-2) and calendar year of consumption: what one allocation of contracts and certificates is about. */
export interface MarketYear {
  readonly market: string;
  readonly year: number;
}

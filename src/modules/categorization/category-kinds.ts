/** Beginnings of category keys by which steps tell kinds of purchases apart. */
export const SERVICES = "purchases.services.";
/** Whether a thing is used for years is told by its price and its account. */
export const CAPITAL = "capital.";
export const AIR_TRAVEL = "transport.travel.air_";
/** Things that are bought, for years or not. */
export const THING = /^(?:purchases\.(?:materials|goods|food)\.|capital\.goods\.)/;

/** "transport.travel" of "transport.travel.air_short": a travel agency sells flights, a timber merchant screws as well. */
export function groupOf(category_key: string): string {
  return category_key.split(".", 2).join(".");
}

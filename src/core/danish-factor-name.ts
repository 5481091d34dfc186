/**
 * The Danish name of a factor with the Danish term for the production of a fuel before it is used. A version of a factor never changes,
 * its names included, and the first ones that shipped have the English term in their Danish names: it is put right where they are told.
 */
export function danishFactorName(name_da: string): string {
  return name_da.replace("opstrøms (well-to-tank)", "opstrøms brændselsproduktion");
}

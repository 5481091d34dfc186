/** An extract of a company register that the operator loads; empty without one. Pure look-ups. */
export interface CompanyRegister {
  /**
   * Main branch of a company by its Danish number (8 digits): six digits of DB07 or DB25, whose first four are NACE; null
   * for companies that are not in the extract.
   */
  branchOf(company_number: string): string | null;
}

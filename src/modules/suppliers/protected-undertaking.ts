/** Undertakings up to this size may refuse what goes beyond the voluntary standard: Directive (EU) 2026/470. */
const PROTECTED_EMPLOYEES_MAX = 1000;

/** Whether the value-chain cap protects a company of this size; null while the size is not known. */
export function isProtectedUndertaking(employees: number | null): boolean | null {
  return employees === null ? null : employees <= PROTECTED_EMPLOYEES_MAX;
}

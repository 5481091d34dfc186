/** Where a factor stands. Nothing that was decided is undone: a better figure is a new factor. */
export const FACTOR_STATUSES = ["submitted", "approved", "rejected", "withdrawn"] as const;
export type FactorStatus = (typeof FACTOR_STATUSES)[number];

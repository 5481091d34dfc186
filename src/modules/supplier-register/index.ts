export { type ObservedSupplier, observedSupplier } from "./observed-supplier.ts";
export { companyNumberKey, loadOwnNumbers } from "./own-identity.ts";
export { loadMergedSupplierKeys } from "./merged-supplier-keys.ts";
export { loadPeriodRules, periodByRule, type PeriodRules } from "./period-rules.ts";
export { rootIdsOf, supplierIdentityExists } from "./store.ts";
export { knownSuppliers, type RegisterPlan, planSuppliers, writeSuppliers } from "./register-suppliers.ts";
export { type RegisteredKey, suppliersOfKeys } from "./store-keys.ts";
export { supplierKeysOf } from "./supplier-keys.ts";

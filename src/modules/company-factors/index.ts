export { EXAMPLE_FACTOR, factorFacts, type FactorFacts, type FactorRecord, factorRecord } from "./factor-record.ts";
export { companyFactors, companySettings, factorSupplier, unknownFactor } from "./company-settings.ts";
export { submitFactor } from "./submit-factor.ts";

export { supplierIdOf } from "./supplier-identity.ts";

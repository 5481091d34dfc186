export { type KnownSupply, type ObservedSupply, planSupplies, type SuppliesPlan } from "./plan-supplies.ts";
export { isKnownSupply } from "./store.ts";
export { noteAdvances } from "./store-register.ts";
export { knownSupplies, writeSupplies } from "./register-supplies.ts";
export { meterIdentifier, type SupplyCommodity, type SupplyIdentifier, supplyIdentifier } from "./supply-identifier.ts";

import type { TenantIdentity } from "../../core/context.ts";
import { AIB_COUNTRIES } from "../emissions/index.ts";

/** Registers outside the European system. */
export const OTHER_REGISTRIES = [
  "REGO",
  "I-REC",
  "TIGR",
  "M-RETS",
  "NAR",
  "NEPOOL-GIS",
  "PJM-GATS",
  "WREGIS",
  "ERCOT",
  "LGC",
  "J-CREDIT",
] as const;

/** Whether guarantees of origin of a registry (the country of its issuing body) are those of the European system. */
export function isEuropean(registry: string | null): boolean {
  return registry !== null && AIB_COUNTRIES.has(registry);
}

/** Whether certificate numbers can be compared within it: a country of the European system, or a register that we know by name. */
export function isKnownRegistry(registry: string): boolean {
  return isEuropean(registry) || OTHER_REGISTRIES.some((name) => name === registry);
}

/**
 * Within what a certificate number is unique. Numbers of the European system keep their number in every country, so that it is
 * one. What is tried out in a sandbox is no certificate: it is compared with that company's sandbox only.
 */
export function claimDomain({ id, environment }: Pick<TenantIdentity, "id" | "environment">, registry: string): string {
  const domain = isEuropean(registry) ? "EECS" : registry;
  return environment === "live" ? domain : `sandbox ${id} ${domain}`;
}

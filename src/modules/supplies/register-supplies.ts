import type { TenantTransaction } from "../../core/context.ts";
import { rootIdsOf } from "../supplier-register/index.ts";
import type { KnownSupply, SuppliesPlan } from "./plan-supplies.ts";
import { insertSupplies, noteAdvances, selectKnownSupplies } from "./store-register.ts";
import type { SupplyIdentifier } from "./supply-identifier.ts";

/**
 * What the register knows of identifiers, under the chain's lock: one statement, none without any, and one more where a supply
 * is known by a number of its supplier.
 */
export async function knownSupplies(
  tx: TenantTransaction,
  identifiers: readonly SupplyIdentifier[],
): Promise<KnownSupply[]> {
  const byKey = new Map(identifiers.map((identifier) => [`${identifier.kind} ${identifier.value}`, identifier]));
  if (byKey.size === 0) return [];
  const known = await selectKnownSupplies(tx, [...byKey.values()]);
  // A metering point is known whoever bills it; everything else is a number of one supplier, who may have been merged.
  const named = known.flatMap(({ kind, supplier_id }) =>
    kind === "gsrn" || supplier_id === null ? [] : [supplier_id],
  );
  if (named.length === 0) return known;
  const roots = await rootIdsOf(tx, named);
  return known.map((supply) => ({ ...supply, supplier_id: roots.get(supply.supplier_id ?? "") ?? supply.supplier_id }));
}

/** Writes what is new: one statement, one more for a first advance, none when everything was known. */
export async function writeSupplies(tx: TenantTransaction, plan: SuppliesPlan): Promise<void> {
  if (plan.supplies.length + plan.identifiers.length > 0) await insertSupplies(tx, plan);
  if (plan.first_advances.length > 0) await noteAdvances(tx, plan.first_advances);
}

import type { Context, TenantTransaction } from "../../core/context.ts";
import type { ObservedSupplier } from "./observed-supplier.ts";
import { identifiersOf, isPlanEmpty, type KnownIdentifier, planRegister, type RegisterPlan } from "./plan-register.ts";
import { insertPlan, selectKnownIdentifiers } from "./store-register.ts";

export type { RegisterPlan } from "./plan-register.ts";

/** What the register knows of what was observed: one statement, none when nothing was observed. Under the chain's lock. */
export async function knownSuppliers(
  tx: TenantTransaction,
  observed: readonly ObservedSupplier[],
): Promise<KnownIdentifier[]> {
  const identifiers = identifiersOf(observed);
  return identifiers.length === 0 ? [] : await selectKnownIdentifiers(tx, identifiers);
}

/** The supplier of each observation, and what the register has to learn for it. */
export function planSuppliers(
  ctx: Pick<Context, "newId">,
  observed: readonly ObservedSupplier[],
  known: readonly KnownIdentifier[],
): RegisterPlan {
  return planRegister(observed, known, ctx.newId);
}

/** Writes what is new: one statement, none when everything was known. */
export async function writeSuppliers(tx: TenantTransaction, plan: RegisterPlan): Promise<void> {
  if (!isPlanEmpty(plan)) await insertPlan(tx, plan);
}

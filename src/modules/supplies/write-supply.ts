import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound, validationError } from "../../core/errors.ts";
import { supplierIdentityExists } from "../supplier-register/index.ts";
import { addSupplyIdentifier, selectSupply, type SupplyRow } from "./store.ts";
import { selectKnownSupplies } from "./store-register.ts";
import type { SupplyIdentifier } from "./supply-identifier.ts";

/**
 * Gives a supply identifiers.
 * @throws ServiceError request.validation_failed for a metering point of another supply
 */
export async function addIdentifiers(
  ctx: Context,
  tx: TenantTransaction,
  {
    id,
    path,
    identifiers,
  }: { readonly id: string; readonly path: string; readonly identifiers: readonly SupplyIdentifier[] },
): Promise<void> {
  const holders = identifiers.length === 0 ? [] : await selectKnownSupplies(tx, identifiers);
  for (const [index, identifier] of identifiers.entries()) {
    const { kind, value } = identifier;
    const other = holders.find(
      (holder) => holder.kind === kind && holder.value === value && holder.supply_id !== id && !holder.is_removed,
    );
    if (kind === "gsrn" && other !== undefined) {
      const message = `it is the metering point of the supply ${other.supply_id}: take it from that one first`;
      throw validationError([{ path: `${path}.${index}.value`, code: "taken", message }]);
    }
    await addSupplyIdentifier(tx, id, identifier, ctx.principal.actor);
  }
}

/** @throws ServiceError resource.not_found for a supplier that the register does not have */
export async function assertSupplier(tx: TenantTransaction, id: string | null): Promise<void> {
  if (id !== null && !(await supplierIdentityExists(tx, id))) throw notFound("supplier");
}

export async function writtenSupply(tx: TenantTransaction, id: string): Promise<SupplyRow> {
  const row = await selectSupply(tx, id);
  if (row === undefined) throw new Error("a supply that was just written vanished");
  return row;
}

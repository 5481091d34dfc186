import type { Context, TenantTransaction } from "../../core/context.ts";
import { notFound } from "../../core/errors.ts";
import { lockSupplier, insertSupplier, type SupplierRow } from "./store.ts";
import { selectNamedSuppliers } from "./store-trade.ts";
import { identifierOf, keyOf, supplierId } from "./supplier-identity.ts";

export type SupplierContext = Pick<Context, "clock" | "emit" | "newId" | "principal" | "tenant">;

/**
 * The supplier of this id, locked until the transaction ends. One that only the ledger names gets its row now, with the
 * same id. @throws ServiceError resource.not_found
 */
export async function ensureSupplier(ctx: SupplierContext, tx: TenantTransaction, id: string): Promise<SupplierRow> {
  const lockedSupplier = await lockSupplier(tx, id);
  if (lockedSupplier !== undefined) return lockedSupplier;
  const named = (await selectNamedSuppliers(tx)).find((supplier) => {
    const key = keyOf(supplier);
    return key !== null && supplierId(ctx.tenant, key) === id;
  });
  const key = named === undefined ? null : keyOf(named);
  if (named === undefined || key === null) throw notFound("supplier");
  return await makeSupplier(ctx, tx, {
    supplier_key: key,
    supplier_name: named.supplier_name,
    supplier_country: named.supplier_country,
  });
}

/** The supplier of a key, locked; made when there is none. */
export async function makeSupplier(
  ctx: SupplierContext,
  tx: TenantTransaction,
  supplier: Pick<SupplierRow, "supplier_key" | "supplier_country"> & { readonly supplier_name: string | null },
): Promise<SupplierRow> {
  const { supplier_key, supplier_country } = supplier;
  const id = supplierId(ctx.tenant, supplier_key);
  const supplier_identifier = identifierOf(supplier_key);
  const name = supplier.supplier_name?.trim().slice(0, 200) ?? "";
  await insertSupplier(tx, {
    id,
    supplier_key,
    supplier_name: name === "" ? (supplier_identifier ?? supplier_key) : name,
    supplier_identifier,
    supplier_country: supplier_country !== null && /^[A-Z]{2}$/.test(supplier_country) ? supplier_country : null,
    created_by: ctx.principal.actor,
  });
  const row = await lockSupplier(tx, id);
  if (row === undefined) throw new Error("a supplier that was just made vanished");
  return row;
}

import { createHash } from "node:crypto";
import type { Environment } from "../../core/context.ts";
import { uuidText } from "../../core/ids.ts";
import { supplierKey } from "../categorization/index.ts";

/** A supplier as documents name it. */
export interface NamedSupplier {
  readonly supplier_identifier: string | null;
  readonly supplier_name: string | null;
}

/** The key under which a supplier's lines meet: that of the categories' memory. Null: the line names no supplier. */
export function keyOf(supplier: NamedSupplier): string | null {
  return supplierKey(supplier.supplier_name, supplier.supplier_identifier);
}

/** The company number within a key, without blanks and country prefix; null when the key is a name. */
export function identifierOf(key: string): string | null {
  return key.startsWith("id:") ? key.slice("id:".length) : null;
}

/**
 * Id of a supplier, the same before and after a row is made for it: UUIDv8 (RFC 9562 5.8) over tenant, environment and
 * key, so that ids of different companies never meet.
 */
export function supplierId(tenant: { readonly id: string; readonly environment: Environment }, key: string): string {
  const name = `supplier\n${tenant.id}\n${tenant.environment}\n${key}`;
  return uuidText(createHash("sha256").update(name).digest(), 8);
}

/** Id under which list_suppliers shows the supplier of a line; null: the line names none. */
export function supplierIdOf(
  tenant: { readonly id: string; readonly environment: Environment },
  supplier: NamedSupplier,
): string | null {
  const key = keyOf(supplier);
  return key === null ? null : supplierId(tenant, key);
}

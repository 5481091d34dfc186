import type { z } from "zod";
import type { TenantDb } from "../../core/context.ts";
import { type factorDetail, toFactorDetail, toFootprintDetail } from "./factor-record.ts";
import { findFactor, findUsedFootprint } from "./store-factors.ts";

/** A factor of the catalog, or a product footprint that an entry's emission_factor_id names. */
export async function findDetail(db: TenantDb, id: string): Promise<z.input<typeof factorDetail> | undefined> {
  const factor = await findFactor(db, id);
  if (factor !== undefined) return toFactorDetail(factor);
  const footprint = await findUsedFootprint(db, id);
  return footprint === undefined ? undefined : toFootprintDetail(footprint);
}

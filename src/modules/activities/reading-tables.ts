import type { Context } from "../../core/context.ts";
import { calculationSettings } from "../emissions/index.ts";
import { loadFootprints } from "../pcf/index.ts";
import type { ReadingAgain } from "./read-again.ts";

/** What lines of this company are read with, as of now. */
export async function readingTables(ctx: Context): Promise<ReadingAgain> {
  const [catalog, footprints, settings] = await Promise.all([
    ctx.catalog(),
    loadFootprints(ctx.db),
    calculationSettings(ctx.db),
  ]);
  return { catalog, footprints, settings, country: ctx.tenant.country };
}

import type { TenantQueries } from "../../core/context.ts";
import type { ColumnMapping } from "../reading/index.ts";
import { selectInForce } from "./store.ts";

/** What tables of a company are read with: those of a data source, or of uploads (null), stated last first. */
export type KnownMappings = (data_source_id: string | null) => ColumnMapping[];

export async function loadMappings(db: TenantQueries): Promise<KnownMappings> {
  const all = await selectInForce(db);
  return (data_source_id) =>
    all.flatMap(({ data_source_id: source, ...mapping }) => (source === data_source_id ? [mapping] : []));
}

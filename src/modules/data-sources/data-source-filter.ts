import type { TenantQueries } from "../../core/context.ts";
import type { NamedFilter } from "../../core/known-filters.ts";
import { dataSourceExists } from "./store.ts";

/** The filter of lists by the data source that documents came from. */
export function dataSourceFilter(db: TenantQueries, data_source_id: string | null): NamedFilter {
  return {
    path: "data_source_id",
    what: "data source",
    where: "list_data_sources lists them",
    value: data_source_id,
    exists: (id) => dataSourceExists(db, id),
  };
}

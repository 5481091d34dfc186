import type { TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { createDataSource } from "../../src/modules/data-sources/create-data-source.ts";
import { lockSource } from "../../src/modules/data-sources/store-sources.ts";
import type { TestApp } from "./app.ts";

/** A source of the tenant: the same one as long as it is connected, since their number is limited. */
export function dataSourceSource(app: TestApp): [string, (tenant: TenantIdentity) => Promise<string>] {
  const made = new Map<string, string>();
  return [
    "$data_source_id",
    async (tenant) => {
      const key = `${tenant.id} ${tenant.environment}`;
      const ctx = app.db.context(tenant);
      const known = made.get(key);
      if (known !== undefined && (await ctx.db.transaction((tx) => lockSource(tx, known))) !== undefined) return known;
      const input = { name: "Scanned bills", connection: { kind: "folder", path: "bills" } };
      // The operation answers with the record that it made.
      const { id } = (await invoke(createDataSource, ctx, input)) as { readonly id: string };
      made.set(key, id);
      return id;
    },
  ];
}

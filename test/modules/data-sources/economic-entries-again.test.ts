import { expect, test } from "vitest";
import { updatedInstallation } from "../../support/updated-installation.ts";

const TENANT = "0190a0b0-0000-7000-8000-00000000e0c0";
const SOURCE = "0190a0b0-0000-7000-8000-00000000e0c1";

test("entries that an earlier release refused are read again, and what it took stays known", async () => {
  const site = await updatedInstallation({
    tenant_id: TENANT,
    newest: "0098",
    insert: async (client) => {
      await client.query(
        `insert into data_sources (tenant_id, environment, id, connector, name, status, origin, cursor)
         values ($1, 'live', $2, 'economic', 'Ledger', 'idle', 'o', '{"last_entry": 9, "last_document": 4}')`,
        [TENANT, SOURCE],
      );
      await client.query(
        `insert into data_source_items (tenant_id, environment, origin, item_key, data_source_id, external_id, revision,
           status, error_code)
         select $1, 'live', 'o', md5(i.id) || md5(i.id), $2, i.id, '1', i.status, i.code
         from (values ('entry/1', 'failed', 'bad_data'), ('entry/2', 'taken', null), ('document/4', 'failed', 'bad_data'))
           as i (id, status, code)`,
        [TENANT, SOURCE],
      );
    },
  });
  try {
    await site.asOwner(async (client) => {
      const items = await client.query("select external_id from data_source_items order by 1 limit 10");
      expect(items.rows).toEqual([{ external_id: "document/4" }, { external_id: "entry/2" }]);
      const sources = await client.query("select cursor from data_sources where id = $1 limit 1", [SOURCE]);
      expect(sources.rows).toEqual([{ cursor: { last_entry: 0, last_document: 4 } }]);
    });
  } finally {
    await site.close();
  }
});

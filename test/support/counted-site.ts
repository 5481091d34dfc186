import { Client } from "pg";
import type { TenantIdentity } from "../../src/core/context.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { testApp, type TestApp, type TestKey } from "./app.ts";
import { countedOperation } from "./directed-work.ts";

/** The service with an operation whose work a test directs, a company with a key, and the database as its owner sees it. */
export interface CountedSite {
  readonly app: TestApp;
  readonly owner: Client;
  readonly tenant: TenantIdentity;
  readonly key: TestKey;
  close(): Promise<void>;
}

export async function countedSite(work: Parameters<typeof countedOperation>[0]): Promise<CountedSite> {
  const app = await testApp({ operations: [countedOperation(work)] });
  const owner = new Client(driverSettings(app.db.connection));
  await owner.connect();
  const tenant = await app.db.tenant();
  return {
    app,
    owner,
    tenant,
    key: await app.key(tenant),
    async close() {
      await owner.end();
      await app.close();
    },
  };
}

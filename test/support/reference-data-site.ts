import { type ReferenceDataWorker, referenceDataWorker } from "../../src/composition/workers/reference-data-worker.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { idSource } from "../../src/platform/ids.ts";
import { createLog } from "../../src/platform/log.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { type PublisherServer, publisherServer } from "./publisher-server.ts";

/** A database at a moment, publishers on loopback, and processes of the service that fetch from them. */
export interface ReferenceDataSite {
  readonly db: TestDatabase;
  readonly publishers: PublisherServer;
  /** A process of the service, with settings. */
  worker(env?: Readonly<Record<string, string>>): ReferenceDataWorker;
  close(): Promise<void>;
}

export async function referenceDataSite(now: string): Promise<ReferenceDataSite> {
  const db = await testDatabase();
  db.clock.set(now);
  const publishers = await publisherServer();
  const workers: ReferenceDataWorker[] = [];
  return {
    db,
    publishers,
    worker(env = {}) {
      const { url } = publishers;
      const addresses = { ECB_URL: url, EUROSTAT_URL: url, STATBANK_URL: url, ENERGI_DATA_SERVICE_URL: url };
      const worker = referenceDataWorker({
        config: readConfig({ REFERENCE_DATA: "fetch", ...addresses, ...env }),
        database: db.database,
        clock: db.clock,
        newId: idSource(db.clock),
        log: createLog("silent"),
      });
      workers.push(worker);
      return worker;
    },
    async close() {
      for (const worker of workers) await worker.close();
      publishers.close();
      await db.close();
    },
  };
}

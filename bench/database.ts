import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { readConfig, type Config } from "../src/platform/config/config.ts";
import { driverSettings } from "../src/platform/db/connection.ts";
import { attachEmbedded, type Embedded } from "../src/platform/db/embedded/supervisor.ts";
import { createLog } from "../src/platform/log.ts";
import { openService, type Service } from "../src/composition/service.ts";

/** While rows are loaded: nothing is lost that cannot be made again. Never while something is measured. */
const LOADING = {
  shared_buffers: "2GB",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "32GB",
  maintenance_work_mem: "2GB",
  max_parallel_maintenance_workers: "2",
  autovacuum: "off",
};
/** While something is measured: durable, as shipped, but with a buffer that a server of this size would be given. */
const MEASURING = { shared_buffers: "2GB", max_wal_size: "8GB" };

export type ServerPhase = "loading" | "measuring";

/** The bench's own data directory with its PostgreSQL. The service process adopts the server that runs in it. */
export class BenchDatabase {
  readonly directory: string;
  readonly config: Config;
  #embedded: Embedded | null = null;
  #service: Service | null = null;
  #admin: Client | null = null;

  constructor() {
    this.directory = mkdtempSync(join(tmpdir(), "carbon-ledger-bench-"));
    // The server's unprivileged user must be able to walk through.
    chmodSync(this.directory, 0o711);
    this.config = readConfig(this.environment);
  }

  /** What every service process of this run is started with, besides its ports. */
  get environment(): Record<string, string> {
    return {
      DATA_DIR: join(this.directory, "data"),
      DEMO: "off",
      LOG_LEVEL: "warn",
      SECRET_KEY: "bench-secret-that-only-seals-bench-cursors",
      IP_RATE_LIMIT: "100000000",
    };
  }

  /** The service's own parts, as an operator command has them. */
  get service(): Service {
    return opened(this.#service);
  }

  /** A session as the owner of the tables: seeding, EXPLAIN, counting. */
  get admin(): Client {
    return opened(this.#admin);
  }

  /** Process of the PostgreSQL server. */
  get serverPid(): number {
    return opened(this.#embedded).pid;
  }

  /** (Re)starts the server with the phase's settings. */
  async start(phase: ServerPhase): Promise<void> {
    await this.stop();
    const settings = phase === "loading" ? LOADING : MEASURING;
    const embedded = await attachEmbedded({ dataDir: this.config.data_dir, log: () => undefined, settings });
    this.#embedded = embedded;
    this.#service = await openService(this.config, createLog("warn"), "upgrade");
    this.#admin = new Client({ ...driverSettings(embedded.connection), application_name: "bench" });
    await this.#admin.connect();
  }

  /** Stops the server, so that a service process has to start it itself. */
  async stop(): Promise<void> {
    await this.#admin?.end();
    await this.#service?.close();
    await this.#embedded?.stop();
    this.#admin = null;
    this.#service = null;
    this.#embedded = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.directory, { recursive: true, force: true });
  }
}

function opened<T>(part: T | null): T {
  if (part === null) throw new Error("the bench database is not running");
  return part;
}

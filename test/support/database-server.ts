import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type QueryResultRow } from "pg";
import { serverUser, spawnIdentity } from "../../src/platform/db/embedded/run-as.ts";
import { locateBinaries } from "../../src/platform/db/embedded/binaries.ts";
import { freePort } from "./free-port.ts";
import { until } from "./service-process.ts";

/** How a server is stopped before it is started again: by its own word for it, or by killing its first process. */
export type Stop = "fast" | "immediate" | "kill -9";

const SIGNALS: Readonly<Record<Stop, NodeJS.Signals>> = { fast: "SIGINT", immediate: "SIGQUIT", "kill -9": "SIGKILL" };

/** A PostgreSQL server of one's own, on a loopback port, for DATABASE_URL. */
export interface DatabaseServer {
  readonly url: string;
  sql<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** The server's first process; its sessions are its children. */
  pid(): number;
  /** Ends it and starts it again; resolves when it answers. */
  restart(stop: Stop): Promise<void>;
  remove(): Promise<void>;
}

export async function databaseServer(): Promise<DatabaseServer> {
  const user = serverUser();
  const home = mkdtempSync(join(tmpdir(), "carbon-ledger-server-"));
  chmodSync(home, 0o755);
  if (user.drops) chownSync(home, user.uid, user.gid);
  const { initdb, postgres } = await locateBinaries(home, user);
  const data = join(home, "data");
  const port = await freePort();
  const options = ["--encoding=UTF8", "--locale=C", "--auth=trust", "--username=admin"];
  execFileSync(initdb, ["-D", data, ...options], { ...spawnIdentity(user), stdio: "ignore" });
  const start = (): ChildProcess =>
    spawn(postgres, ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", home], {
      ...spawnIdentity(user),
      stdio: "ignore",
    });
  let server = start();
  const urlOf = (login: string, database: string): string => `postgres://${login}@127.0.0.1:${port}/${database}`;
  const ask = async <Row extends QueryResultRow>(url: string, text: string, values: readonly unknown[] = []) => {
    const client = new Client({ connectionString: url });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, [...values])).rows;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const answers = async (): Promise<void> => {
    await until("the database server", async () =>
      ask(urlOf("admin", "postgres"), "select 1").then(
        () => true as const,
        () => null,
      ),
    );
  };
  const ended = async (signal: NodeJS.Signals): Promise<void> => {
    const exit = new Promise<void>((resolve) => server.once("exit", () => resolve()));
    server.kill(signal);
    await exit;
  };
  await answers();
  await ask(urlOf("admin", "postgres"), "create role ledger login createrole");
  await ask(urlOf("admin", "postgres"), "create database ledger owner ledger");
  return {
    url: urlOf("ledger", "ledger"),
    pid: () => server.pid ?? 0,
    sql: async (text, values) => await ask(urlOf("admin", "ledger"), text, values),
    async restart(stop) {
      await ended(SIGNALS[stop]);
      server = start();
      // The processes of a killed server hold its memory for some moments, in which no new one starts.
      await until("the start of the database server", async () => {
        if (server.exitCode !== null) server = start();
        return await ask(urlOf("admin", "postgres"), "select 1").then(
          () => true as const,
          () => null,
        );
      });
    },
    async remove() {
      await ended("SIGQUIT");
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/**
 * Child process of test/platform/embedded.test.ts. Usage: embedded-process.ts <mode> <data directory> [<transport> <control>]
 *   service  starts the database as the service, says "ready", then inserts numbers for ever and says each one that was
 *            acknowledged; ends on SIGTERM
 *   check    starts or adopts it as the service, prints what it found and stops
 *   command  attaches like an operator command, prints what it found and leaves
 */
import { Client } from "pg";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { attachEmbedded, type Embedded, startEmbedded } from "../../src/platform/db/embedded/supervisor.ts";

const [mode = "", dataDir = "", transport = "auto", control = "signals"] = process.argv.slice(2);

function say(message: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function connect(embedded: Embedded): Promise<Client> {
  const client = new Client(driverSettings(embedded.connection));
  client.on("error", () => undefined);
  await client.connect();
  await client.query("create table if not exists numbers (n bigint primary key)");
  return client;
}

async function write(embedded: Embedded): Promise<void> {
  const client = await connect(embedded);
  const start = await client.query<{ next: string }>("select coalesce(max(n), 0) + 1 as next from numbers");
  say({ ready: true, adopted: embedded.adopted, pid: embedded.pid, uid: process.getuid?.() });
  const ending = new AbortController();
  process.once("SIGTERM", () => ending.abort());
  for (let n = Number(start.rows[0]?.next); !ending.signal.aborted; n += 1) {
    await client.query("insert into numbers (n) values ($1)", [n]);
    say({ acknowledged: n });
  }
  await client.end();
}

async function report(embedded: Embedded): Promise<void> {
  const client = await connect(embedded);
  const found = await client.query<{ count: number; most: number }>(
    "select count(*)::int as count, coalesce(max(n), 0)::int as most from numbers",
  );
  const settings = await client.query<Record<string, unknown>>(
    `select current_setting('fsync') as fsync, current_setting('data_checksums') as data_checksums,
            current_setting('listen_addresses') as listen_addresses, current_setting('server_encoding') as encoding`,
  );
  say({ adopted: embedded.adopted, pid: embedded.pid, ...found.rows[0], ...settings.rows[0] });
  await client.end();
}

async function main(): Promise<void> {
  const options = {
    dataDir,
    log: () => undefined,
    transport: transport === "loopback" ? "loopback" : "auto",
    control: control === "pg_ctl" ? "pg_ctl" : "signals",
  } as const;
  const embedded = await (mode === "command" ? attachEmbedded(options) : startEmbedded(options));
  await (mode === "service" ? write(embedded) : report(embedded));
  await embedded.stop();
}

main().catch((error: unknown) => {
  say({ error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});

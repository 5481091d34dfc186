import { Client } from "pg";
import { inject } from "vitest";
import { driverSettings, withDatabase } from "../../src/platform/db/connection.ts";

/** Works while no other worker of the run does with this number: the one that comes second waits, and finds what was made. */
export async function onceInRun(lock: number, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(driverSettings(withDatabase(inject("template"), "postgres")));
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [lock]);
    await work(client);
  } finally {
    await client.end();
  }
}

import { Client, type QueryResultRow } from "pg";
import { inject } from "vitest";
import { driverSettings, withDatabase } from "../../src/platform/db/connection.ts";

/** An empty database on the test server, for services that run in processes of their own. */
export interface OwnDatabase {
  /** For DATABASE_URL. */
  readonly url: string;
  sql<Row extends QueryResultRow>(text: string): Promise<Row[]>;
  /** Drops it, and ends whatever still uses it. */
  remove(): Promise<void>;
}

let databases = 0;

export async function ownDatabase(): Promise<OwnDatabase> {
  const template = inject("template");
  if (template.kind !== "socket") throw new Error("the test server has a socket");
  const { directory, port, user } = template;
  databases += 1;
  const name = `own_${process.pid}_${databases}`;
  const ask = async <Row extends QueryResultRow>(database: string, text: string): Promise<Row[]> => {
    const client = new Client(driverSettings(withDatabase(template, database)));
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  await ask("postgres", `create database ${name}`);
  return {
    url: `postgresql:///${name}?host=${encodeURIComponent(directory)}&port=${port}&user=${user}`,
    sql: (text) => ask(name, text),
    remove: async () => {
      await ask("postgres", `drop database if exists ${name} with (force)`);
    },
  };
}

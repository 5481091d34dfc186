import { Client } from "pg";
import { type Connection, driverSettings } from "../../src/platform/db/connection.ts";

/** Every row of every table of the database as text, as its owner sees it: what a stolen copy would show. */
export async function everyRowAsText(connection: Connection): Promise<string> {
  const client = new Client(driverSettings(connection));
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables " +
        "where schemaname not in ('pg_catalog', 'information_schema') order by 1",
    );
    const parts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from ${name} t`);
      parts.push(name, ...rows.map(({ text }) => text));
    }
    return parts.join("\n");
  } finally {
    await client.end();
  }
}

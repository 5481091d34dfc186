import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import type { Context } from "../../src/core/context.ts";
import { driverSettings, withDatabase } from "../../src/platform/db/connection.ts";
import { migrate } from "../../src/platform/db/migrate.ts";
import { testDatabase } from "./database.ts";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");

export interface Installation {
  /** Of the company that is there from the beginning. */
  readonly tenant_id: string;
  /** Number of the newest migration before the update. */
  readonly newest: string;
  /** Writes the rows of that time, as the owner of the database. */
  insert(client: Client): Promise<unknown>;
}

/** An installation that was filled by an earlier version and brought up to date. */
export interface UpdatedInstallation {
  /** Names of the migrations of the update. */
  readonly migrated: readonly string[];
  /** The company, on a copy of the database. */
  readonly ctx: Context;
  /** Reads what the update made of the rows, as the owner of the database. */
  asOwner<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

let installations = 0;

export async function updatedInstallation({ tenant_id, newest, insert }: Installation): Promise<UpdatedInstallation> {
  installations += 1;
  const name = `updated_${process.pid}_${installations}`;
  await asOwnerOf("postgres", (client) => client.query(`create database ${name}`));
  const connection = withDatabase(inject("template"), name);
  await migrateUntil(name, newest);
  await asOwnerOf(name, async (client) => {
    await client.query("insert into tenants (id, name, country, plan) values ($1, 'Ældre ApS', 'DK', 'enterprise')", [
      tenant_id,
    ]);
    await insert(client);
  });
  const migrated = await migrate(connection, MIGRATIONS);
  const db = await testDatabase({ clone_of: name });
  return {
    migrated,
    ctx: db.context({ id: tenant_id, name: "Ældre ApS", country: "DK", plan: "enterprise", environment: "live" }),
    asOwner: (work) => asOwnerOf(name, work),
    async close() {
      await db.close();
      await asOwnerOf("postgres", (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function migrateUntil(database: string, newest: string): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-migrations-"));
  try {
    cpSync(MIGRATIONS, directory, { recursive: true });
    for (const file of readdirSync(directory)) if (file.slice(0, 4) > newest) rmSync(join(directory, file));
    await migrate(withDatabase(inject("template"), database), directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function asOwnerOf<Result>(database: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client(driverSettings(withDatabase(inject("template"), database)));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

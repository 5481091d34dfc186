import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { inject } from "vitest";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import type { Scope } from "../../src/core/scopes.ts";
import { statement } from "../../src/core/statement.ts";
import { type Connection, driverSettings, withDatabase } from "../../src/platform/db/connection.ts";
import { type Database, type DatabaseOptions, openDatabase } from "../../src/platform/db/database.ts";
import { type Files, openFiles } from "../../src/platform/files/files.ts";
import { idSource } from "../../src/platform/ids.ts";
import { contextFactory, type ContextOptions, type TestClock, testClock } from "./context.ts";
import { TEST_SECRET } from "./stored-document.ts";

export interface TestDatabase {
  readonly database: Database;
  /** As the owner, to the clone. */
  readonly connection: Connection;
  readonly clock: TestClock;
  readonly directory: string;
  readonly files: Files;
  /** Makes a tenant: enterprise plan, Denmark, live unless said otherwise. */
  tenant(overrides?: Partial<TenantIdentity>): Promise<TenantIdentity>;
  /** A context of an API key with every scope, unless scopes are given. */
  context(tenant: TenantIdentity, scopes?: readonly Scope[], options?: ContextOptions): Context;
  /** Ends connections and removes the clone and its files. */
  close(): Promise<void>;
}

const insertTenant = statement(`
  insert into tenants (id, name, country, plan) values ($1, $2, $3, $4) on conflict (id) do nothing`);

export interface TestDatabaseOptions extends Partial<DatabaseOptions> {
  /** Name of the database to clone, template_carbon unless given. */
  readonly clone_of?: string;
}

/** A fresh database, cloned from the run's template (migrated, catalog loaded when the template has it). */
export async function testDatabase({ clone_of, ...options }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const template = inject("template");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await asOwner(template, `create database ${name} template ${clone_of ?? "template_carbon"}`);
  const connection = withDatabase(template, name);
  const database = await openDatabase(connection, {
    app_connections_max: 4,
    system_connections_max: 2,
    admin_connections_max: 1,
    ...options,
  });
  const directory = mkdtempSync(join(inject("run_directory"), "files-"));
  const clock = testClock();
  const files = await openFiles(directory, TEST_SECRET);
  const newId = idSource(clock);
  const makeContext = contextFactory({ database, clock, files, newId });
  return {
    database,
    connection,
    clock,
    directory,
    files,
    async tenant(overrides = {}) {
      const tenant: TenantIdentity = {
        id: newId(),
        name: "Nordlys Møbler ApS",
        country: "DK",
        plan: "enterprise",
        environment: "live",
        ...overrides,
      };
      await database.system.rows(insertTenant, [tenant.id, tenant.name, tenant.country, tenant.plan]);
      return tenant;
    },
    context: makeContext,
    async close() {
      await database.close();
      rmSync(directory, { recursive: true, force: true });
      await asOwner(template, `drop database ${name} with (force)`);
    },
  };
}

async function asOwner(template: Connection, sql: string): Promise<void> {
  // CREATE DATABASE needs the template free of sessions: connect elsewhere.
  const client = new Client(driverSettings(withDatabase(template, "postgres")));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

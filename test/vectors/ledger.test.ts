import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AttestationTexts, attestationTextsHash } from "../../src/modules/audit/check-reports.ts";
import { addRemains, remainsHash } from "../../src/modules/audit/erase-events.ts";
import { eventHash, GENESIS_HASH, type HashedEvent } from "../../src/modules/audit/index.ts";
import {
  LEDGER_ACTIONS,
  LEDGER_COLUMN_VERSIONS,
  LEDGER_FORMAT,
  LEDGER_TABLES,
} from "../../src/modules/audit/ledger-tables.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { expectPinned, pinnedLists } from "../support/pinned.ts";

/**
 * What the ledger's hashes are made of. Every chain that was ever written is verified by it: one changed letter, and all of them
 * fail. The lists and hashes are written down.
 */
let db: TestDatabase;
let owner: Client;

beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.close();
});

const LEDGER = [...LEDGER_TABLES, "audit_events", "audit_heads"];

describe("names that are hashed", () => {
  test("tables of the ledger, with the action of each row's event", () => {
    expect(LEDGER_ACTIONS).toEqual({
      documents: "document.recorded",
      activities: "activity.recorded",
      activity_splits: "activity_split.recorded",
      emission_entries: "emission_entry.calculated",
      report_inputs: "report_input.recorded",
    });
    expect([...LEDGER_TABLES]).toEqual(Object.keys(LEDGER_ACTIONS));
  });

  test("columns of the first version of each row's hash", () => {
    for (const table of LEDGER_TABLES) {
      expect(LEDGER_COLUMN_VERSIONS[table][0], table).toEqual(pinnedLists("ledger.json")[`${table} version 1`]);
    }
  });

  test("each version has all columns of the one before, and the newest has those of the table", () => {
    for (const table of LEDGER_TABLES) {
      const lists = LEDGER_COLUMN_VERSIONS[table];
      for (const [index, columns] of lists.entries()) {
        const before = lists[index - 1] ?? [];
        expect(columns.slice(0, before.length), table).toEqual(before);
        expect(columns.length, table).toBeGreaterThan(before.length);
      }
    }
  });

  test("columns of the ledger's tables in a migrated database, with their types", async () => {
    const { rows } = await owner.query<{ line: string }>(
      `select c.relname || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) as line
       from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and a.attnum > 0 and not a.attisdropped
       order by 1 limit 1000`,
      [LEDGER],
    );
    expectPinned(
      rows.map(({ line }) => line),
      "ledger.json",
      "columns",
    );
  });

  test("tables and views of a migrated database", async () => {
    const { rows } = await owner.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
       order by 1 limit 1000`,
    );
    expectPinned(
      rows.map(({ name }) => name),
      "ledger.json",
      "tables",
    );
  });
});

/** Rows, events and their hashes, as another program than this one has calculated them from the published format. */
interface Hashes {
  readonly rows: Readonly<
    Record<string, { readonly row: Readonly<Record<string, string | null>>; readonly sha256: string }>
  >;
  readonly events: readonly { readonly event: HashedEvent; readonly sha256: string }[];
  readonly attestation: { readonly texts: AttestationTexts; readonly sha256: string };
  readonly remains_sha256: string;
}

// Written with the interface above.
const HASHES = JSON.parse(readFileSync(join(import.meta.dirname, "pinned/hashes.json"), "utf8")) as Hashes;

describe("hashes", () => {
  test.each(LEDGER_TABLES)("of a row of %s", (table) => {
    const { row = {}, sha256 } = HASHES.rows[table] ?? {};
    const texts = LEDGER_FORMAT.columns(table).map((column) => row[column] ?? null);
    expect(LEDGER_FORMAT.verify(table, texts, { content_sha256: sha256 })).toBe("as_recorded");
    expect(LEDGER_FORMAT.verify(table, ["x", ...texts.slice(1)], { content_sha256: sha256 })).toBe("changed");
    // What is recorded today has that hash as well, as long as there is no second version.
    if (LEDGER_COLUMN_VERSIONS[table].length === 1) {
      expect(LEDGER_FORMAT.proofOf(table, texts)).toEqual({ content_sha256: sha256 });
    }
  });

  test("of events", () => {
    expect(GENESIS_HASH).toBe("0000000000000000000000000000000000000000000000000000000000000000");
    for (const { event, sha256 } of HASHES.events) expect(eventHash(event), event.action).toBe(sha256);
  });

  test("of the texts of an attestation", () => {
    expect(attestationTextsHash(HASHES.attestation.texts)).toBe(HASHES.attestation.sha256);
  });

  test("of what an erasure leaves of events", () => {
    const remains = remainsHash();
    for (const { event, sha256 } of HASHES.events.slice(0, 2)) addRemains(remains, { ...event, hash: sha256 });
    expect(remains.digest("hex")).toBe(HASHES.remains_sha256);
  });
});

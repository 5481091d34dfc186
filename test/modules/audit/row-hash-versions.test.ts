import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { appendAudit, verifyAudit } from "../../../src/modules/audit/index.ts";
import { LEDGER_ACTIONS, LEDGER_COLUMN_VERSIONS, ledgerFormat } from "../../../src/modules/audit/ledger-tables.ts";
import { insertLedgerRows, ledgerStatements } from "../../../src/modules/audit/store-ledger.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { ledgerLine, record } from "../../support/ledger.ts";

/** A release of which documents have one more column, on a ledger that began before it. */
const FIRST = LEDGER_COLUMN_VERSIONS.documents[0] ?? [];
const NEW_COLUMN = "spoken_language";
const LATER = ledgerStatements(ledgerFormat({ ...LEDGER_COLUMN_VERSIONS, documents: [FIRST, [...FIRST, NEW_COLUMN]] }));
const OLD_HASH = "a".repeat(64);
const NEW_ID = "01900000-0000-7000-8000-00000000000b";

let db: TestDatabase;
let owner: Client;
let ctx: Context;

beforeAll(async () => {
  db = await testDatabase();
  owner = new Client(driverSettings(db.connection));
  await owner.connect();
  ctx = db.context(await db.tenant());
  await record(ctx, [ledgerLine(1)]);
  await owner.query(`alter table documents add column ${NEW_COLUMN} text`);
  const row = {
    id: NEW_ID,
    sha256: OLD_HASH,
    name: "faktura.xml",
    size_bytes: 9,
    format: "ubl",
    document_type: "invoice",
  };
  await ctx.db.transaction(async (tx) => {
    const [written] = await insertLedgerRows(tx, "documents", [{ ...row, [NEW_COLUMN]: "da" }], LATER);
    const payload = { format: "ubl", ...written?.proof };
    await appendAudit(ctx, tx, [{ action: LEDGER_ACTIONS.documents, subject: NEW_ID, payload }]);
  });
});

afterAll(async () => {
  await owner.end();
  await db.close();
});

async function payloads(): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query<{ payload: Record<string, unknown> }>(
    "select payload from audit_events where action = 'document.recorded' order by seq limit 9",
  );
  return rows.map(({ payload }) => payload);
}

test("events of the first version say nothing of it, and later ones state theirs", async () => {
  const [first, second] = await payloads();
  expect(Object.keys(first ?? {}).toSorted()).toEqual([
    "content_sha256",
    "document_type",
    "format",
    "sha256",
    "size_bytes",
  ]);
  expect(second).toMatchObject({ content_version: 2, content_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test("the hash of a later version is over all of its columns, with its number", async () => {
  const list = [...FIRST, NEW_COLUMN];
  const moment = `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at`;
  const texts = list.map((column) => (column === "created_at" ? moment : `${column}::text as ${column}`));
  const { rows } = await owner.query(`select ${texts.join(", ")} from documents where id = $1`, [NEW_ID]);
  const canonical = canonicalize({ table: "documents", version: 2, row: rows[0] as unknown }) ?? "";
  const [, second] = await payloads();
  expect(second?.["content_sha256"]).toBe(createHash("sha256").update(canonical).digest("hex"));
});

test("the later release verifies the rows of both", async () => {
  expect(await verifyAudit(ctx.db, undefined, LATER)).toMatchObject({ ok: true, problems: [] });
});

test("the release before says that it does not know the version, and verifies the others", async () => {
  const { problems } = await verifyAudit(ctx.db);
  expect(problems).toMatchObject([{ kind: "row_changed", subject: `documents ${NEW_ID}` }]);
  expect(problems[0]?.detail).toMatch(/a newer release must verify it/);
});

describe("a change is found in rows of each version", () => {
  const ofVersion = { 1: `id <> '${NEW_ID}'`, 2: `id = '${NEW_ID}'` } as const;
  test.each([
    [1, "a column of the first version", "name = name || '.'"],
    [1, "a column that came later", `${NEW_COLUMN} = 'en'`],
    [2, "a column of the first version", "name = name || '.'"],
    [2, "a column that came later", `${NEW_COLUMN} = 'en'`],
    [2, "a column that came later, emptied", `${NEW_COLUMN} = null`],
  ] as const)("version %i: %s", async (version, _what, change) => {
    const { rows } = await owner.query<{ id: string; name: string }>(
      `select id, name, ${NEW_COLUMN} from documents where ${ofVersion[version]}`,
    );
    const [before] = rows;
    await owner.query(`update documents set ${change} where id = $1`, [before?.id]);
    const { problems } = await verifyAudit(ctx.db, undefined, LATER);
    const language = version === 1 ? null : "da";
    await owner.query(`update documents set name = $2, ${NEW_COLUMN} = $3 where id = $1`, [
      before?.id,
      before?.name,
      language,
    ]);
    expect(problems).toMatchObject([{ kind: "row_changed", subject: `documents ${before?.id}` }]);
    expect(await verifyAudit(ctx.db, undefined, LATER)).toMatchObject({ ok: true });
  });

  test("an event's version that was taken away or made another", async () => {
    for (const change of ["payload - 'content_version'", `payload || '{"content_version": 1}'`]) {
      await owner.query("begin");
      await owner.query(`update audit_events set payload = ${change} where subject = $1`, [NEW_ID]);
      await owner.query("commit");
      const { problems } = await verifyAudit(ctx.db, undefined, LATER);
      await owner.query(`update audit_events set payload = payload || '{"content_version": 2}' where subject = $1`, [
        NEW_ID,
      ]);
      expect(problems.map(({ kind }) => kind).toSorted()).toEqual(["event_changed", "row_changed"]);
    }
  });
});

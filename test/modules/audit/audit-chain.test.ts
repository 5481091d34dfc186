import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import { expect, test } from "vitest";
import { eventHash, GENESIS_HASH } from "../../../src/modules/audit/index.ts";
import { LEDGER_COLUMN_VERSIONS, LEDGER_FORMAT, LEDGER_TABLES } from "../../../src/modules/audit/ledger-tables.ts";

// Checked in Node and in Python when the format was decided; a change of it would orphan every stored chain.
test("the published vector has its hash", () => {
  const hash = eventHash({
    seq: 1,
    ts: "2026-01-02T03:04:05.000Z",
    tenant_id: "t1",
    action: "emission_entry.calculated",
    actor: "system",
    subject: "ee_1",
    payload: {
      quantity: "245",
      unit: "Nm3",
      factor_key: "fuel.dk.natural_gas.2023.nm3",
      factor_value: "2.2627",
      co2e_kg: "554.3615",
    },
    prev_hash: GENESIS_HASH,
  });
  expect(hash).toBe("99f90254fa2c07926f11c6c34e896d537175ae0f25dc5004a1154ee466c07b23");
});

test("the content hash of a row is over its RFC 8785 canonical JSON", () => {
  for (const table of LEDGER_TABLES) {
    const columns = LEDGER_FORMAT.columns(table);
    const texts = columns.map((column, index) => (index % 3 === 0 ? null : `${column} \u2028 "æ" \\ \n ${index}`));
    const row = Object.fromEntries(columns.map((column, index) => [column, texts[index] ?? null]));
    const version = LEDGER_COLUMN_VERSIONS[table].length;
    const canonical = canonicalize({ table, version, row }) ?? "";
    expect(LEDGER_FORMAT.proofOf(table, texts)).toEqual({
      content_sha256: createHash("sha256").update(canonical, "utf8").digest("hex"),
      ...(version === 1 ? {} : { content_version: version }),
    });
  }
});

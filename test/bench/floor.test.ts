import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createFloor } from "../../bench/floor.ts";
import { recordQuery } from "../../bench/recorded-query.ts";
import type { Context } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { toJsonText } from "../../src/core/json-text.ts";
import { getEmissionsSummary } from "../../src/modules/emissions/get-emissions-summary.ts";
import { listEmissions } from "../../src/modules/emissions/list-emissions.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { ledgerLine, record } from "../support/ledger.ts";

let db: TestDatabase;
let ctx: Context;

const entryPage = z.object({
  items: z.array(z.looseObject({ transaction_date: z.string(), created_at: z.string() })),
  next_cursor: z.union([z.string(), z.null()]),
});

beforeAll(async () => {
  db = await testDatabase();
  ctx = db.context(await db.tenant());
  for (const month of ["01", "02", "03"]) {
    await record(
      ctx,
      Array.from({ length: 30 }, (_, index) => ledgerLine(index + 1, { date: `2026-${month}-15` })),
    );
  }
});

afterAll(async () => {
  await db.close();
});

/** The floor knows times only to the millisecond: that is what the driver's own parsers leave of them. */
function comparable(text: string) {
  const { items, next_cursor } = entryPage.parse(JSON.parse(text));
  const shown = items.map((item) => ({
    ...item,
    transaction_date: Date.parse(item.transaction_date),
    created_at: Date.parse(item.created_at),
  }));
  return { items: shown, has_more: next_cursor !== null };
}

async function floorAnswer(path: string, plan: Parameters<typeof createFloor>[0]): Promise<string> {
  const floor = createFloor(plan);
  floor.server.listen(0, "127.0.0.1");
  await once(floor.server, "listening");
  const address = floor.server.address();
  if (address === null || typeof address === "string") throw new Error("the floor has no port");
  try {
    return await (await fetch(`http://127.0.0.1:${address.port}${path}`)).text();
  } finally {
    await floor.close();
  }
}

test.each([{}, { from: "2026-02-01", to: "2026-02-28" }, { to: "2026-01-31", scope: "1" }])(
  "the floor of the bench answers the page %j with the service's own rows",
  async (args) => {
    const query = await recordQuery(ctx, listEmissions, args, { is_first: true });
    const queries = { "/emissions": { ...query, shape: "entries" } as const };
    const floor = comparable(await floorAnswer("/emissions", { connection: db.connection, queries, fixed: {} }));
    const ours = comparable(toJsonText(await invoke(listEmissions, ctx, args)));
    expect(floor.items.length).toBeGreaterThan(0);
    expect(floor).toEqual(ours);
  },
);

test("the floor of the bench runs the summary's own statement", async () => {
  const query = await recordQuery(ctx, getEmissionsSummary, { group_by: "month" });
  const queries = { "/summary": { ...query, shape: "rows" } as const };
  const text = await floorAnswer("/summary", { connection: db.connection, queries, fixed: {} });
  const rows = z.array(z.looseObject({ entry_count: z.string().nullable() })).parse(JSON.parse(text));
  // What the sums cover comes first.
  expect(rows.map((row) => row.entry_count)).toEqual([null, "30", "30", "30"]);
});

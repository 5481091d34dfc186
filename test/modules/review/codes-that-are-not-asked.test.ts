import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReviewCode } from "../../../src/modules/review/review-needs.ts";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { CHOSEN } from "./truth-table-case.ts";
import { CASES } from "./truth-table-cases.ts";
import { ledger, power, table, used } from "./truth-table-documents.ts";
import { FURTHER_CASES } from "./truth-table-further-cases.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

/** Every code; the compiler asks for each. "asked": the truth table has a line that waits for it. */
const CODES: Readonly<Record<ReviewCode, "asked" | "not_asked">> = {
  category_needs_person: "asked",
  possible_duplicate: "asked",
  payment_unmatched: "asked",
  document_unclear: "asked",
  date_unclear: "asked",
  supply_unknown: "asked",
  quantity_repeated: "asked",
  financial_year_closed: "asked",
  country_unclear: "asked",
  period_unclear: "asked",
  advance_deducted: "asked",
  credit_unmatched: "asked",
  advance_without_quantity: "asked",
  advance_unsettled: "asked",
  record_differs: "asked",
  no_factor: "asked",
  quantity_missing: "asked",
  unit_mismatch: "asked",
  exchange_rate_missing: "asked",
  vat_unknown: "asked",
  no_amount_or_quantity: "asked",
  // A person left it to the settlement: it waits without a question.
  advance_deferred: "not_asked",
  // Of a category that the loaded catalogue does not have.
  unclassified: "not_asked",
};

test("the truth table has a line for every code that is asked about", () => {
  const asked = Object.entries(CODES).flatMap(([code, is]) => (is === "asked" ? [code] : []));
  const of_table = new Set([...CASES, ...FURTHER_CASES].map(({ waits_for }) => waits_for));
  expect([...of_table].sort()).toEqual(asked.sort());
});

const reason = "It is what the document says";
const TEXT = "Elselskabet Nord aconto 1. kvartal";

interface Line {
  readonly id: string;
  readonly status: string;
  readonly review_code: string | null;
}

describe("an amount on account that a person left to its settlement (advance_deferred)", () => {
  async function deferred(): Promise<{ by: RecordingCompany; id: string }> {
    const by = await site.company();
    await site.ingest(
      by,
      table(
        "Dato;Kontonr;Kontonavn;Tekst;Beløb;Leverandør",
        `15-02-2026;2050;El;${TEXT};1.800,00;Elselskabet Nord A/S`,
      ),
    );
    const [line] = await site.items<Line>(by, "/review-items");
    const id = line?.id ?? "";
    await site.change(by, `/review-items/${id}/defer`, { reason });
    return { by, id };
  }
  const told = async (by: RecordingCompany, id: string) => {
    const { status, review_code } = (await site.get(by, `/activities/${id}`)) as Line;
    const { waiting } = (await site.get(by, "/emissions/summary?from=2026-01-01&to=2026-12-31")) as {
      waiting: { lines: number };
    };
    const asked = [...(await site.items(by, "/review-items")), ...(await site.items(by, "/review-groups"))].length;
    return { status, review_code, waiting: waiting.lines, asked, kg: (await site.total(by)) ?? 0 };
  };
  const WAITS = { status: "pending_review", review_code: "advance_deferred", waiting: 1, asked: 0, kg: 0 };

  test("waits without a question and without kg, and says so of itself", async () => {
    const { by, id } = await deferred();
    expect(await told(by, id)).toEqual(WAITS);
    const again = await site.post(by, {}, {}, `/review-items/${id}/accept`);
    expect([again.status, again.json().issues?.[0]?.code]).toEqual([400, "advance_without_quantity"]);
    expect(await told(by, id)).toEqual(WAITS);
  });

  test("counts by the quantity that a person states, and nothing once it is left out", async () => {
    const { by, id } = await deferred();
    await site.change(by, `/review-items/${id}/accept`, { reason, facts: { quantity: 1200, unit: "kWh" } });
    const alone = await site.company();
    await site.ingest(alone, power("A-1", [used("Elforbrug", "1200")], undefined, "2026-02-15"));
    const { kg } = await told(by, id);
    expect(kg).toBeGreaterThan(0);
    expect(kg).toBeCloseTo(Number(await site.total(alone)), 6);
    await site.change(by, `/activities/${id}/undo`, { reason });
    expect(await told(by, id)).toEqual(WAITS);
    await site.change(by, `/review-items/${id}/exclude`, { reason });
    expect(await told(by, id)).toEqual({ ...WAITS, status: "excluded", review_code: null, waiting: 0 });
    await site.intact(by);
  });

  test("is asked about again when the decision is taken back", async () => {
    const { by, id } = await deferred();
    await site.change(by, `/activities/${id}/undo`, { reason });
    expect(await told(by, id)).toMatchObject({ review_code: "advance_without_quantity", waiting: 1, asked: 2 });
  });
});

describe("a key in which nothing is counted (unclassified) is taken by no door", () => {
  test.each(["unclassified.not_relevant", "unclassified.pending", "energy.electricity", "no.such.category"])(
    "%s",
    async (category_id) => {
      const by = await site.company();
      await site.ingest(by, ledger("16-03-2026;Xylo ApS;;Zzyxq;;;;500,00;DKK"));
      await site.ingest(by, table("Dato;Tekst;Kategori;Beløb", `17-03-2026;Wroqx;${category_id};600,00`));
      const lines = await site.items<Line & { waits_for: { code: string } }>(by, "/review-items");
      // A column leaves a row out by the key of what is not relevant: then nothing of it is asked.
      const asked = category_id === "unclassified.not_relevant" ? 1 : 2;
      expect(lines.map(({ waits_for }) => waits_for.code)).toEqual(
        Array.from({ length: asked }, () => "category_needs_person"),
      );
      const [{ id } = { id: "" }] = lines;
      for (const path of [`/review-items/${id}/recategorize`, `/activities/${id}/correct`]) {
        const answer = await site.post(by, { category_id, reason }, {}, path);
        const [issue] = answer.json().issues ?? [];
        expect([answer.status, issue?.path, issue?.code], path).toEqual([400, "category_id", "unknown_category"]);
      }
      await site.change(by, `/review-items/${id}/recategorize`, { category_id: CHOSEN, reason });
      expect(await site.items(by, "/review-items")).toHaveLength(asked - 1);
    },
  );
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { bank, invoice, ledger, type Told } from "./shapes.ts";

interface AccountRecord {
  readonly id: string;
  readonly source: string;
  readonly date: string;
  readonly open_amount: number | null;
  readonly evidence: readonly { readonly id: string; readonly source: string; readonly decision: object | null }[];
  readonly settlements: readonly {
    readonly payment_id: string;
    readonly item_id: string;
    readonly state: string;
    readonly decision: { readonly id: string; readonly reason: string } | null;
  }[];
}

interface Effect {
  readonly decision: { readonly id: string; readonly undone_by_id: string | null } | null;
  readonly activity_ids: readonly string[];
  readonly change_kg: number;
  readonly years: readonly { readonly year: number; readonly total_after_kg: number }[];
  readonly pending_restatements?: readonly { readonly market_based_after_kg: number }[];
}

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const ingest = async (by: RecordingCompany, ...told: readonly Told[]) => {
  for (const { file } of told) await site.ingest(by, file);
};
const line = async (by: RecordingCompany, name: string): Promise<BookedLine> => {
  const found = (await site.lines(by)).find(({ description }) => description.includes(name));
  if (found === undefined) throw new Error(`no line of ${name}`);
  return found;
};
const statuses = async (by: RecordingCompany, ...names: readonly string[]) =>
  await Promise.all(names.map(async (name) => (await line(by, name)).status));
const total = async (by: RecordingCompany, year = 2026): Promise<number> => {
  const path = `/emissions/summary?from=${year}-01-01&to=${year}-12-31`;
  return ((await site.get(by, path)) as { total_co2e_kg: number | null }).total_co2e_kg ?? 0;
};

async function account(by: RecordingCompany): Promise<readonly AccountRecord[]> {
  const suppliers = await site.items<{ id: string; identifiers: { kind: string }[] }>(by, "/supplier-identities");
  const [registered] = suppliers.filter(({ identifiers }) => identifiers.some(({ kind }) => kind === "cvr"));
  return await site.items<AccountRecord>(by, `/supplier-identities/${registered?.id ?? ""}/account`);
}

interface Said {
  readonly payment_id: string;
  readonly item_ids: readonly string[];
  readonly decision: "confirm" | "separate";
}

const decide = async (by: RecordingCompany, said: Said, reason = "The receipt says so") =>
  await site.change<Effect>(by, "/purchase-link-decisions", { ...said, reason });
const tried = async (by: RecordingCompany, said: Said) =>
  await site.change<Effect>(by, "/purchase-link-decisions", { ...said, reason: "To see", dry_run: true });
const undo = async (by: RecordingCompany, { decision }: Effect) =>
  await site.change<Effect>(by, `/purchase-link-decisions/${decision?.id ?? ""}/undo`, { reason: "The wrong pair" });
const refusal = async (by: RecordingCompany, path: string, body: object): Promise<string> => {
  const answer = await site.post(by, body, {}, path);
  expect(answer.status).toBe(400);
  return answer.text;
};

const BILL = invoice("inv1", { amount: "1000.00", date: "2026-03-02" })("counts");
const PAID = bank("pay1", { amount: "1250.00", date: "2026-03-20" })("evidence");

/** The invoice of the account and what is evidence of it. */
async function evidencePair(by: RecordingCompany): Promise<Omit<Said, "decision">> {
  const [item] = (await account(by)).filter(({ source, evidence: told }) => source === "invoice" && told.length > 0);
  const [evidence] = item?.evidence ?? [];
  if (item === undefined || evidence === undefined) throw new Error("nothing is evidence of the invoice");
  return { payment_id: evidence.id, item_ids: [item.id] };
}

describe("a payment that is evidence of an invoice", () => {
  test("counts by itself once a person separates them, with the effect that was told, and is evidence again when that is undone", async () => {
    const by = await site.company();
    await ingest(by, BILL, PAID);
    const said = { ...(await evidencePair(by)), decision: "separate" as const };
    const before = await total(by);
    const foreseen = await tried(by, said);
    expect(foreseen).toMatchObject({ dry_run: true, decision: null });
    expect(foreseen.change_kg).toBeGreaterThan(0);
    expect(await total(by)).toBe(before);
    expect(await statuses(by, "inv1", "pay1")).toEqual(["classified", "excluded"]);

    const separated = await decide(by, said);
    expect(separated).toMatchObject({
      change_kg: foreseen.change_kg,
      years: foreseen.years,
      activity_ids: [(await line(by, "pay1")).id],
    });
    expect(await total(by)).toBeCloseTo(before + foreseen.change_kg, 5);
    expect(await statuses(by, "inv1", "pay1")).toEqual(["classified", "classified"]);
    const [item] = (await account(by)).filter(({ source }) => source === "invoice");
    expect(item).toMatchObject({
      open_amount: 1250,
      evidence: [],
      settlements: [{ state: "separated", decision: { reason: "The receipt says so" } }],
    });

    const undone = await undo(by, separated);
    expect(undone.change_kg).toBeCloseTo(-foreseen.change_kg, 5);
    expect(await total(by)).toBe(before);
    expect(await statuses(by, "inv1", "pay1")).toEqual(["classified", "excluded"]);
    expect((await account(by)).filter(({ source }) => source === "invoice")).toMatchObject([
      { open_amount: 0, evidence: [{ id: said.payment_id, decision: null }], settlements: [] },
    ]);
    await site.intact(by);
  });

  test("stays with it when a person confirms that, and every decision is kept with who, when and why", async () => {
    const by = await site.company();
    await ingest(by, BILL, PAID);
    const pair = await evidencePair(by);
    const confirmed = await decide(by, { ...pair, decision: "confirm" }, "Number on the receipt");
    expect(confirmed).toMatchObject({ change_kg: 0, activity_ids: [], years: [] });
    const [item] = (await account(by)).filter(({ source }) => source === "invoice");
    expect(item?.evidence).toMatchObject([{ decision: { reason: "Number on the receipt" } }]);
    expect(await refusal(by, "/purchase-link-decisions", { ...pair, decision: "confirm", reason: "again" })).toContain(
      "nothing_changes",
    );
    await undo(by, confirmed);
    const listed = await site.items<object>(by, `/purchase-link-decisions?purchase_id=${pair.payment_id}`);
    expect(listed).toMatchObject([
      { decision: "undo", undoes_id: confirmed.decision?.id, reason: "The wrong pair" },
      {
        decision: "confirm",
        undone_by_id: expect.any(String),
        reason: "Number on the receipt",
        decided_at: expect.any(String),
      },
    ]);
    expect(
      await refusal(by, `/purchase-link-decisions/${confirmed.decision?.id ?? ""}/undo`, { reason: "x" }),
    ).toContain("undone");
    await site.intact(by);
  });

  test("is not joined with it again by a posting that tells of both", async () => {
    const by = await site.company();
    await ingest(by, BILL, PAID);
    await decide(by, { ...(await evidencePair(by)), decision: "separate" });
    await ingest(by, ledger("led1", { amount: "1000.00", date: "2026-03-04" })("evidence"));
    expect(await statuses(by, "inv1", "pay1", "led1")).toEqual(["classified", "classified", "excluded"]);
    await site.intact(by);
  });
});

describe("a payment of several invoices", () => {
  const bills = [
    invoice("inv1", { amount: "400.00", date: "2026-03-02" })("counts"),
    invoice("inv2", { amount: "600.00", date: "2026-03-09" })("counts"),
  ];

  test("waits with the others when a person separates it from one, and counts when from all", async () => {
    const by = await site.company();
    await ingest(by, ...bills, PAID);
    const links = (await account(by)).flatMap(({ settlements }) => settlements);
    const [first, second] = links;
    if (first === undefined || second === undefined) throw new Error("the payment is not linked with both");
    const { payment_id } = first;
    const parted = await decide(by, { payment_id, item_ids: [first.item_id], decision: "separate" });
    expect(parted.change_kg).toBe(0);
    expect(await line(by, "pay1")).toMatchObject({ status: "pending_review", review_code: "possible_duplicate" });
    const all = await decide(by, { payment_id, item_ids: [second.item_id], decision: "separate" });
    expect(all.change_kg).toBeGreaterThan(0);
    expect(await statuses(by, "inv1", "inv2", "pay1")).toEqual(["classified", "classified", "classified"]);
    const early = { reason: "out of order" };
    expect(await refusal(by, `/purchase-link-decisions/${parted.decision?.id ?? ""}/undo`, early)).toContain(
      "later_decision",
    );
    await undo(by, all);
    await undo(by, parted);
    expect(await statuses(by, "inv1", "inv2", "pay1")).toEqual(["classified", "classified", "excluded"]);
    expect((await account(by)).flatMap(({ settlements }) => settlements.map(({ state }) => state))).toEqual([
      "linked",
      "linked",
    ]);
    await site.intact(by);
  });

  test("that waits with the others and is left out is evidence of these alone", async () => {
    const by = await site.company();
    await ingest(by, ...bills, bank("pay1", { amount: "480.00", date: "2026-03-20" })("waits"));
    const [first, second] = (await account(by)).flatMap(({ settlements }) => settlements);
    if (first === undefined || second === undefined) throw new Error("nothing is proposed");
    const { payment_id } = first;
    await decide(by, { payment_id, item_ids: [first.item_id], decision: "separate" });
    await site.change(by, `/review-items/${(await line(by, "pay1")).id}/mark-duplicate`, { reason: "The other one" });
    const states = (await account(by)).flatMap(({ settlements }) => settlements);
    expect(new Map(states.map(({ item_id, state }) => [item_id, state]))).toEqual(
      new Map([
        [first.item_id, "separated"],
        [second.item_id, "confirmed"],
      ]),
    );
    await site.intact(by);
  });

  test("that is asked about is evidence of what a person names, and of nothing else", async () => {
    const by = await site.company();
    await ingest(by, ...bills, bank("pay1", { amount: "480.00", date: "2026-03-20" })("waits"));
    const asked = (await account(by)).flatMap(({ settlements }) => settlements);
    expect(asked.map(({ state }) => state)).toEqual(["proposed", "proposed"]);
    const [first] = asked;
    if (first === undefined) throw new Error("nothing is proposed");
    const said = await decide(by, { payment_id: first.payment_id, item_ids: [first.item_id], decision: "confirm" });
    expect(said.change_kg).toBe(0);
    expect(await statuses(by, "pay1")).toEqual(["excluded"]);
    const states = (await account(by)).flatMap(({ settlements }) => settlements.map(({ state }) => state));
    expect(states.toSorted()).toEqual(["confirmed", "separated"]);
    // Another payment of the same supplier does not move what was said.
    await ingest(by, bank("pay2", { amount: "770.00", date: "2026-03-29" })("waits"));
    expect(await statuses(by, "inv1", "inv2", "pay1")).toEqual(["classified", "classified", "excluded"]);
    await undo(by, said);
    expect(await line(by, "pay1")).toMatchObject({ status: "pending_review" });
    await site.intact(by);
  });
});

test("what a separation would add to a closed year waits until that is restated, and undoing withdraws it", async () => {
  const by = await site.company();
  await ingest(
    by,
    invoice("inv1", { amount: "1000.00", date: "2025-03-02" })("counts"),
    bank("pay1", { amount: "1250.00", date: "2025-03-20" })("evidence"),
  );
  const before = await total(by, 2025);
  await site.change(by, "/financial-years/2025-12-31/close", { reason: "done" });
  const said = { ...(await evidencePair(by)), decision: "separate" as const };
  const foreseen = await tried(by, said);
  expect(foreseen.pending_restatements).toHaveLength(1);
  const separated = await decide(by, said);
  expect(separated.pending_restatements).toEqual(foreseen.pending_restatements);
  const pending = async () =>
    ((await site.get(by, "/emissions/summary?from=2025-01-01&to=2025-12-31")) as { pending_restatement_kg: number })
      .pending_restatement_kg;
  expect(await total(by, 2025)).toBe(before);
  expect(await pending()).toBeCloseTo(separated.change_kg, 5);
  await undo(by, separated);
  expect(await total(by, 2025)).toBe(before);
  expect(await pending()).toBe(0);
  await site.intact(by);
});

test("records that are not linked are refused, and those of others are not found", async () => {
  const by = await site.company();
  await ingest(by, BILL, PAID, invoice("inv9", { amount: "77.00", date: "2026-03-09" })("counts"));
  const pair = await evidencePair(by);
  const other = (await account(by)).find(({ date }) => date === "2026-03-09");
  const body = { ...pair, item_ids: [other?.id ?? ""], decision: "separate", reason: "x" };
  expect(await refusal(by, "/purchase-link-decisions", body)).toContain("not_linked");
  const stranger = await site.company();
  const said = { ...pair, decision: "separate", reason: "x" };
  expect((await site.post(stranger, said, {}, "/purchase-link-decisions")).status).toBe(404);
});

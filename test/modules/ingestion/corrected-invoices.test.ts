import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";
import { billFile, readBill } from "../../support/printed-bill.ts";
import { ubl, type UblDocument } from "../../support/ubl.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const bill = (number: string, kWh: string, more: Partial<UblDocument> = {}) => ({
  name: `${number}.xml`,
  content: ubl({ number, lines: [{ text: "Elforbrug juli 2025", quantity: kWh, unit: "KWH", amount: kWh }], ...more }),
});
const original = bill("A-100", "1000");
const corrected = bill("A-100-R", "900", { is_correction: true, credits: "A-100" });

const doubted = { status: "pending_review", review_code: "possible_duplicate" };
const waiting = async (by: RecordingCompany) =>
  (await site.lines(by)).filter(({ status }) => status === "pending_review");

test("a corrected invoice (type 384) does not count beside the one that it names: a person says which", async () => {
  const by = await site.company();
  await site.ingest(by, original);
  const before = await site.total(by);
  await site.ingest(by, corrected);
  expect(await site.total(by)).toBe(before);
  const [line] = await waiting(by);
  expect(line).toMatchObject(doubted);
  expect(line?.reason).toMatch(/is the invoice that this one corrects, and counts/);
  const [first] = (await site.lines(by)).filter(({ status }) => status === "classified");
  await site.change(by, `/activities/${first?.id}/exclude`, { reason: "Corrected by A-100-R" });
  await site.change(by, `/review-items/${line?.id}/accept`, { reason: "It takes the place of A-100" });
  expect(Number(await site.total(by))).toBeCloseTo(Number(before) * 0.9, 3);
  await site.intact(by);
});

test("in one upload with the one that it names it waits as well", async () => {
  const by = await site.company();
  await site.ingest(by, original, corrected);
  expect((await site.lines(by)).filter(({ status }) => status === "classified")).toHaveLength(1);
});

test.each([
  ["as it names it", original],
  ["written otherwise", bill("a 100", "1000")],
])("one that came before the one that it names counts, and that one waits: %s", async (_how, later) => {
  const by = await site.company();
  await site.ingest(by, corrected);
  await site.ingest(by, later);
  const counting = (await site.lines(by)).filter(({ status }) => status === "classified");
  expect(counting.map(({ amount }) => amount)).toEqual([900]);
  const [line] = await waiting(by);
  expect(line).toMatchObject({ ...doubted, amount: 1000 });
  expect(line?.reason).toMatch(/is the corrected invoice that takes the place of this one, and counts/);
  const before = await site.total(by);
  await site.change(by, `/review-items/${line?.id}/exclude`, { reason: "A-100-R takes its place" });
  expect(await site.total(by)).toBe(before);
  expect(await waiting(by)).toEqual([]);
  await site.intact(by);
});

test("one that writes the number of the earlier invoice otherwise waits as well", async () => {
  const by = await site.company();
  await site.ingest(by, bill("a 100", "1000"), bill("A-100-R", "900", { is_correction: true, credits: "A-100" }));
  expect(await waiting(by)).toMatchObject([doubted]);
});

test("what waits leads to the corrected invoice that takes its place", async () => {
  const by = await site.company();
  const [first] = (await site.ingest(by, corrected)) as unknown as [{ document_id: string }];
  await site.ingest(by, original);
  const [asked] = await site.items<{ waits_for: object }>(by, "/review-items?limit=5");
  expect(asked?.waits_for).toMatchObject({ parameters: { document_id: first.document_id } });
});

test("one that is corrected, and corrects another, is asked about beside both", async () => {
  const by = await site.company();
  await site.ingest(by, original);
  await site.ingest(by, bill("A-100-R2", "800", { is_correction: true, credits: "A-100-R" }));
  await site.ingest(by, corrected);
  const [line] = await waiting(by);
  expect(line?.reason).toMatch(/takes the place of this one.*is the invoice that this one corrects/);
});

test.each<readonly [string, (by: RecordingCompany) => Promise<void>]>([
  [
    "left out",
    async (by) => {
      const [line] = await site.lines(by);
      await site.change(by, `/activities/${line?.id}/exclude`, { reason: "Withdrawn" });
    },
  ],
  [
    "taken back whole by a credit note",
    async (by) => {
      await site.ingest(by, bill("K-1", "900", { is_credit_note: true, credits: "A-100-R" }));
    },
  ],
])("an invoice whose corrected one was %s counts without a question", async (_how, withdraw) => {
  const by = await site.company();
  await site.ingest(by, corrected);
  await withdraw(by);
  await site.ingest(by, original);
  expect(await waiting(by)).toEqual([]);
});

test("a corrected invoice counts whose original was taken back whole by a credit note", async () => {
  const by = await site.company();
  await site.ingest(by, original);
  await site.ingest(by, bill("K-1", "1000", { is_credit_note: true, credits: "A-100" }));
  await site.ingest(by, corrected);
  expect(await waiting(by)).toEqual([]);
});

test("it counts where the invoice that it names is not here, or counts no more, or is another supplier's", async () => {
  const alone = await site.company();
  await site.ingest(alone, corrected);
  expect(await waiting(alone)).toEqual([]);
  const left = await site.company();
  await site.ingest(left, original);
  await site.change(left, `/activities/${(await site.lines(left))[0]?.id}/exclude`, { reason: "Wrong" });
  await site.ingest(left, corrected);
  expect(await waiting(left)).toEqual([]);
  const other = await site.company();
  await site.ingest(other, bill("A-100", "1000", { supplier: { name: "Andet El A/S", cvr: "27182818" } }), corrected);
  expect(await waiting(other)).toEqual([]);
  await site.ingest(alone, bill("A-100", "1000", { supplier: { name: "Andet El A/S", cvr: "27182818" } }));
  expect(await waiting(alone)).toEqual([]);
});

test.each([
  ["Erstatter regning R-1", "R-1"],
  ["Denne faktura erstatter faktura nr. 4711.", "4711"],
  ["Korrektion af faktura nr.: 2025/17", "2025/17"],
  ["Ersetzt Rechnung 2025-17", "2025-17"],
  ["This document replaces invoice A-100", "A-100"],
  ["Erstatter regning af januar", undefined],
  ["Vedrører faktura 4710", undefined],
])("a printed one says so: %s", async (said, number) => {
  const { is_correction, references } = await readBill({ head: [said] });
  expect(references.map((reference) => reference.number)).toEqual(number === undefined ? [] : [number]);
  expect(is_correction).toBe(number === undefined ? undefined : true);
});

test("a printed one waits beside the invoice that it replaces", async () => {
  const by = await site.company();
  const file = (number: string, ...head: string[]) => {
    const { bytes } = billFile({ number: `Fakturanr.: ${number}`, head });
    return { name: `${number}.pdf`, content: bytes };
  };
  await site.ingest(by, file("4711"));
  const before = await site.total(by);
  await site.ingest(by, file("4722", "Erstatter faktura nr. 4711"));
  expect(await site.total(by)).toBe(before);
  expect(await waiting(by)).toMatchObject([doubted]);
});

test("a printed invoice waits beside the one that replaces it", async () => {
  const by = await site.company();
  const file = (number: string, ...head: string[]) => {
    const { bytes } = billFile({ number: `Fakturanr.: ${number}`, head });
    return { name: `${number}.pdf`, content: bytes };
  };
  await site.ingest(by, file("4722", "Erstatter faktura nr. 4711"));
  const before = await site.total(by);
  await site.ingest(by, file("4711"));
  expect(await site.total(by)).toBe(before);
  expect(await waiting(by)).toMatchObject([doubted]);
});

test("an invoice that names another one without correcting it counts", async () => {
  const by = await site.company();
  await site.ingest(by, original);
  await site.ingest(by, bill("A-101", "900", { credits: "A-100" }));
  expect(await waiting(by)).toEqual([]);
});

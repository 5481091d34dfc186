import { afterAll, beforeAll, expect, test } from "vitest";
import { type BookedLine, ingestingSite } from "../../support/ingesting-site.ts";
import { MILEAGE, type RecordingCompany } from "../../support/recording-site.ts";
import { waitingAgrees } from "../../support/review.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const HEAD = "Dato;Bilag;Konto;Kontonavn;Tekst;Antal;Enhed;Beløb";
const ROWS = [
  "31-08-2026;1;2820;Kilometergodtgørelse;Km august;200;km;760,00",
  "30-09-2026;2;2820;Kilometergodtgørelse;Km september;1000;km;3.800,00",
  "31-10-2026;3;2820;Kilometergodtgørelse;Km oktober;500;km;1.900,00",
].join("\n");

const SEPTEMBER = { service_period_start: "2026-09-01", service_period_end: "2026-09-30" };

/** The descriptions of the rows that are evidence of the record. */
async function covered(by: RecordingCompany): Promise<string[]> {
  const lines: readonly BookedLine[] = await site.lines(by);
  return lines.flatMap(({ status, description }) => (status === "excluded" ? [description] : [])).toSorted();
}

async function recorded(covers: object): Promise<{ by: RecordingCompany; id: string }> {
  const by = await site.company();
  await site.ingest(by, { name: "rows.csv", content: `${HEAD}\n${ROWS}\n` });
  const body = { ...MILEAGE, quantity: 1000, ...SEPTEMBER, covers };
  const { activity_id } = await site.recorded(by, body);
  return { by, id: activity_id ?? "" };
}

async function moved(by: RecordingCompany, id: string, facts: object): Promise<void> {
  await site.change(by, `/activities/${id}/correct`, { facts, reason: "The logbook says so" });
  await site.intact(by);
  await waitingAgrees(site.app.db.context(by.tenant));
}

test("what a record covers of its own days follows them when they are corrected, both ways and back", async () => {
  const { by, id } = await recorded({ accounts: ["2820"] });
  expect(await covered(by)).toEqual(["Km september"]);
  const longer = { service_period_start: "2026-09-01", service_period_end: "2026-10-31", quantity: 1500, unit: "km" };
  await moved(by, id, longer);
  expect(await covered(by)).toEqual(["Km oktober", "Km september"]);
  expect(await site.items(by, "/review-items")).toEqual([]);
  await moved(by, id, {
    service_period_start: "2026-08-01",
    service_period_end: "2026-08-31",
    quantity: 200,
    unit: "km",
  });
  expect(await covered(by)).toEqual(["Km august"]);
  await site.change(by, `/activities/${id}/undo`, { reason: "It was right before" });
  expect(await covered(by)).toEqual(["Km oktober", "Km september"]);
});

test("days that were stated of the cover itself stay", async () => {
  const { by, id } = await recorded({ accounts: ["2820"], period_from: "2026-08-01", period_to: "2026-09-30" });
  expect(await covered(by)).toEqual(["Km august", "Km september"]);
  await moved(by, id, { service_period_start: "2026-09-01", service_period_end: "2026-10-31" });
  expect(await covered(by)).toEqual(["Km august", "Km september"]);
});

test("another record of the days that it leaves is held against their rows again", async () => {
  const { by, id } = await recorded({ accounts: ["2820"] });
  const { activity_id } = await site.recorded(by, {
    ...MILEAGE,
    quantity: 400,
    ...SEPTEMBER,
    covers: { accounts: ["2820"] },
  });
  // 1,400 km are recorded of 1,000 that were paid.
  const asked = async () =>
    (await site.items<{ readonly review_code: string; readonly id: string }>(by, "/review-items")).filter(
      ({ review_code }) => review_code === "record_differs",
    );
  expect(await asked()).toHaveLength(1);
  const august = { service_period_start: "2026-08-01", service_period_end: "2026-08-31", quantity: 200, unit: "km" };
  await moved(by, activity_id ?? "", august);
  expect(await asked()).toEqual([]);
  expect(await covered(by)).toEqual(["Km august", "Km september"]);
  await moved(by, id, {
    service_period_start: "2026-10-01",
    service_period_end: "2026-10-31",
    quantity: 500,
    unit: "km",
  });
  expect(await covered(by)).toEqual(["Km august", "Km oktober"]);
  expect(await asked()).toEqual([]);
});

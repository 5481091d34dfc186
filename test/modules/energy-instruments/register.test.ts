import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { registerEnergyInstrument } from "../../../src/modules/energy-instruments/register-energy-instrument.ts";
import { recordingSite, type RecordingSite } from "../../support/recording-site.ts";
import { CONTRACT, guarantee, instrumentCalls, noticeCodes, PRODUCT } from "./instruments.ts";

let site: RecordingSite;
let calls: ReturnType<typeof instrumentCalls>;

beforeAll(async () => {
  site = await recordingSite();
  calls = instrumentCalls(site);
});
afterAll(() => site.app.close());

describe("registration", () => {
  test("keeps what was stated, with evidence, versions and who stated them", async () => {
    const by = await site.company();
    const file = await site.upload(by, "/activities/evidence", [
      { name: "udtog.txt", content: "Annullering af 60 garantier" },
    ]);
    const evidence = (file.json() as unknown as { id: string; files: { id: string }[] }).files.map(({ id }) => id);
    const made = await calls.registered(by, { ...guarantee(60), evidence });
    expect(made).toMatchObject({
      kind: "guarantee_of_origin",
      version: 1,
      mwh: 60,
      kg_co2e_per_kwh: 0,
      vintage: 2025,
      serves_from: "2025-01-01",
      serves_to: "2025-12-31",
      last_day_to_cancel: "2027-06-30",
      is_allocatable: true,
      warnings: [],
      evidence: [{ file_id: evidence[0], name: "udtog.txt" }],
    });
    const corrected = await calls.corrected(by, made.id, { version: 1, changes: { mwh: 50 }, reason: "Typed wrongly" });
    expect(corrected).toMatchObject({ version: 2, mwh: 50, name: made.name });
    expect(corrected.versions).toMatchObject([
      { version: 2, changed: ["mwh"], reason: "Typed wrongly" },
      { version: 1, changed: [], reason: null },
    ]);
    expect(corrected.versions?.every(({ stated_by_name }) => stated_by_name !== null)).toBe(true);
    const late = await calls.patch(by, made.id, { version: 1, changes: { mwh: 40 }, reason: "Read before" });
    expect(late.json().issues).toMatchObject([{ path: "version", code: "changed_meanwhile" }]);
    await site.intact(by);
  });

  test("a certificate without cancellation is registered and not allocated until its cancellation for this company is stated", async () => {
    const by = await site.company();
    const made = await calls.registered(by, { ...guarantee(10), cancellation: undefined });
    expect(noticeCodes(made.not_allocatable_because)).toEqual(["not_cancelled"]);
    const cancellation = { date: "2026-02-10", beneficiary: "En anden A/S", is_for_company: false };
    const other = await calls.done(by, made.id, "cancel", { cancellation, reason: "Statement" });
    expect(noticeCodes(other.not_allocatable_because)).toEqual(["cancelled_for_another"]);
    expect(await calls.refused(by, `/energy-instruments/${made.id}/cancel`, { cancellation, reason: "Again" })).toEqual(
      ["id invalid_transition"],
    );
    const right = { ...cancellation, beneficiary: "Os A/S", is_for_company: true };
    const counted = await calls.corrected(by, made.id, {
      version: 2,
      changes: { cancellation: right },
      reason: "Ours",
    });
    expect(counted).toMatchObject({ is_allocatable: true, not_allocatable_because: [] });
  });

  test("a supplier's product counts once the supplier states that it cancelled, a contract once its certificates are told", async () => {
    const by = await site.company();
    const silent = await calls.registered(by, { ...PRODUCT, certificates: undefined });
    expect(noticeCodes(silent.not_allocatable_because)).toEqual(["not_cancelled"]);
    expect(await calls.registered(by, PRODUCT)).toMatchObject({ is_allocatable: true });
    const unknown = await calls.registered(by, { ...CONTRACT, certificates: undefined });
    expect(noticeCodes(unknown.not_allocatable_because)).toEqual(["certificates_unknown"]);
    expect(await calls.registered(by, CONTRACT)).toMatchObject({ is_allocatable: true });
  });

  test("another year than the vintage and a market that does not recognise it are warned of, the European market is one", async () => {
    const by = await site.company();
    const cancellation = { ...guarantee(1).cancellation, consumption_from: "2026-01-01", consumption_to: "2026-06-30" };
    const later = await calls.registered(by, { ...guarantee(5), cancellation });
    expect(noticeCodes(later.warnings)).toEqual(["other_vintage"]);
    expect(later).toMatchObject({ is_allocatable: true, serves_from: "2026-01-01", serves_to: "2026-06-30" });
    expect(later.quality_criteria.find(({ criterion }) => criterion === "close_in_time")?.judgement).toBe("not_met");
    const norwegian = { ...guarantee(5), registry: "NO", origin_country: "NO" };
    expect((await calls.registered(by, norwegian)).warnings).toEqual([]);
    const british = { ...guarantee(5), registry: "REGO", origin_country: "GB" };
    expect(noticeCodes((await calls.registered(by, british)).warnings)).toEqual(["other_market"]);
    const norwegianContract = { ...CONTRACT, origin_country: "NO" };
    expect(noticeCodes((await calls.registered(by, norwegianContract)).warnings)).toEqual(["other_market"]);
  });

  test("what cannot be right is refused with each of its faults", async () => {
    const by = await site.company();
    const without = { ...guarantee(5), registry: undefined, number_ranges: undefined };
    expect(await calls.refused(by, "/energy-instruments", without)).toEqual([
      "registry required",
      "number_ranges required",
    ]);
    const coal = { ...CONTRACT, technology: "coal", kg_co2e_per_kwh: 0 };
    expect(await calls.refused(by, "/energy-instruments", coal)).toEqual(["kg_co2e_per_kwh zero_with_fuel"]);
    const { kg_co2e_per_kwh: _rate, ...unstated } = CONTRACT;
    expect(await calls.refused(by, "/energy-instruments", unstated)).toEqual(["kg_co2e_per_kwh invalid_type"]);
    const oversold = { ...guarantee(5), mwh: 6 };
    expect(await calls.refused(by, "/energy-instruments", oversold)).toEqual(["mwh more_than_certificates"]);
    const mixed = { ...guarantee(5), period_from: "2024-12-01" };
    expect(await calls.refused(by, "/energy-instruments", mixed)).toEqual(["period_to several_vintages"]);
    const lateCancel = { ...guarantee(5).cancellation, date: "2026-08-01" };
    const expired = { ...guarantee(5), expires_on: "2026-07-31", cancellation: lateCancel };
    expect(await calls.refused(by, "/energy-instruments", expired)).toEqual(["cancellation.date expired"]);
    const old = { ...guarantee(5), period_from: "2025-01-01", period_to: "2025-03-31", cancellation: undefined };
    expect(await calls.refused(by, "/energy-instruments", old)).toEqual(["expires_on expired"]);
    const nowhere = { ...guarantee(5), registry: "ATLANTIS" };
    expect(await calls.refused(by, "/energy-instruments", nowhere)).toEqual(["registry unknown_registry"]);
  });
});

describe("certificate numbers", () => {
  test("are registered once in the installation, and nobody learns whose they are", async () => {
    const [first, second] = [await site.company(), await site.company()];
    const stated = guarantee(20);
    const made = await calls.registered(first, stated);
    const [range = { from: "0", to: "0" }] = stated.number_ranges;
    const overlapping = { ...stated, mwh: 1, number_ranges: [{ from: range.to, to: range.to }], registry: "NO" };
    const answer = await site.post(second, overlapping, {}, "/energy-instruments");
    expect(answer.status, answer.text).toBe(400);
    expect(answer.json().issues).toMatchObject([{ path: "number_ranges.0", code: "numbers_registered" }]);
    for (const secret of [made.id, first.tenant.id, first.tenant.name, made.name])
      expect(answer.text).not.toContain(secret);
    expect(((await site.get(second, "/energy-instruments")) as { items: unknown[] }).items).toEqual([]);
    const own = await site.post(first, overlapping, {}, "/energy-instruments");
    expect(own.json().issues?.[0]?.message).toContain(made.id);
    // Withdrawn, they are free; the next number was free all the time.
    const next = String(BigInt(range.to) + 1n);
    await calls.registered(second, { ...stated, mwh: 1, number_ranges: [{ from: next, to: next }] });
    const withdrawn = await calls.done(first, made.id, "withdraw", { reason: "Sold on" });
    expect(withdrawn).toMatchObject({ is_withdrawn: true, is_allocatable: false });
    await calls.registered(second, overlapping);
    await site.intact(first);
    await site.intact(second);
  });

  test("that are corrected free the former ones, and are refused like new ones", async () => {
    const [first, second] = [await site.company(), await site.company()];
    const [stated, other] = [guarantee(5), guarantee(5)];
    const made = await calls.registered(first, stated);
    await calls.registered(second, other);
    const taken = { version: 1, changes: { number_ranges: other.number_ranges }, reason: "Other numbers" };
    expect((await calls.patch(first, made.id, taken)).json().issues).toMatchObject([{ code: "numbers_registered" }]);
    const free = guarantee(5).number_ranges;
    await calls.corrected(first, made.id, { ...taken, changes: { number_ranges: free } });
    await calls.registered(second, { ...stated });
  });

  test("two companies that register the same numbers at the same moment: one is refused", async () => {
    const [first, second] = [await site.company(), await site.company()];
    const stated = guarantee(5);
    const both = await Promise.all([first, second].map((by) => site.post(by, stated, {}, "/energy-instruments")));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 400]);
  });

  test("of a sandbox are compared with that sandbox only", async () => {
    const by = await site.company();
    const stated = guarantee(5);
    const tried = site.app.db.context({ ...by.tenant, environment: "sandbox" });
    await calls.registered(by, stated);
    expect(await invoke(registerEnergyInstrument, tried, stated)).toMatchObject({ version: 1 });
    await expect(invoke(registerEnergyInstrument, tried, stated)).rejects.toMatchObject({
      extras: { issues: [{ code: "numbers_registered" }] },
    });
  });

  test("another company's instrument is not found", async () => {
    const [by, other] = [await site.company(), await site.company()];
    const { id } = await calls.registered(by, guarantee(5));
    expect((await site.app.as(other.key, `/api/v1/energy-instruments/${id}`)).status).toBe(404);
    expect((await site.post(other, { reason: "?" }, {}, `/energy-instruments/${id}/withdraw`)).status).toBe(404);
  });
});

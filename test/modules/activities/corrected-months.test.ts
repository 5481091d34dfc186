import { afterAll, beforeAll, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { generator } from "../../support/random-lines.ts";
import type { RecordingCompany } from "../../support/recording-site.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

interface Entry {
  readonly transaction_date: string;
}

/** What holds of a line; undo takes the last change back, and the change is then what came before. Nothing of it comes from the service. */
interface Said {
  readonly months: readonly string[];
  readonly is_excluded: boolean;
}

const TEXTS = ["Husleje", "Rengøring", "Forsikring", "Softwareabonnement"];
const CATEGORY = "purchases.services.consulting";
const DAY = "2025-06-15";
const STEPS = 90;
/** A period, an amount, undo, leaving out: how often each. */
const KINDS = [0, 0, 0, 1, 2, 2, 3];

/** Months from the first through the last day, YYYY-MM. */
function monthsBetween(start: string, end: string): string[] {
  const months: string[] = [];
  const last = end.slice(0, 7);
  for (let at = new Date(`${start.slice(0, 7)}-01T00:00:00Z`); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 7);
    months.push(month);
    if (month === last) return months;
  }
}

async function entriesOf(by: RecordingCompany): Promise<readonly Entry[]> {
  const entries = await site.items<Entry>(by, "/emissions?limit=200");
  expect(entries.length).toBeLessThan(200);
  return entries;
}

const refused = (status: number): boolean => status === 400 || status === 409;

test("whatever periods are stated, corrected, taken back and left out, each line counts once in each of its months", async () => {
  const seed = Number(process.env["MONTHS_SEED"] ?? 20_261_129);
  const random = generator(seed);
  const pick = (count: number): number => Math.floor(random() * count);
  const by = await site.company();
  const rows = TEXTS.map((text) => `15-06-2025;Handelshuset;${text};${1000 + pick(9000)},00;DKK;${CATEGORY}`);
  const head = "Dato;Leverandør;Tekst;Beløb ekskl. moms;Valuta;Category";
  await site.ingest(by, { name: "a.csv", content: `${[head, ...rows].join("\r\n")}\r\n` });
  const ids = (await site.items<{ readonly id: string }>(by, "/activities?limit=50")).map(({ id }) => id);
  expect(ids).toHaveLength(TEXTS.length);
  const said = new Map<string, Said[]>(ids.map((id) => [id, [{ months: [DAY.slice(0, 7)], is_excluded: false }]]));
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  let changes = 0;

  for (let step = 0; step < STEPS; step += 1) {
    const id = ids[pick(ids.length)] ?? "";
    const stack = said.get(id) ?? [];
    const now = stack.at(-1) as Said;
    const start = Date.UTC(2023, 6 + pick(24), 1 + pick(28));
    const end = start + pick(500) * 86_400_000;
    const [verb, body, next] = (
      [
        [
          "correct",
          { facts: { service_period_start: day(start), service_period_end: day(end) }, reason: "period" },
          { ...now, months: monthsBetween(day(start), day(end)) },
        ],
        ["correct", { facts: { amount: 100 + pick(9000), currency: "DKK" }, reason: "amount" }, now],
        ["undo", { reason: "undo" }, stack.at(-2) ?? null],
        ["exclude", { reason: "out" }, { ...now, is_excluded: true }],
      ] as const
    )[KINDS[pick(KINDS.length)] ?? 0] as readonly [string, object, Said | null];
    // A key writes 60 times a minute.
    site.app.db.clock.advance(2);
    const answer = await site.post(by, body, {}, `/activities/${id}/${verb}`);
    if (answer.status !== 200) {
      expect(refused(answer.status), `MONTHS_SEED=${seed} step ${step} ${verb}: ${answer.text}`).toBe(true);
      continue;
    }
    changes += 1;
    if (next !== null) stack.push(next);

    const expected = [...said.values()].flatMap((one) => {
      const { months, is_excluded } = one.at(-1) as Said;
      return is_excluded ? [] : months;
    });
    const entries = await entriesOf(by);
    const where = `MONTHS_SEED=${seed} step ${step} ${verb} ${JSON.stringify(body)}`;
    expect(entries.map((entry) => entry.transaction_date.slice(0, 7)).toSorted(), where).toEqual(expected.toSorted());
    const { months_with_data, entry_count } = (await site.get(by, "/emissions/summary")) as Record<string, number>;
    expect([months_with_data, entry_count], where).toEqual([new Set(expected).size, expected.length]);
  }
  expect(changes).toBeGreaterThan(STEPS / 2);
});

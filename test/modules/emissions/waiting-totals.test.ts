import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { assignActivityDepartment } from "../../../src/modules/activities/assign-activity-department.ts";
import { correctActivity } from "../../../src/modules/records/correct-activity.ts";
import { waitingFileIds } from "../../../src/modules/ingestion/index.ts";
import { enterUploadFile } from "../../../src/modules/ingestion/enter-upload-file.ts";
import { excludeUploadFile } from "../../../src/modules/ingestion/exclude-upload-file.ts";
import { stateUploadFileColumns } from "../../../src/modules/ingestion/state-upload-file-columns.ts";
import { excludeActivity } from "../../../src/modules/activities/exclude-activity.ts";
import { selectWaitingReadings } from "../../../src/modules/activities/index.ts";
import { undoActivityChange } from "../../../src/modules/activities/undo-activity-change.ts";
import { compareWaiting, compareWaitingFiles } from "../../../src/modules/emissions/index.ts";
import { getEmissionsByCategory } from "../../../src/modules/emissions/get-emissions-by-category.ts";
import { getEmissionsSummary } from "../../../src/modules/emissions/get-emissions-summary.ts";
import { decideReviewItems } from "../../../src/modules/review/decide-review-items.ts";
import { MIGRATIONS } from "../../../src/composition/service.ts";
import { driverSettings } from "../../../src/platform/db/connection.ts";
import { fileToEnter } from "../../support/demo-files.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { addDepartments, departmentIds, generator } from "../../support/random-lines.ts";
import { intact, run, waiting, waitingAgrees } from "../../support/review.ts";

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

const HEAD = "Dato;Leverandør;CVR;Tekst;Konto;Antal;Enhed;Beløb ekskl. moms;Valuta\n";

async function ledgerOf(company: Company, rows: readonly string[], name = "posteringer.csv"): Promise<void> {
  await company.ingest({ name, bytes: Buffer.from(`${HEAD}${rows.join("\n")}\n`) });
}

interface Told {
  readonly waiting: {
    readonly lines: number;
    readonly documents: number;
    readonly money: readonly { readonly amount: number; readonly currency: string }[];
    readonly estimated_kg: number | null;
    readonly without_estimate: number;
  };
}

async function told(ctx: Context, period: object = {}): Promise<Told["waiting"]> {
  return (await run<Told>(getEmissionsSummary, ctx, period)).waiting;
}

const KEPT = statement(`
  select activity_split_id, activity_id, document_id, from_ym, to_ym, scope, scope3_category, department_id, currency, money
  from waiting_lines where tenant_id = $1 and environment = $2 order by activity_split_id limit 100`);

const DIESEL = "15-03-2026;OK a.m.b.a.;39170418;Diesel;3120;;;8000,00;DKK";
const NOBODY_KNOWS = "16-04-2026;Xylo ApS;;Zzyxq;;;;500,00;DKK";
const NO_RATE = "17-04-2026;Lyreco A/S;19442794;Kontorpapir A4;2450;;;900,00;UAH";

describe("what waits, beside a total", () => {
  test("is told with lines, documents, money by currency and what it would count, in its own months", async () => {
    const company = await service.company();
    expect(await told(company.ctx)).toEqual({
      lines: 0,
      documents: 0,
      files: 0,
      money: [],
      estimated_kg: 0,
      without_estimate: 0,
    });
    await ledgerOf(company, [DIESEL, NOBODY_KNOWS, NO_RATE]);
    expect(await waiting(company.ctx)).toHaveLength(3);
    expect(await told(company.ctx)).toMatchObject({
      lines: 3,
      documents: 1,
      money: [
        { amount: 8500, currency: "DKK" },
        { amount: 900, currency: "UAH" },
      ],
      without_estimate: 3,
      estimated_kg: null,
    });
    expect(await told(company.ctx, { from: "2026-03-01", to: "2026-03-31" })).toMatchObject({ lines: 1, documents: 1 });
    expect(await told(company.ctx, { from: "2026-04-02", to: "2026-05-31" })).toMatchObject({ lines: 2, documents: 1 });
    expect(await told(company.ctx, { from: "2026-05-01" })).toMatchObject({ lines: 0, documents: 0, estimated_kg: 0 });
    await ledgerOf(company, ["18-06-2026;Xylo ApS;;Diverse;;;;500,00;DKK"], "juni.csv");
    const unnamed = (await waiting(company.ctx)).find(({ description }) => description === "Diverse");
    expect(await told(company.ctx, { from: "2026-06-01" })).toMatchObject({
      lines: 1,
      without_estimate: 0,
      estimated_kg: (unnamed?.suggestion ?? unnamed?.alternatives[0])?.effect_kg,
    });
    // What nobody knows may belong to any scope.
    const byScope = await run<Told>(getEmissionsByCategory, company.ctx, { scope: "1" });
    expect(byScope.waiting).toMatchObject({ lines: 3, money: [{ amount: 9000, currency: "DKK" }] });
    await intact(company.ctx);
  });

  test("a line belongs to the months of its period, and money is told in the company's currency where a rate is known", async () => {
    const company = await service.company();
    await ledgerOf(company, ["02-01-2026;Xylo ApS;;Diverse;;;;100,00;EUR"]);
    const [item] = await waiting(company.ctx);
    const facts = { service_period_start: "2025-11-01", service_period_end: "2026-01-31" };
    await run(correctActivity, company.ctx, { id: item?.id, facts, reason: "Read on the contract" });
    for (const year of [2025, 2026]) {
      expect(await told(company.ctx, { from: `${year}-01-01`, to: `${year}-12-31` })).toMatchObject({ lines: 1 });
    }
    expect(await told(company.ctx, { from: "2025-10-01", to: "2025-10-31" })).toMatchObject({ lines: 0 });
    expect(await told(company.ctx, { from: "2026-02-01" })).toMatchObject({ lines: 0 });
    const [money] = (await told(company.ctx)).money;
    expect(money).toMatchObject({ currency: "DKK" });
    expect(money?.amount).toBeGreaterThan(740);
    await intact(company.ctx);
  });

  test("of a ledger that was there before is kept by the migration, without estimates, and goes on from there", async () => {
    const company = await service.company();
    await ledgerOf(company, [DIESEL, NOBODY_KNOWS, NO_RATE]);
    const before = await told(company.ctx);
    const kept = () => company.ctx.db.rows(KEPT);
    const lines = await kept();
    const owner = new Client(driverSettings(service.db.connection));
    await owner.connect();
    try {
      await owner.query("drop table waiting_lines; drop table waiting_sums; drop table waiting_documents");
      await owner.query("drop table review_group_decisions; drop table review_group_lines");
      // As a migration runs: in a transaction.
      for (const migration of ["0185-waiting-lines.sql", "0220-review-groups.sql"]) {
        await owner.query(`begin; ${await readFile(join(MIGRATIONS, migration), "utf8")}; commit`);
      }
    } finally {
      await owner.end();
    }
    expect(await kept()).toEqual(lines);
    expect(await told(company.ctx)).toEqual({ ...before, estimated_kg: null, without_estimate: 3 });
    expect(await compareWaiting(company.ctx.db, await selectWaitingReadings(company.ctx.db))).toEqual([]);
    for (const { id } of await waiting(company.ctx)) await run(excludeActivity, company.ctx, { id, reason: "Private" });
    expect(await told(company.ctx)).toMatchObject({ lines: 0, documents: 0, estimated_kg: 0 });
    await intact(company.ctx);
  });

  test("tells of files of which nothing could be booked, in every total, until somebody has said what they hold", async () => {
    const company = await service.company();
    const bytes = Buffer.from("Dag;Hvad;Kroner\n03-03-2026;Zzyxq;1.000,00\n");
    const [file] = await company.ingest({ name: "kasse.csv", bytes });
    expect(await told(company.ctx)).toMatchObject({ lines: 0, files: 1 });
    expect(await told(company.ctx, { from: "2026-05-01" })).toMatchObject({ lines: 0, files: 1 });
    const other = await service.company();
    expect(await told(other.ctx)).toMatchObject({ files: 0 });
    const columns = [
      { heading: "Dag", meaning: "date" },
      { heading: "Hvad", meaning: "description" },
      { heading: "Kroner", meaning: "amount" },
    ];
    await run(stateUploadFileColumns, company.ctx, { id: file?.id, columns });
    await service.drain();
    expect(await told(company.ctx)).toMatchObject({ lines: 1, files: 0 });
    const left = await fileToEnter(company.ctx);
    expect(await told(company.ctx)).toMatchObject({ files: 1 });
    const { db } = company.ctx;
    expect(await compareWaitingFiles(db, await waitingFileIds(db))).toEqual([]);
    expect(await compareWaitingFiles(db, [])).toEqual([{ what: "file", subject: left }]);
    await run(excludeUploadFile, company.ctx, { id: left, reason: "A photo of the office" });
    expect(await told(company.ctx)).toMatchObject({ files: 0 });
    const entered = await fileToEnter(company.ctx);
    await run(enterUploadFile, company.ctx, {
      ...enterUploadFile.example.input,
      id: entered,
      issue_date: "2026-03-03",
    });
    expect(await told(company.ctx)).toMatchObject({ files: 0 });
    expect(await compareWaitingFiles(db, await waitingFileIds(db))).toEqual([]);
    expect(await compareWaitingFiles(db, [entered])).toEqual([{ what: "file", subject: entered }]);
  });

  test("the check names a line, a sum and a count that are off", async () => {
    const company = await service.company();
    await ledgerOf(company, [DIESEL, NOBODY_KNOWS]);
    const { db } = company.ctx;
    const broken = [
      ["line", statement("delete from waiting_lines where tenant_id = $1 and environment = $2")],
      ["sum", statement("update waiting_sums set money = money + 1 where tenant_id = $1 and environment = $2")],
      ["document", statement("update waiting_documents set line_count = 9 where tenant_id = $1 and environment = $2")],
    ] as const;
    for (const [what, breaking] of broken) {
      const found = db.transaction(async (tx) => {
        await tx.rows(breaking);
        const differences = await compareWaiting(tx, await selectWaitingReadings(tx));
        expect(differences.map((difference) => difference.what)).toContain(what);
        throw new Error("back as it was");
      });
      await expect(found).rejects.toThrow("back as it was");
    }
    await waitingAgrees(company.ctx);
  });
});

const TEXTS = ["Diesel", "Diverse", "Kontorpapir A4", "Naturgas", "Rengøring", "Benzin 95", "Xylo"];
const CATEGORIES = ["purchases.services.cleaning", "transport.own.diesel", "purchases.goods.office_supplies"];

/** The queue and the sums say the same after every step, whatever was done before. */
test.each([1, 2, 3])(
  "list and sums agree after any uploads, decisions, corrections and undoings (%i)",
  async (seed) => {
    const random = generator(seed);
    const pick = <Value>(values: readonly Value[]): Value => {
      const value = values[Math.floor(random() * values.length)];
      if (value === undefined) throw new Error("nothing to pick from");
      return value;
    };
    const company = await service.company();
    const { ctx } = company;
    await addDepartments(ctx);
    const row = (): string => {
      const day = `${10 + Math.floor(random() * 18)}-0${1 + Math.floor(random() * 6)}-2026`;
      const quantity = random() < 0.3 ? `${1 + Math.floor(random() * 90)};l` : ";";
      const currency = pick(["DKK", "DKK", "EUR", "UAH"]);
      return `${day};${pick(["OK a.m.b.a.;39170418", "Xylo ApS;"])};${pick(TEXTS)};;${quantity};${100 + Math.floor(random() * 900)},00;${currency}`;
    };
    const sent: string[] = [];
    const upload = async (): Promise<void> => {
      // Now and then what came before comes again, beside something new.
      const again = sent.length > 0 && random() < 0.5 ? [pick(sent)] : [];
      const rows = [...again, row(), row(), row()];
      sent.push(...rows);
      await ledgerOf(company, rows, `posteringer-${sent.length}.csv`);
    };
    const decide = async (): Promise<void> => {
      const items = await waiting(ctx);
      if (items.length === 0) return;
      const { id } = pick(items);
      const decision = pick(["accept", "recategorize", "exclude", "mark_duplicate"]);
      const category = decision === "recategorize" ? { category_id: pick(CATEGORIES) } : {};
      const facts =
        (decision === "accept" || decision === "recategorize") && random() < 0.5
          ? { facts: { quantity: 10, unit: "l" } }
          : {};
      await run(decideReviewItems, ctx, { decisions: [{ id, decision, reason: "So", ...category, ...facts }] });
    };
    const change = async (): Promise<void> => {
      const { id } = pick(await company.lines());
      const steps = [
        () => run(correctActivity, ctx, { id, facts: { transaction_date: "2026-05-05" }, reason: "Date" }),
        () => run(correctActivity, ctx, { id, facts: { amount: 77, currency: "UAH" }, reason: "Amount" }),
        () => run(excludeActivity, ctx, { id, reason: "Private" }),
        () => run(undoActivityChange, ctx, { id, reason: "Back" }),
        () => run(undoActivityChange, ctx, { id, reason: "Back again" }),
        () => run(assignActivityDepartment, ctx, { id, department_id: pick(departmentIds) }),
      ];
      // A change that is refused changes nothing, which is looked at as well.
      await pick(steps)().catch((error: unknown) => {
        expect(error).toMatchObject({ code: "request.validation_failed" });
      });
    };
    await upload();
    for (let step = 0; step < 25; step += 1) {
      const [what] = [random()];
      await (what < 0.2 ? upload() : what < 0.6 ? decide() : change());
      await waitingAgrees(ctx);
    }
    await intact(ctx);
  },
);

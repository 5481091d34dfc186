import { afterAll, beforeAll, expect, test } from "vitest";
import { statement } from "../../../src/core/statement.ts";
import { verifyAudit } from "../../../src/modules/audit/index.ts";
import { compareRollups } from "../../../src/modules/emissions/index.ts";
import { everyKind, hostileFiles, KINDS } from "../../support/mixed-files.ts";
import { type Company, type Pipeline, pipeline, type TestFile } from "../../support/pipeline.ts";

let service: Pipeline;
let files: TestFile[];

beforeAll(async () => {
  service = await pipeline();
  files = [...(await everyKind(1)), ...hostileFiles().map(({ file }) => file)];
});
afterAll(() => service.close());

const SUMS = statement(`
  select (select count(*)::int from documents where tenant_id = $1 and environment = $2) as documents,
         (select count(*)::int from activities where tenant_id = $1 and environment = $2) as lines,
         (select count(*)::int from emission_entries where tenant_id = $1 and environment = $2) as entries,
         (select coalesce(sum(used), 0)::int from quota_usage where tenant_id = $1 and environment = $2) as used
  order by 1 limit 1`);

interface Sums {
  readonly documents: number;
  readonly lines: number;
  readonly entries: number;
  readonly used: number;
}

async function sums({ ctx }: Company): Promise<Sums | undefined> {
  return (await ctx.db.rows<Sums>(SUMS))[0];
}

test("a batch with every kind of file, sent again and once more in other order, adds nothing and costs no quota", async () => {
  const company = await service.company();
  const first = await company.ingest(...files);
  const before = await sums(company);
  expect(before?.documents).toBeGreaterThanOrEqual(Object.keys(KINDS).length);
  expect(before?.used).toBe(before?.documents);
  const total_kg = await company.total_kg();
  for (const again of [files, files.toReversed()]) {
    const answered = await company.ingest(...again);
    expect(await sums(company)).toEqual(before);
    expect(await company.total_kg()).toBe(total_kg);
    // What was refused is refused again with its reason; what was read is known, also inside of archives and mails.
    const was = new Map(first.map(({ name, status, error }) => [name, error?.code ?? status]));
    for (const { name, status, error } of answered) {
      const isBooked = /^(?:processed|needs_review)$/.test(was.get(name) ?? "");
      expect([name, error?.code ?? status]).toEqual([name, isBooked ? "duplicate" : was.get(name)]);
    }
  }
  expect((await verifyAudit(company.ctx.db, company.ctx.files)).problems).toEqual([]);
  expect(await compareRollups(company.ctx.db)).toEqual([]);
  expect(service.errors).toEqual([]);
}, 300_000);

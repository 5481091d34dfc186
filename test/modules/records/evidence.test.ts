import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MILEAGE, recordingSite, type RecordingCompany, type RecordingSite } from "../../support/recording-site.ts";

let site: RecordingSite;

beforeAll(async () => {
  site = await recordingSite();
});
afterAll(() => site.app.close());

const LOG = { name: "kørebog.csv", content: "Dato;Km\r\n01-09-2026;1240\r\n" };
const sha256 = (content: string): string => createHash("sha256").update(content).digest("hex");

interface Kept {
  readonly files: readonly { readonly id: string; readonly sha256: string }[];
}

async function kept(by: RecordingCompany, ...files: (typeof LOG)[]): Promise<Kept["files"]> {
  const answer = await site.upload(by, "/activities/evidence", files);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json() as unknown as Kept).files;
}

test("files are kept as they are, named by id or hash, and shown in the lineage", async () => {
  const by = await site.company();
  const [log, photo] = await kept(by, LOG, { name: "photo.txt", content: "a meter" });
  expect(log).toMatchObject({ status: "excluded", warnings: ["evidence"], sha256: sha256(LOG.content) });
  const evidence = [log?.id, photo?.sha256, log?.sha256];
  const made = await site.recorded(by, { ...MILEAGE, evidence });
  const named = [
    { file_id: log?.id, name: "kørebog.csv", sha256: log?.sha256 },
    { file_id: photo?.id, name: "photo.txt", sha256: photo?.sha256 },
  ];
  expect(made).toMatchObject({ evidence: named, warnings: [] });
  expect(await site.get(by, `/emissions/${made.entries[0]?.id}/lineage`)).toMatchObject({
    record: { stated_by: `api_key:${by.key.id}`, reason: MILEAGE.reason, evidence: named },
  });
  const content = await site.app.as(by.key, `/api/v1/upload-files/${log?.id}/content`);
  expect(content.text).toBe(LOG.content);
  expect(await site.get(by, "/quota")).toMatchObject({ used: 0 });
  await site.intact(by);
});

test("the lineage says who recorded it after the line was given another category, too", async () => {
  const by = await site.company();
  const [log] = await kept(by, LOG);
  const made = await site.recorded(by, { ...MILEAGE, evidence: [log?.id] });
  const change = { category_id: "transport.travel.rental_car", reason: "Hired" };
  const changed = await site.post(by, change, {}, `/activities/${made.activity_id}/recategorize`);
  const [entry] = (changed.json() as unknown as { readonly entry_ids: readonly string[] }).entry_ids;
  expect(await site.get(by, `/emissions/${entry}/lineage`)).toMatchObject({
    emission_entry: { category_id: "transport.travel.rental_car" },
    record: { reason: MILEAGE.reason, evidence: [{ file_id: log?.id }] },
  });
});

test("what is not stored, refused or another company's is no evidence, and then nothing is written", async () => {
  const [by, other] = [await site.company(), await site.company()];
  const [foreign] = await kept(other, LOG);
  for (const evidence of [foreign?.id, foreign?.sha256, site.app.db.context(by.tenant).newId(), "0".repeat(64)]) {
    for (const dry_run of [true, false]) {
      expect((await site.post(by, { ...MILEAGE, evidence: [evidence], dry_run })).status, evidence).toBe(404);
    }
  }
  expect(await site.refusal(by, { ...MILEAGE, evidence: ["kørebog.csv"] })).toMatch(/^evidence\.0 .*SHA-256/);
  expect(await site.get(by, "/activities")).toMatchObject({ items: [] });
});

test("a file kept as evidence is read all the same when it comes as a document", async () => {
  const by = await site.company();
  await kept(by, LOG);
  const answer = await site.upload(by, "/activities/bulk", [LOG]);
  expect((answer.json() as unknown as Kept).files).toMatchObject([{ status: "stored", duplicate_of: null }]);
});

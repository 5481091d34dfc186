import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canListProcesses, processesWith } from "../support/child-processes.ts";
import { type InstalledCompany, installedCompany } from "../support/installed-company.ts";
import { hostileFiles, KINDS, type FileKind } from "../support/mixed-files.ts";
import type { TestFile } from "../support/pipeline.ts";
import { restClient, type RestClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";
import { ubl } from "../support/ubl.ts";

const COUNTS: Readonly<Record<FileKind, number>> = {
  ubl: 20,
  cii: 12,
  "factur-x": 10,
  "text pdf": 12,
  scan: 1,
  photo: 2,
  csv: 7,
  xlsx: 6,
  "saf-t": 5,
  camt: 4,
  zip: 4,
  mail: 3,
};
const FILES_PER_UPLOAD = 10;
const OCR_PROCESS = "ocr-process.js";

let site: Installation;
let service: ServiceProcess;
let uploads: TestFile[][];

beforeAll(async () => {
  uploads = await mixedUploads();
  site = installation();
  service = await site.start();
}, 300_000);
afterAll(() => site.remove());

/** One purchase as the bank, the ledger and its supplier tell of it. */
function purchase(): TestFile[] {
  const bytes = (...lines: readonly string[]): Buffer => Buffer.from(lines.join("\r\n"));
  const lines = [{ text: "Kontorartikler", amount: "1000.00" }];
  return [
    {
      name: "bank.csv",
      bytes: bytes(
        "Dato;Tekst;Beløb;Saldo;Status",
        "2026-03-20;KONTORARTIKLER NORDPAP A/S 4711;-1250,00;10000,00;Udført",
      ),
    },
    {
      name: "postings.csv",
      bytes: bytes(
        "Dato;Bilag;Konto;Kontonavn;Tekst;Leverandør;Fakturanr;Beløb;Valuta",
        "2026-03-03;17;2450;Kontorartikler;Kontorpapir;Nordpap A/S;F-4711;1000,00;DKK",
      ),
    },
    {
      name: "invoice.xml",
      bytes: ubl({ number: "F-4711", date: "2026-03-02", supplier: { name: "Nordpap A/S", cvr: "12345674" }, lines }),
    },
  ];
}

/** 100 files in ten uploads that each hold some of everything; one content is there twice. */
async function mixedUploads(): Promise<TestFile[][]> {
  const files: TestFile[] = [...purchase(), KINDS.ubl(0), ...hostileFiles().map(({ file }) => file)];
  for (const [kind, count] of Object.entries(COUNTS)) {
    // The names of the kinds are the keys of both tables.
    const make = KINDS[kind as FileKind];
    for (let n = 0; n < count; n += 1) files.push(await make(n));
  }
  const count = Math.ceil(files.length / FILES_PER_UPLOAD);
  return Array.from({ length: count }, (_, upload) => files.filter((_file, index) => index % count === upload));
}

/** Sends uploads, two at a time, and tells of each that is acknowledged; returns those that a crash has cut off. */
async function send(client: RestClient, files: readonly TestFile[][], acknowledged: string[]): Promise<TestFile[][]> {
  const waiting = [...files];
  const failed: TestFile[][] = [];
  const one = async (): Promise<void> => {
    for (let upload = waiting.shift(); upload !== undefined; upload = waiting.shift()) {
      const answer = await client.upload(upload).catch(() => null);
      if (answer?.status === 202) acknowledged.push(answer.body.id);
      else failed.push(upload);
    }
  };
  await Promise.all([one(), one()]);
  return failed;
}

/** What people are told became of each name, whatever was read first; duplicates of what is there already are left out. */
async function outcomes({ id }: InstalledCompany): Promise<string[]> {
  const rows = await site.sql<{ outcome: string }>(
    `select distinct concat_ws(' ', name, upload_file_status(tenant_id, environment, status, document_id),
            error ->> 'code') as outcome
     from upload_files where tenant_id = $1 and status <> 'duplicate'`,
    [id],
  );
  return rows.map(({ outcome }) => outcome).toSorted();
}

interface Ledger {
  readonly documents: number;
  readonly contents: number;
  readonly activities: number;
  readonly lines: number;
  readonly kg: string;
  readonly rollup_kg: string;
  readonly used: number;
}

/** Sums of the ledger; entries that another one supersedes do not count, as in every figure that people see. */
async function ledgerOf({ id }: InstalledCompany): Promise<Ledger | undefined> {
  const [row] = await site.sql<Ledger & Record<string, unknown>>(
    `select (select count(*)::int from documents where tenant_id = $1) as documents,
            (select count(distinct sha256)::int from documents where tenant_id = $1) as contents,
            (select count(*)::int from activities where tenant_id = $1) as activities,
            (select count(distinct (document_id, line_number))::int from activities where tenant_id = $1) as lines,
            (select sum(market_based_kg)::text from emission_entries e where e.tenant_id = $1
               and not exists (select from emission_entries l
                                where l.tenant_id = $1 and l.supersedes_entry_id = e.id)) as kg,
            (select sum(market_based_kg)::text from emission_rollups where tenant_id = $1) as rollup_kg,
            (select sum(used)::int from quota_usage where tenant_id = $1) as used`,
    [id],
  );
  return row;
}

async function count({ id }: InstalledCompany, condition: string): Promise<number> {
  const [row] = await site.sql<{ files: number }>(
    `select count(*)::int as files from upload_files where tenant_id = $1 and ${condition}`,
    [id],
  );
  return row?.files ?? 0;
}

async function everythingRead(customer: InstalledCompany): Promise<void> {
  await until("the end of every file", async () => ((await count(customer, "status = 'stored'")) === 0 ? true : null));
}

let clean: { readonly ledger: Ledger | undefined; readonly outcomes: readonly string[] };

test("100 files of every kind without a crash: each has its result, the purchase told of three times counts once", async () => {
  const customer = await installedCompany(site, "Clean");
  const ids: string[] = [];
  expect(await send(restClient(service.base, customer.key), uploads, ids)).toEqual([]);
  expect(ids).toHaveLength(10);
  await everythingRead(customer);
  clean = { ledger: await ledgerOf(customer), outcomes: await outcomes(customer) };
  expect(await count(customer, "container_id is null")).toBe(100);
  expect(await count(customer, "status = 'duplicate'")).toBe(1);
  const row = clean.ledger;
  expect(row).toMatchObject({ contents: row?.documents, lines: row?.activities, used: row?.documents });
  expect(row?.rollup_kg).toBe(row?.kg);
  for (const { file, code } of hostileFiles()) expect(clean.outcomes).toContain(`${file.name} rejected ${code}`);
}, 300_000);

/** Ends the service in the middle and starts it again, when nothing that it had started runs any more. */
async function killAndRestart(): Promise<void> {
  const pictures = processesWith(OCR_PROCESS).filter(({ parent }) => parent === service.pid);
  service.signal("SIGKILL");
  await service.ended();
  await until("the end of the processes that it had started", () =>
    processesWith(OCR_PROCESS).some(({ pid }) => pictures.some((one) => one.pid === pid)) ? null : true,
  );
  service = await site.start();
  // Lets the time pass after which the files of a dead process are taken up by another.
  await site.sql("update jobs set locked_until = now() where state = 'running'");
}

/** Whether the service has a process that has read pictures for more than half a second. */
function isReadingPictures(): true | null {
  return processesWith(OCR_PROCESS).some(({ parent, ticks }) => parent === service.pid && ticks > 50) ? true : null;
}

describe.skipIf(!canListProcesses)("kill -9 while 100 files of every kind are read (needs /proc)", () => {
  test("four times, at the upload, between the first files, later and during OCR: all end once, as without a crash", async () => {
    const customer = await installedCompany(site, "Crashed");
    const acknowledged: string[] = [];
    const finished = (files: number) => async (): Promise<true | null> =>
      (await count(customer, "status <> 'stored'")) >= files ? true : null;
    const moments: readonly (readonly [string, () => Promise<true | null> | true | null])[] = [
      ["the second upload", () => (acknowledged.length >= 2 ? true : null)],
      ["the first results", finished(12)],
      ["half of the results", finished(60)],
      ["pictures that are read", isReadingPictures],
    ];
    const open: number[] = [];
    let unsent: TestFile[][] = uploads;
    for (const [moment, hasCome] of moments) {
      const sending = send(restClient(service.base, customer.key), unsent, acknowledged);
      await until(moment, hasCome, 2);
      await killAndRestart();
      unsent = await sending;
      open.push(unsent.length + (await count(customer, "status = 'stored'")));
    }
    expect(Math.min(...open), `what was open at the kills: ${open.join(", ")}`).toBeGreaterThan(0);

    const client = restClient(service.base, customer.key);
    for (const id of acknowledged) expect((await client.read(id)).status).toBe("completed");
    // As a program of a customer does that cannot know what has arrived.
    expect(await send(client, uploads, [])).toEqual([]);
    await everythingRead(customer);
    expect(await outcomes(customer)).toEqual(clean.outcomes);
    expect(await ledgerOf(customer)).toEqual(clean.ledger);
  }, 300_000);

  test("the sums, the audit log and the stored files are intact, and no job is left", async () => {
    const verified = await site.cli("audit", "verify", "--documents", "--json");
    expect(verified, verified.stdout).toMatchObject({ code: 0, stderr: "" });
    expect(await site.cli("doctor")).toMatchObject({ code: 0, stderr: "" });
    expect(await site.sql("select kind, key, state from jobs where state <> 'done'")).toEqual([]);
  }, 300_000);
});

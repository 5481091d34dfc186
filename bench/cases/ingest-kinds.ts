import { performance } from "node:perf_hooks";
import { openParser, type Parser } from "../../src/composition/isolation/parser.ts";
import { camt, ledgerCsv, ledgerWorkbook, saft } from "../../test/support/electronic-files.ts";
import { KINDS } from "../../test/support/mixed-files.ts";
import { invoiceFile } from "../invoices.ts";
import { type CaseResult, percent, type ResultRow, shown } from "../result.ts";
import type { Stage } from "../stage.ts";
import { type BenchFile, createUploader, upload, type Uploader } from "../uploads.ts";

/** One kind of file: how many, and what is counted in each. */
interface Kind {
  readonly name: string;
  readonly files: number;
  readonly units: number;
  readonly unit: "documents" | "rows";
  make(n: number): BenchFile | Promise<BenchFile>;
}

const ROWS = 2_000;
const LEDGER_ROWS = 8_000;
const AFTER_LEDGER = 300;

const range = (n: number, count: number): number[] => Array.from({ length: count }, (_, index) => n * count + index);
const documents = (name: string, kind: keyof typeof KINDS, files: number, units = 1): Kind => ({
  name,
  files,
  units,
  unit: "documents",
  make: KINDS[kind],
});
const rows = (name: string, extension: string, files: number, content: (numbers: number[]) => Buffer): Kind => ({
  name,
  files,
  units: ROWS,
  unit: "rows",
  make: (n) => ({ name: `${n}.${extension}`, bytes: content(range(n, ROWS)) }),
});

const ALL: readonly Kind[] = [
  documents("UBL", "ubl", 400),
  documents("CII", "cii", 400),
  documents("PDF with embedded XML", "factur-x", 100),
  documents("PDF with text", "text pdf", 100),
  documents("scan in a PDF, OCR", "scan", 8),
  documents("photo, OCR", "photo", 8),
  rows(`CSV ledger, ${ROWS} rows a file`, "csv", 3, ledgerCsv),
  rows(`XLSX ledger, ${ROWS} rows a file`, "xlsx", 3, ledgerWorkbook),
  rows(`SAF-T, ${ROWS} postings a file`, "xml", 3, saft),
  rows(`camt.053, ${ROWS} payments a file`, "xml", 3, camt),
  documents("ZIP of an XML, a PDF and a broken file", "zip", 40, 3),
  documents("e-mail with a PDF", "mail", 40),
];

/** Every kind of file by itself, each of a company of its own: one round, for the proportions between them. */
export async function ingestKinds(stage: Stage, share: number): Promise<CaseResult> {
  const parser = openParser({ threads: 2, ocr_processes: 1 });
  const results: ResultRow[] = [];
  try {
    for (const kind of ALL)
      results.push(await measure(stage, parser, kind, Math.max(2, Math.round(kind.files * share))));
  } finally {
    await parser.close();
  }
  results.push(await afterLedger(stage));
  return {
    title: "Files of every kind, upload to ledger",
    rows: results,
    notes: [
      "The floor is the service's own parser (two threads, one process for pictures) with the same files and nothing else.",
      "Documents are counted as they come out: an archive of three counts three.",
    ],
  };
}

async function measure(stage: Stage, parser: Parser, kind: Kind, count: number): Promise<ResultRow> {
  const uploader = await createUploader(stage, `Bench ${kind.name}`);
  // Threads and processes that the first file starts are there when the others are measured.
  const files: BenchFile[] = [];
  for (let n = 0; n < count + 1; n += 1) files.push(await kind.make(n));
  const [first, ...others] = files;
  if (first === undefined) throw new Error("nothing to measure");
  await upload(stage, [uploader], [first]);
  await parseAll(parser, [first]);
  const began = performance.now();
  await parseAll(parser, others);
  const floor_ms = performance.now() - began;
  const { elapsed_ms } = await upload(stage, [uploader], others);
  await checkBooked(stage, uploader, kind);
  const total = kind.units * others.length;
  const perSecond = (ms: number): string => `${shown((total / ms) * 1000)} ${kind.unit}/s`;
  return {
    name: kind.name,
    floor: perSecond(floor_ms),
    ours: perSecond(elapsed_ms),
    ratio: percent(floor_ms / elapsed_ms),
    budget: null,
    is_met: null,
  };
}

/** @throws Error when nothing was booked: such a run measures something else. */
async function checkBooked({ bench }: Stage, { tenant_id }: Uploader, { name, unit, units }: Kind): Promise<void> {
  const { rows: found } = await bench.admin.query<{ lines: number; open: number }>(
    `select (select count(*)::int from activities where tenant_id = $1) as lines,
            (select count(*)::int from upload_files where tenant_id = $1 and status = 'stored') as open`,
    [tenant_id],
  );
  const [booked] = found;
  if (booked === undefined || booked.open > 0 || booked.lines < (unit === "rows" ? units : 1)) {
    throw new Error(`${name}: ${JSON.stringify(booked)}`);
  }
}

/** Reads all files, and the files in them, keeping nothing; refused ones count as read. */
async function parseAll(parser: Parser, files: readonly BenchFile[]): Promise<void> {
  await Promise.all(
    files.map(async ({ name, bytes }) => {
      // Large bytes are moved to the thread that reads them.
      const outcome = await parser.parse(Buffer.from(bytes), name);
      if (outcome.kind !== "unpacked") return;
      await parseAll(
        parser,
        outcome.files.map((file) => ({ name: file.name, bytes: Buffer.from(file.bytes) })),
      );
    }),
  );
}

/** Invoices of a company that has a long ledger, with whose rows each of them is compared; against one that has none. */
async function afterLedger(stage: Stage): Promise<ResultRow> {
  const invoices = Array.from({ length: AFTER_LEDGER }, (_, n) => invoiceFile("ledger", n));
  const files = invoices.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
  const empty = await upload(stage, [await createUploader(stage, "Bench without ledger")], files);
  const uploader = await createUploader(stage, "Bench with ledger");
  await upload(stage, [uploader], [{ name: "ledger.csv", bytes: ledgerCsv(range(0, LEDGER_ROWS)) }]);
  const full = await upload(stage, [uploader], files);
  return {
    name: `${AFTER_LEDGER} UBL invoices after a ledger of ${LEDGER_ROWS} rows; floor: without one`,
    floor: `${shown(empty.per_second)} documents/s`,
    ours: `${shown(full.per_second)} documents/s`,
    ratio: percent(full.per_second / empty.per_second),
    budget: null,
    is_met: null,
  };
}

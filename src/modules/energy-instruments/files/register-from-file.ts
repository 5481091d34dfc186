import { z } from "zod";
import { countryInput } from "../../../core/country.ts";
import { calendarDay } from "../../../core/days.ts";
import { ServiceError, validationError } from "../../../core/errors.ts";
import { defineOperation } from "../../../core/operation.ts";
import { SCHEMA_NAMES } from "../../../core/schema-names.ts";
import { lockAuditChain } from "../../audit/index.ts";
import { evidenceOf, fileReference, storedRecordTable } from "../../records/index.ts";
import { factsOf } from "../instrument-facts.ts";
import { instrumentIssues } from "../instrument-issues.ts";
import { storeInstrument } from "../write-instrument.ts";
import { columnOf, readStatementRow, type RowIssue, type StatementRow } from "./read-statement-row.ts";
import { STATEMENT_COLUMNS } from "./statement-columns.ts";

/** Issues that a refusal lists one by one. */
const ISSUES_MAX = 50;

const registeredRow = z.object({
  /** As spreadsheet programs number it: the headings are row 1. */
  row: z.int(),
  instrument_id: z.union([z.uuid(), z.null()]).describe("Null: a rehearsal, or a wrong row"),
  name: z.union([z.string(), z.null()]),
  mwh: z.union([z.number(), z.null()]),
  issues: z.array(z.object({ column: z.string(), code: z.string(), message: z.string() })),
});

const registeredFile = z.object({ is_dry_run: z.boolean(), rows: z.array(registeredRow) });
SCHEMA_NAMES.add(registeredFile, { name: "RegisteredCertificates" });

export const registerEnergyInstrumentsFromFile = defineOperation({
  name: "register_energy_instruments_from_file",
  title: "Register certificates from a registry's statement",
  description:
    "Registers each row of a stored CSV table with that file as evidence; when one is wrong, none. Every fault is named",
  layer: null,
  scope: "activities:write",
  access: "write",
  input: z.object({
    file: fileReference.describe("Id or SHA-256 of the file, from upload_evidence"),
    market: countryInput.describe("Country of the consumption"),
    is_for_company: z.boolean().describe("Whether the beneficiary that the rows name is this company"),
    dry_run: z.boolean().default(false).describe("Only say what is wrong"),
  }),
  output: registeredFile,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "POST", path: "/energy-instruments/files", status: 201 },
  tool: false,
  callers: "any",
  example: {
    input: { file: "$energy_statement_file_id", market: "DK", is_for_company: true },
    output: {
      is_dry_run: false,
      rows: [
        {
          row: 2,
          instrument_id: "0198c0de-0000-7000-8000-000000000081",
          name: "Vindmøllepark Nord",
          mwh: 20,
          issues: [],
        },
      ],
    },
  },
  async run(ctx, { file: reference, market, is_for_company, dry_run }) {
    const [file] = await evidenceOf(ctx.db, [reference]);
    if (file === undefined) throw new Error("a stored file was not told");
    const table = await storedRecordTable(ctx, file.sha256, STATEMENT_COLUMNS);
    const today = calendarDay(ctx.clock.now());
    const rows = table.map((row) => sound(readStatementRow(row, { name: file.name, market, is_for_company }), today));
    if (dry_run) return { is_dry_run: true, rows: rows.map((row) => told(row, null)) };
    const wrong = rows.flatMap((row) =>
      row.kind === "wrong" ? row.issues.map((issue) => ({ row: row.row, issue })) : [],
    );
    if (wrong.length > 0) throw validationError(wrong.slice(0, ISSUES_MAX).map(({ row, issue }) => ofRow(row, issue)));
    return await ctx.db.transaction(async (tx) => {
      const registered: z.input<typeof registeredRow>[] = [];
      let chain = await lockAuditChain(tx);
      for (const row of rows) {
        if (row.kind === "wrong") continue;
        const facts = factsOf(row.stated, [file]);
        const stored = await storeInstrument(ctx, { tx, chain }, facts).catch((error: unknown) => {
          throw inRow(row.row, error);
        });
        chain = stored.chain;
        registered.push(told(row, stored.id));
      }
      return { is_dry_run: false, rows: registered };
    });
  },
});

/** Faults that only show together, e.g. certificates that expired. */
function sound(row: StatementRow, today: string): StatementRow {
  if (row.kind === "wrong") return row;
  const issues = instrumentIssues(factsOf(row.stated, []), today).map(({ path, code, message }) => ({
    column: columnOf(path),
    code,
    message,
  }));
  return issues.length === 0 ? row : { row: row.row, kind: "wrong", issues };
}

function told(row: StatementRow, instrument_id: string | null): z.input<typeof registeredRow> {
  if (row.kind === "wrong")
    return { row: row.row, instrument_id: null, name: null, mwh: null, issues: [...row.issues] };
  return { row: row.row, instrument_id, name: row.stated.name, mwh: row.stated.mwh, issues: [] };
}

function ofRow(row: number, { column, code, message }: RowIssue) {
  return { path: `file.${row}.${column}`, code, message };
}

/** The refusal of one row says in which. */
function inRow(row: number, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { issues } = error.extras as { issues?: readonly { path: string; code: string; message: string }[] };
  if (issues === undefined) return error;
  return validationError(
    issues.map(({ path, code, message }) => ofRow(row, { column: columnOf(path), code, message })),
  );
}

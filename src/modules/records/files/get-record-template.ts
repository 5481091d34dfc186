import { z } from "zod";
import { sha256Hex } from "../../../core/content-hash.ts";
import { defineOperation } from "../../../core/operation.ts";
import { onlyFile, StoredFile } from "../../../core/stored-file.ts";
import { headingOf, RECORD_SUBJECT_NAMES, RECORD_SUBJECTS } from "./record-columns.ts";

/** Danish spreadsheet programs read UTF-8 only behind the byte order mark. */
const BYTE_ORDER_MARK = "\ufeff";

export const getRecordTemplate = defineOperation({
  name: "get_record_template",
  title: "Template for records",
  description:
    "An empty table (CSV with semicolons, UTF-8, headings in Danish and English) for what no invoice tells, one per subject: mileage, " +
    "commuting survey, homeworking, refrigerants, own generation, sold products, franchises, investments. Next: fill in rows, " +
    "upload_evidence, record_activities_from_file.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ subject: z.enum(RECORD_SUBJECT_NAMES).describe("What the rows are about") }),
  output: onlyFile,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/activities/record-templates/:subject", file: ["text/csv"] },
  tool: false,
  callers: "any",
  example: { input: { subject: "mileage" }, output: {} },
  run(_ctx, { subject }) {
    const headings = RECORD_SUBJECTS[subject].columns.map(headingOf);
    const bytes = Buffer.from(`${BYTE_ORDER_MARK}${headings.join(";")}\r\n`);
    const file = new StoredFile<Record<string, never>>({
      sha256: sha256Hex(bytes),
      size_bytes: bytes.length,
      media_type: "text/csv",
      filename: `${subject}.csv`,
      open: () => Promise.resolve(chunksOf(bytes)),
    });
    return Promise.resolve(file);
  },
});

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

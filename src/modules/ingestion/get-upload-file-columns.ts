import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { columnMeaning } from "../column-mappings/index.ts";
import { CELLS_HOLD } from "../reading/index.ts";
import { selectTables } from "./store-tables.ts";
import { tableQuestion } from "./upload-batch.ts";

const shownColumn = z.object({
  heading: z.string().describe("As printed; empty: none"),
  occurrence: z.int().describe("Which column of that heading, from 1 on, from the left"),
  holds: z.enum(CELLS_HOLD).describe("What most of its filled cells are"),
  samples: z.array(z.string()).describe("The first values that differ, at most 3"),
  read_as: z.union([columnMeaning, z.null()]).describe("What it is read as; null: it is not read"),
});

const describedTable = z.object({
  head_key: z.string().describe("Equal for tables with the same headings, in any order"),
  sheet: z.union([z.string(), z.null()]).describe("Of a workbook; null: the file is the table"),
  columns: z.array(shownColumn).describe("The first 100, from the left"),
  mapping: z
    .union([z.object({ id: z.uuid(), version: z.int() }), z.null()])
    .describe("The statement it was read with, see get_column_mapping; null: by its headings alone"),
});
SCHEMA_NAMES.add(describedTable, { name: "DescribedTable" });

export const getUploadFileColumns = defineOperation({
  name: "get_upload_file_columns",
  title: "Columns of an uploaded table",
  description:
    "The tables of an uploaded CSV file or workbook with what their columns hold and are read as, and what is asked of them. " +
    "Next: state_upload_file_columns says it, once for all tables of that source.",
  layer: null,
  scope: "activities:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("id of the file, from list_upload_files") }),
  output: z.object({ tables: z.array(describedTable), question: z.union([tableQuestion, z.null()]) }),
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/upload-files/:id/columns" },
  tool: false,
  callers: "any",
  example: {
    input: { id: "$asking_file_id" },
    output: {
      tables: [
        {
          head_key: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
          sheet: null,
          columns: [
            { heading: "Dato", occurrence: 1, holds: "dates", samples: ["03-11-2025"], read_as: "date" },
            { heading: "Bemærkning", occurrence: 1, holds: "words", samples: ["Diesel"], read_as: null },
          ],
          mapping: null,
        },
      ],
      question: {
        code: "columns_unknown",
        head_key: "5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef",
        sheet: null,
        missing: ["description"],
        amounts: null,
      },
    },
  },
  async run(ctx, { id }) {
    const file = await selectTables(ctx.db, id);
    if (file === undefined) throw notFound("file with a table");
    const { tables, question } = file;
    return {
      tables: tables.map((table) => ({
        ...table,
        columns: table.columns.map((column) => ({ ...column, samples: [...column.samples] })),
      })),
      question: question === null ? null : { ...question, missing: [...question.missing] },
    };
  },
});

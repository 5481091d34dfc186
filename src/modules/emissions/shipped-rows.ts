import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isDecimalText } from "../../core/quantity.ts";
import { tableRows } from "../../core/table-rows.ts";
import { isUnit, type Unit } from "../../core/units.ts";

/** The package's own tables lie at the same distance from src and from dist. */
const DATA = join(import.meta.dirname, "../../../data");

/**
 * A reader of a table of this package's data, in its order: part of the program, read when it is first asked for and kept.
 * The reader throws an Error at a row that does not fit: the table ships with the code.
 */
export function shippedRows<Row>(name: string, cells: z.ZodType<Row>): () => readonly Row[] {
  let rows: readonly Row[] | undefined;
  return () => (rows ??= tableRows(readFileSync(join(DATA, name), "utf8"), cells));
}

/** A cell that names a unit. */
export const unitCell = z.string().transform((text, ctx): Unit => {
  if (isUnit(text)) return text;
  ctx.addIssue({ code: "custom", message: "is not a unit of this service" });
  return z.NEVER;
});

/** A cell with an amount above zero, decimal text. */
export const amountCell = z
  .string()
  .refine((text) => isDecimalText(text) && Number(text) > 0, { message: "is not above zero" });

import Papa from "papaparse";
import type { z } from "zod";

/**
 * Reads comma separated text with a header line; the schema is strict, so that it also checks the columns.
 * @throws Error at the first row that does not fit, with its line: a table that ships with the code is right or a defect.
 */
export function tableRows<Row>(text: string, schema: z.ZodType<Row>): Row[] {
  const parsed = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true, delimiter: "," });
  return parsed.data.map((row, index) => {
    const result = schema.safeParse(row);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw new Error(`line ${index + 2}: ${issue?.path.join(".")}: ${issue?.message}`);
  });
}

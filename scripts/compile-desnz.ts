/**
 * Maintainers' tool: writes data/factors/desnz-2025-flat.csv from the UK Government's flat file, or data/factors/desnz-2024-full.csv
 * from its full set, row by row what `factors import` makes of it, so that importing the file again adds nothing. The flat file of 2025
 * goes first: the rows of the full set take its ids. Run: npx tsx scripts/compile-desnz.ts <flat file or full set>
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { importDesnz } from "../src/modules/factors/import/desnz.ts";
import { publishedIds } from "../src/modules/factors/import/published-ids.ts";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("name the file: npx tsx scripts/compile-desnz.ts <flat file or full set>");
const factors = join(import.meta.dirname, "../data/factors");
const flat = readFileSync(join(factors, "desnz-2025-flat.csv"), "utf8");
const { data } = Papa.parse<{ key: string; name_en: string; unit: string }>(flat, {
  header: true,
  skipEmptyLines: true,
});
const { rows, rejected } = await importDesnz(readFileSync(file), null, publishedIds(data));
if (rejected.length > 0) throw new Error(`line ${rejected[0]?.line}: ${rejected[0]?.reason}`);

const isFullSet = rows[0]?.row.source.endsWith("full set") ?? false;
const table = `desnz-${rows[0]?.row.valid_year}-${isFullSet ? "full" : "flat"}.csv`;
// The columns of every factor table, in their order.
const [header = ""] = readFileSync(join(factors, "desnz-2025.csv"), "utf8").split("\n");
const written = Papa.unparse({ fields: header.split(","), data: rows.map(({ row }) => row) }, { newline: "\n" });
writeFileSync(join(factors, table), `${written}\n`);
console.log(`factors/${table}: ${rows.length}`);

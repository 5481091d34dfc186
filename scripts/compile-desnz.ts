/**
 * Maintainers' tool: writes data/factors/desnz-2025-flat.csv from the UK Government's flat file, row by row what `factors import`
 * makes of it, so that importing the file again adds nothing. Run: npx tsx scripts/compile-desnz.ts <flat file>
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { importDesnz } from "../src/modules/factors/import/desnz.ts";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("name the file: npx tsx scripts/compile-desnz.ts <flat file>");
const { rows, rejected } = await importDesnz(readFileSync(file), null);
if (rejected.length > 0) throw new Error(`line ${rejected[0]?.line}: ${rejected[0]?.reason}`);

const root = join(import.meta.dirname, "..");
// The columns of every factor table, in their order.
const [header = ""] = readFileSync(join(root, "data/factors/desnz-2025.csv"), "utf8").split("\n");
const written = Papa.unparse({ fields: header.split(","), data: rows.map(({ row }) => row) }, { newline: "\n" });
writeFileSync(join(root, "data/factors/desnz-2025-flat.csv"), `${written}\n`);
console.log(`factors/desnz-2025-flat.csv: ${rows.length}`);

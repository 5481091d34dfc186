/**
 * Maintainers' tool: writes data/exchange-rates.csv from the European Central Bank's file of daily reference rates
 * (eurofxref-hist.csv). Run after a month has ended: npx tsx scripts/compile-rates.ts <eurofxref-hist.csv>
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { importEcbRates } from "../src/modules/factors/import/reference-series.ts";
import { meanRates } from "./rates/mean-rates.ts";

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error("name the file: npx tsx scripts/compile-rates.ts <eurofxref-hist.csv>");
const daily = importEcbRates(readFileSync(file, "utf8"));
if (daily.rejected.length > 0) throw new Error(`line ${daily.rejected[0]?.line}: ${daily.rejected[0]?.reason}`);

const table = join(import.meta.dirname, "../data/exchange-rates.csv");
const [header = "", ...lines] = readFileSync(table, "utf8").trim().split("\n");
// Central rates are no means of anything.
const kept = lines.filter((line) => line.includes(",central_rate,"));
const rows = meanRates(daily.rows.map(({ row }) => row));
const columns = header.split(",");
const written = Papa.unparse({ fields: columns, data: rows }, { header: false, newline: "\n" });
writeFileSync(table, `${[header, ...kept, written].join("\n")}\n`);

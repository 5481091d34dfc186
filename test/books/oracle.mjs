// Computes what books emit, without the product. `node test/books/oracle.mjs` writes expected.json and expected-entries.csv of this
// folder, `node test/books/oracle.mjs from-publishers` those of that one; with `--check` it writes nothing and exits 1 when the
// committed ones differ. With `--publishers` the entries of these books are held against the same by the publishers' files.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import Big from "big.js";
import { dataTables } from "./data-tables.mjs";
import { readJson, readSource } from "./parse.mjs";
import { readRecords } from "./parse-records.mjs";
import { publishersDiffer } from "./publishers-check.mjs";
import { hasPublishersFiles, publishersFiles } from "./publishers-files.mjs";
import { entriesOn } from "./rules.mjs";
import { financialYearStart } from "./slices.mjs";

const BOOKS = process.argv.slice(2).find((argument) => !argument.startsWith("--")) ?? ".";
const FOLDER = new URL(`${BOOKS}/`, import.meta.url);
const LAST_DAY = "2026-10-31";
const DECIMALS = 6;

const { companies, arrivals, factors_from } = readJson(new URL("books.json", FOLDER));
const readings = readJson(new URL("readings.json", FOLDER));
const decisions = readJson(new URL("decisions.json", FOLDER));
const PUBLISHED = {
  choices: readJson(new URL("factors.json", FOLDER)),
  source: factors_from === "publishers" ? publishersFiles : dataTables,
};

/** What people record, one by one and in filled-in templates; a decision about a record comes after it. */
function allRecords() {
  const stated = Object.entries(decisions.records).map(([name, record]) => [`record ${name}`, record]);
  const filled = Object.entries(decisions.record_files ?? {}).flatMap(([name, file]) =>
    readRecords(FOLDER, file).map(({ row, ...facts }) => [`record ${name}#${row}`, { ...file, ...facts }]),
  );
  return [...stated, ...filled].map(([id, record]) => ({
    id,
    company: record.company,
    date: record.date ?? record.period[1],
    arrives: record.stated_on,
    reading: record,
    decision: decisions.lines[id],
  }));
}

/** Lines of all files and records, each with its reading or decision; a line with both or neither is refused. */
function allLines() {
  const files = Object.keys(companies).flatMap((company) =>
    readdirSync(new URL(`${company}/`, FOLDER)).map((name) => `${company}/${name}`),
  );
  if (files.toSorted(byText).join() !== Object.keys(arrivals).toSorted(byText).join())
    throw new Error("arrivals and files differ");
  const printed = files.flatMap((file) =>
    readSource(FOLDER, file).map((line) => ({ ...line, company: file.split("/")[0], arrives: arrivals[file] })),
  );
  const records = allRecords();
  const ids = new Set([...printed, ...records].map(({ id }) => id));
  for (const id of [...Object.keys(readings), ...Object.keys(decisions.lines)]) {
    if (!ids.has(id)) throw new Error(`no file has the line ${id}`);
  }
  const lines = printed.map((line) => {
    const [reading, decision] = [readings[line.id], decisions.lines[line.id]];
    if ((reading === undefined) === (decision === undefined)) throw new Error(`${line.id}: one reading or decision`);
    return { ...line, reading, decision };
  });
  return [...lines, ...records]
    .map((line) => ({ ...line, first_month: companies[line.company].financial_year_begins_in_month }))
    .sort((a, b) => (a.arrives === b.arrives ? 0 : a.arrives < b.arrives ? -1 : 1));
}

const sum = (entries) => entries.reduce((total, { kg }) => total.plus(kg), Big(0));
/** Rounded once, half up, when it leaves. */
const kgText = (entries) => Number(sum(entries).round(DECIMALS, Big.roundHalfUp));

function grouped(entries, keyOf) {
  const groups = new Map();
  for (const one of entries) {
    const key = String(keyOf(one));
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups].sort(([a], [b]) => Number(a) - Number(b) || (a < b ? -1 : 1));
}

const mapped = (groups, valueOf) => Object.fromEntries(groups.map(([key, entries]) => [key, valueOf(entries)]));

/** No contract, certificate or residual mix is in these books: market-based figures are the grid's, as a fallback. */
const both = (entries) => ({ location_kg: kgText(entries), market_kg: kgText(entries) });

function totalsOf(entries) {
  return {
    ...both(entries),
    market_based_fallback_kg: kgText(entries.filter(({ category }) => category.startsWith("energy.electricity."))),
    scope2_life_cycle_kg: kgText(
      entries.filter(({ scope, factor }) => scope === 2 && factor.boundary === "life_cycle"),
    ),
    by_scope: mapped(
      grouped(entries, ({ scope }) => scope),
      both,
    ),
    by_scope3_category: mapped(
      grouped(
        entries.filter(({ scope }) => scope === 3),
        ({ scope3_category }) => scope3_category,
      ),
      both,
    ),
    by_category: mapped(
      grouped(entries, ({ category }) => category),
      (own) => ({
        scope: own[0].scope,
        ...(own[0].scope === 3 ? { scope3_category: own[0].scope3_category } : {}),
        ...both(own),
        lines_kg: mapped(
          grouped(own, ({ line }) => line),
          kgText,
        ),
      }),
    ),
  };
}

/** One financial year: what was attested, and what the books say on the last day. */
function yearOf(company, end, lines) {
  const ofYear = (entries) => entries.filter((one) => one.company === company && one.financial_year_end === end);
  const restated = ofYear(entriesOn(lines, LAST_DAY, PUBLISHED).entries);
  const attestedOn = companies[company].attested[end];
  const year = { from: financialYearStart(end), to: end, report_year: Number(end.slice(0, 4)) };
  if (attestedOn === undefined) return { ...year, as_reported: null, as_restated: totalsOf(restated) };
  const reported = ofYear(entriesOn(lines, attestedOn, PUBLISHED).entries);
  return {
    ...year,
    attested_on: attestedOn,
    as_reported: totalsOf(reported),
    as_restated: totalsOf(restated),
    restatements_kg: differencesOf(reported, restated),
  };
}

/**
 * Entries of a day before the last, on which what came after a year was attested is restated: until then a line that arrived or was decided
 * after the attestation, and counts in that year, waits.
 */
function standingOn(lines, day) {
  const { entries, waiting } = entriesOn(lines, day, PUBLISHED);
  const changedOn = new Map(lines.map(({ id, arrives, decision }) => [id, decision?.decided_on ?? arrives]));
  const late = entries.filter(({ line, company, financial_year_end }) => {
    const attestedOn = companies[company].attested[financial_year_end];
    return attestedOn <= day && changedOn.get(line) > attestedOn;
  });
  const waits = new Set(late.map(({ line }) => line));
  return { entries: entries.filter(({ line }) => !waits.has(line)), waiting: [...waiting, ...waits] };
}

/** The years as they stood on the days that the books name, with the lines that waited then. */
function statesOf(company, lines) {
  return Object.fromEntries(
    Object.entries(companies[company].looked_at).map(([name, day]) => {
      const { entries, waiting } = standingOn(lines, day);
      const own = entries.filter((one) => one.company === company);
      const ends = grouped(own, ({ financial_year_end }) => financial_year_end);
      return [name, { known_on: day, lines_waiting: waiting.join(" "), financial_years: mapped(ends, totalsOf) }];
    }),
  );
}

/** What each line changed since the attestation, location-based and market-based alike. */
function differencesOf(reported, restated) {
  const before = reported.map((one) => ({ ...one, kg: one.kg.times(-1) }));
  const byLine = grouped([...before, ...restated], ({ line }) => line);
  return mapped(
    byLine.filter(([, entries]) => !sum(entries).eq(0)),
    both,
  );
}

function expectedOf(lines, { entries, waiting }) {
  const years = Object.keys(companies).map((company) => {
    const ends = grouped(
      entries.filter((one) => one.company === company),
      ({ financial_year_end }) => financial_year_end,
    )
      .map(([end]) => end)
      .sort(byText);
    const financial_years = Object.fromEntries(ends.map((end) => [end, yearOf(company, end, lines)]));
    return [company, { name: companies[company].name, financial_years, states: statesOf(company, lines) }];
  });
  return {
    unit: "kg CO2e",
    known_on: LAST_DAY,
    lines_waiting: waiting.join(" "),
    companies: Object.fromEntries(years),
  };
}

function entryTable(entries) {
  const heading =
    "company,financial_year_end,line,supplier,kind,scope,scope3_category,category,from,to,days,share,factor_file,factor_row,factor_key,factor_year,factor_kg_co2e,factor_unit,factor_year_is_distant,location_kg,market_kg";
  const rows = entries.map((one) => {
    const kg = one.kg.toFixed(DECIMALS, Big.roundHalfUp);
    const { file, row, key, year, value, unit, year_is_distant } = one.factor;
    const place = [one.kind, one.scope, one.scope3_category ?? "", one.category, one.from, one.to, one.days, one.share];
    return [one.company, one.financial_year_end, one.line, one.supplier ?? "", ...place]
      .concat([file, row, key, year, value, unit, year_is_distant, kg, kg])
      .join(",");
  });
  return `${[heading, ...rows].join("\n")}\n`;
}

const byPublishers = process.argv.includes("--publishers");
if ((byPublishers || PUBLISHED.source === publishersFiles) && !hasPublishersFiles) {
  throw new Error("these books need the publishers' files below TEST_DATA_DIR (test/fixtures/README.md)");
}
const lines = allLines();
const state = entriesOn(lines, LAST_DAY, PUBLISHED);
const differing = byPublishers
  ? publishersDiffer(state.entries, entriesOn(lines, LAST_DAY, { ...PUBLISHED, source: publishersFiles }).entries)
  : [];
if (differing.length > 0) {
  process.stderr.write(`${differing.join("\n")}\n`);
  process.exitCode = 1;
}
const results = {
  "expected.json": `${JSON.stringify(expectedOf(lines, state), null, 2)}\n`,
  "expected-entries.csv": entryTable(state.entries),
};
for (const [name, text] of Object.entries(results)) {
  const path = new URL(name, FOLDER);
  if (!process.argv.includes("--check")) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    process.stderr.write(`${name} of test/books/${BOOKS} differs from what the sources give\n`);
    process.exitCode = 1;
  }
}
if (!process.argv.includes("--check")) process.stdout.write(results["expected.json"]);

function byText(one, other) {
  return one < other ? -1 : Number(one > other);
}

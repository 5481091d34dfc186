// Expected kg of the queues' lines, by the labels of this folder and the published rows; nothing of the product is used.
import { readFileSync, writeFileSync } from "node:fs";
import Big from "big.js";
import { dataTables } from "../books/data-tables.mjs";
import { readJson } from "../books/parse.mjs";
import { eurosOf, factorOf, lossesOf } from "../books/published-factors.mjs";
import { monthlySlices } from "../books/slices.mjs";

const here = (name) => new URL(name, import.meta.url);
const FACTORS = readJson(here("factors.json"));
const SPEND = { file: "figaro-dk-2023.csv", unit: "EUR" };
const UPSTREAM = "energy.upstream.wtt_fuels";
const LOSSES = "energy.upstream.td_losses";
/** UN/ECE Recommendation 20. */
const UNITS = { KWH: "kWh", LTR: "l", MTQ: "m3", TNE: "t" };

/** Published row of a line's factor for a year of use. */
function rowOf(choice, year) {
  const { before } = choice;
  return factorOf(dataTables, before !== undefined && year < before.year ? before : choice, year, null);
}

/** kg by category and calendar year; a fuel has its well-to-tank beside it, electricity the losses of its grid. */
function kgOf(line, date) {
  const chosen = FACTORS[line.category];
  if (chosen === undefined) throw new Error(`no factor is chosen for ${line.category}`);
  const { physical = chosen.by_country?.[line.country], spend, upstream, before, losses_of } = chosen;
  const byQuantity = line.quantity !== undefined;
  const factor = byQuantity ? { ...physical, before } : { ...SPEND, key: spend };
  if (byQuantity && physical?.unit !== line.unit)
    throw new Error(`${line.text}: ${line.unit} is not ${physical?.unit}`);
  const kg = [];
  for (const { to, share } of monthlySlices(...(line.period ?? [date, date]))) {
    const year = Number(to.slice(0, 4));
    const row = rowOf(factor, year);
    const measure = byQuantity ? Big(line.quantity) : eurosOf(dataTables, line.money ?? { ...line, date }, row);
    const part = measure.times(share);
    kg.push([line.category, year, part.times(row.value)]);
    if (byQuantity && upstream !== undefined) kg.push([UPSTREAM, year, part.times(rowOf(upstream, year).value)]);
    if (byQuantity && losses_of !== undefined)
      kg.push([LOSSES, year, part.times(lossesOf(dataTables, row, losses_of, year).value)]);
  }
  return kg;
}

function sum(table, name, kg) {
  table[name] = (table[name] ?? Big(0)).plus(kg);
}

const rounded = (table) =>
  Object.fromEntries(
    Object.entries(table)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, kg]) => [name, Number(kg.toFixed(6))]),
  );

/** Expected figures of lines that have a document, a date and a final label. */
function expectedOf(lines) {
  const [byLine, byYear, excluded] = [{}, {}, []];
  for (const { id, date, ...line } of lines) {
    if (line.excluded !== undefined) {
      excluded.push(id);
      continue;
    }
    for (const [category, year, kg] of kgOf(line, date)) {
      byYear[year] ??= {};
      sum(byYear[year], category, kg);
      sum(byLine, `${id} ${category}`, kg);
    }
  }
  const by_category_and_year = Object.fromEntries(Object.entries(byYear).map(([year, own]) => [year, rounded(own)]));
  return { by_category_and_year, excluded: excluded.toSorted((a, b) => (a < b ? -1 : 1)), by_line: rounded(byLine) };
}

/** Amounts that a person states go before those of the document. */
function folderLines(table) {
  const { files } = readJson(here(table));
  return Object.entries(files).flatMap(([file, { date, dates, currency, lines }]) =>
    lines.map((line, at) => {
      const { amount, currency: stated } = line.counts ?? line.decision?.facts ?? {};
      const day = dates?.[at] ?? date;
      const money = { amount: amount ?? line.amount, currency: stated ?? currency, date: day };
      return { ...line, id: `${file}#${at + 1}`, date: day, money };
    }),
  );
}

const textOf = (xml, name) => new RegExp(`<cbc:${name}(?: [^>]*)?>([^<]*)<`).exec(xml)?.[1].replaceAll("&amp;", "&");

/** The lines of a document of the demo company as they are written: UBL, or a table of postings. */
function demoRows({ name, text }) {
  if (name.endsWith(".csv")) {
    const rows = text.trim().split("\r\n").slice(1);
    return rows.map((row) => {
      const [day, , , , words, amount] = row.split(";");
      const date = day.split("-").toReversed().join("-");
      return { text: words, amount: amount.replace(",", "."), currency: "DKK", date };
    });
  }
  const [head, ...blocks] = text.split(/<cac:(?:Invoice|CreditNote)Line>/);
  const sign = head.includes("<CreditNote ") ? "-" : "";
  return blocks.map((block) => {
    const [, unit, quantity] = /Quantity unitCode="(\w+)">([^<]+)</.exec(block);
    const amount = `${sign}${textOf(block, "LineExtensionAmount")}`;
    const of = { currency: textOf(head, "DocumentCurrencyCode"), date: textOf(head, "IssueDate") };
    return { text: textOf(block, "Name"), amount, printed: { quantity, unit: UNITS[unit] }, ...of };
  });
}

/** The label of a line: its own, else that of its text. */
export function demoLines(documents) {
  const { texts, lines } = readJson(here("demo.json"));
  return documents.flatMap((document) =>
    demoRows(document).map((row, at) => {
      const id = `${document.name}#${at + 1}`;
      const label = lines[id] ?? Object.entries(texts).find(([words]) => row.text.startsWith(words))?.[1];
      if (label === undefined) throw new Error(`${id}: no label for "${row.text}"`);
      if (label.counts !== undefined && row.printed.unit !== label.counts)
        throw new Error(`${id}: not ${label.counts}`);
      return { ...row, id, document: document.name, ...label, ...(label.counts === undefined ? {} : row.printed) };
    }),
  );
}

/** Expected figures of all queues. `documents` are the demo company's, as its loader hands them in. */
export function expectedFigures(documents) {
  return {
    sample_folder: expectedOf(folderLines("sample-folder.json")),
    pictures: expectedOf(folderLines("pictures.json")),
    demo: expectedOf(demoLines(documents)),
  };
}

/** Writes expected.json, or says with `check` that the committed one differs. */
export function writeExpected(documents, check) {
  const text = `${JSON.stringify(expectedFigures(documents), null, 2)}\n`;
  if (!check) writeFileSync(here("expected.json"), text);
  else if (readFileSync(here("expected.json"), "utf8") !== text) throw new Error("expected.json differs");
}

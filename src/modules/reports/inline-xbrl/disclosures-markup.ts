import { formatNumber } from "../../../core/number-format.ts";
import type { Fact, ReportSection } from "../facts/fact.ts";
import { printedDate, printedUnit } from "../pdf/print-format.ts";
import type { Words } from "../pdf/texts.ts";
import type { ReportDocument } from "../report-document.ts";
import { gaps } from "./blocks-markup.ts";
import type { FactWriter } from "./fact-tag.ts";
import { elementId, markup, type Markup, NOTHING } from "./markup.ts";
import { TYPED_AXES } from "./taxonomy.ts";

export interface Disclosures {
  readonly sections: readonly Markup[];
  /** What the header hides: members of enumerations. */
  readonly hidden: readonly Markup[];
}

/** Every disclosure with its facts, each fact exactly once, in the order of the standard. */
export function disclosuresMarkup(document: ReportDocument, words: Words, write: FactWriter): Disclosures {
  const hidden: Markup[] = [];
  const left = new Map(document.facts.map((fact) => [fact.id, fact]));
  const taken = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const fact = left.get(id);
      left.delete(id);
      return fact ?? [];
    });
  const writeOnce: Written = (fact) => {
    const { shown, hidden: member } = write(fact);
    if (member.text !== "") hidden.push(member, markup`\n`);
    return shown;
  };
  const sections = [...document.sections, ...unlisted(document)].map((section) =>
    sectionMarkup(section, taken(section.fact_ids), { document, words, write: writeOnce }),
  );
  return { sections, hidden };
}

type Written = (fact: Fact) => Markup;

interface Page {
  readonly document: ReportDocument;
  readonly words: Words;
  readonly write: Written;
}

export function sectionId(id: string): string {
  return elementId(`section-${id}`);
}

/** Facts that no section names would be lost; they get a section of their disclosure's name. */
export function unlisted({ facts, sections }: ReportDocument): ReportSection[] {
  const listed = new Set(sections.flatMap(({ fact_ids }) => fact_ids));
  const others = facts.filter(({ id }) => !listed.has(id));
  return [...new Set(others.map(({ section }) => section))].map((id) => ({
    id: `${id}+`,
    title: "",
    status: "reported",
    fact_ids: others.filter(({ section }) => section === id).map((fact) => fact.id),
    missing: [],
  }));
}

function sectionMarkup(section: ReportSection, facts: readonly Fact[], page: Page): Markup {
  const { words } = page;
  const { id, title, status, missing } = section;
  const lacking = missing.map(({ datapoint, description }) => ({ term: description, text: datapoint }));
  const content =
    facts.length === 0 ? markup`<p class="soft">${words(`section.empty.${status}`)}</p>\n` : factTable(facts, page);
  return markup`<div class="disclosure" id="${sectionId(id)}">
<h3><span class="number">${id}</span> ${title} <span class="status ${status}">${words(`status.${status}`)}</span></h3>
${content}${gaps(words("section.missing"), lacking)}</div>\n`;
}

/** Facts of one row key (a site, a subsidiary) stand together under it. */
function factTable(facts: readonly Fact[], page: Page): Markup {
  const { words } = page;
  // What belongs to no row comes first: below a row's heading it would read as part of it.
  const groups = new Map<string, Fact[]>([["", []]]);
  for (const fact of facts) groups.set(rowKey(fact), [...(groups.get(rowKey(fact)) ?? []), fact]);
  const rows = [...groups].flatMap(([key, members]) => [
    key === "" ? NOTHING : markup`<tr class="group"><th scope="rowgroup" colspan="4">${key}</th></tr>\n`,
    ...members.map((fact) => factRow(fact, page)),
  ]);
  return markup`<table class="facts"><col class="c1"/><col class="c2"/><col class="c3"/><col class="c4"/><thead><tr><th scope="col">${words("column.datapoint")}</th><th scope="col" class="right">${words("column.value")}</th><th scope="col">${words("column.unit")}</th><th scope="col">${words("column.basis")}</th></tr></thead>
<tbody>${rows}</tbody></table>\n`;
}

function rowKey({ dimensions }: Fact): string {
  return Object.entries(dimensions)
    .filter(([axis]) => TYPED_AXES.has(axis))
    .map(([, key]) => key)
    .join(", ");
}

function factRow(fact: Fact, page: Page): Markup {
  const label = markup`<span class="label">${fact.label}</span>${periodNote(fact, page.document)}`;
  const basis = markup`<td class="basis">${basisOf(fact, page)}</td>`;
  const value = page.write(fact);
  if (fact.kind === "number") {
    return markup`<tr><td>${label}</td><td class="right">${value}</td><td class="unit">${printedUnit(fact.unit)}</td>${basis}</tr>\n`;
  }
  if (isShort(fact)) return markup`<tr><td>${label}</td><td colspan="2" class="answer">${value}</td>${basis}</tr>\n`;
  return markup`<tr><td colspan="3">${label}<div class="narrative">${value}</div></td>${basis}</tr>\n`;
}

/** Longer answers stand below their question, over the whole width. */
const SHORT = 56;

function isShort({ value, value_label }: Fact): boolean {
  const shown = value_label ?? String(value);
  return shown.length <= SHORT && !shown.includes("\n");
}

/** Only where a fact is about another time than the report. */
function periodNote({ period }: Fact, { period: reported, language }: ReportDocument): Markup {
  const [from, to] = "instant" in period ? [null, period.instant] : [period.from, period.to];
  if (to === reported.to && (from === null || from === reported.from)) return NOTHING;
  const days = [from, to].flatMap((day) => (day === null ? [] : [printedDate(day, language)]));
  return markup` <span class="period">(${days.join(" \u2013 ")})</span>`;
}

function basisOf({ provenance }: Fact, { document, words }: Page): string {
  const { source, entry_count } = provenance;
  if (source !== "ledger" || entry_count === undefined) return words(`basis.${source}`);
  return words("basis.entries", { count: formatNumber(entry_count, document.language) });
}

import { markup, type Markup } from "../../../../core/markup.ts";
import type { Fact, ReportSection } from "../../datapoints/fact.ts";
import type { Words } from "../pdf/texts.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { gaps } from "./blocks-markup.ts";
import type { FactWriter } from "./fact-tag.ts";
import { type FactsPage, factsMarkup } from "./facts-markup.ts";
import { elementId } from "./element-id.ts";

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
  const writeVisible = (fact: Fact) => {
    const { shown, hidden: member } = write(fact);
    if (member.text !== "") hidden.push(member, markup`\n`);
    return shown;
  };
  const sections = [...document.sections, ...unlisted(document)].map((section) =>
    sectionMarkup(section, taken(section.fact_ids), { document, words, write: writeVisible }),
  );
  return { sections, hidden };
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

function sectionMarkup(section: ReportSection, facts: readonly Fact[], page: FactsPage): Markup {
  const { words } = page;
  const { id, title, status, missing } = section;
  const lacking = missing.map(({ datapoint, description }) => ({ term: description, text: datapoint }));
  const content =
    facts.length === 0 ? markup`<p class="soft">${words(`section.empty.${status}`)}</p>\n` : factsMarkup(facts, page);
  return markup`<div class="disclosure" id="${sectionId(id)}">
<h3><span class="number">${id}</span> ${title} <span class="status ${status}">${words(`status.${status}`)}</span></h3>
${content}${gaps(words("missing"), lacking)}</div>\n`;
}

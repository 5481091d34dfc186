import type { Fact, ReportSection } from "../../datapoints/fact.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { groupFacts } from "./fact-groups.ts";
import { comparedTable, factTable, gridTable } from "./fact-tables.ts";
import type { Block, Chapter } from "./print-model.ts";
import type { Words } from "./texts.ts";

/** Each disclosure with its facts, in the order of the standard, and what it lacks. */
export function disclosuresChapter(document: ReportDocument, words: Words): Chapter {
  const facts = new Map(document.facts.map((fact) => [fact.id, fact]));
  const blocks = document.sections.flatMap((section) => sectionBlocks(section, facts, document, words));
  return { title: words("disclosures"), room_mm: null, blocks };
}

function sectionBlocks(
  section: ReportSection,
  facts: ReadonlyMap<string, Fact>,
  document: ReportDocument,
  words: Words,
): Block[] {
  const sectionFacts = section.fact_ids.flatMap((id) => facts.get(id) ?? []);
  const { plain, grids, compared } = groupFacts(sectionFacts);
  const gaps: Block[] =
    section.missing.length === 0
      ? []
      : [
          {
            kind: "gaps",
            title: words("missing"),
            items: section.missing.map(({ datapoint, description }) => ({ term: description, text: datapoint })),
          },
        ];
  return [
    { kind: "section", id: section.id, title: section.title, status: statusOf(section, words) },
    ...(sectionFacts.length === 0
      ? [{ kind: "paragraph" as const, tone: "soft" as const, text: words(`section.empty.${section.status}`) }]
      : []),
    ...(compared.length === 0 ? [] : [comparedTable(compared, document, words)]),
    ...(plain.length === 0 ? [] : [factTable(plain, document.language, words)]),
    ...grids.map((grid) => gridTable(grid, document.language, words)),
    ...gaps,
  ];
}

function statusOf({ status, fact_ids, missing }: ReportSection, words: Words): string {
  const facts =
    fact_ids.length === 0
      ? []
      : [words(fact_ids.length === 1 ? "status.fact" : "status.facts", { count: String(fact_ids.length) })];
  const lacks = missing.length === 0 ? [] : [words("status.lacks", { count: String(missing.length) })];
  return [words(`status.${status}`), ...facts, ...lacks].join(" · ");
}

import { Markup, markup, NOTHING } from "../../../../core/markup.ts";
import { detailChapter } from "../pdf/detail-chapter.ts";
import { factorsChapter } from "../pdf/factors-chapter.ts";
import { missingChapter } from "../pdf/closing-chapters.ts";
import { methodsChapter } from "../pdf/methods-chapter.ts";
import type { Chapter } from "../pdf/print-model.ts";
import { summaryChapter } from "../pdf/summary-chapter.ts";
import { type Words, wordsOf } from "../pdf/texts.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { blockMarkup } from "./blocks-markup.ts";
import { auditChapter } from "./closing-markup.ts";
import { contentsMarkup, coverMarkup } from "./cover-markup.ts";
import { disclosuresMarkup } from "./disclosures-markup.ts";
import { plainFacts, taggedFacts } from "./fact-tag.ts";
import { ixHeader, namespaceDeclarations } from "./ix-header.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { reportingEntity } from "./reporting-entity.ts";
import { xbrlResources } from "./xbrl-resources.ts";
import type { PageChapter } from "./page-chapter.ts";
import { yearTitle } from "../pdf/sums.ts";

/**
 * The report as one XHTML file that people read and programs extract: Inline XBRL 1.1 where its standard has a taxonomy, the
 * same page with ids in place of tags where it has none. The same document gives the same bytes.
 * @throws RenderRefusal when facts are to be tagged and the company has no identifier.
 */
export async function renderInlineXbrl(document: ReportDocument): Promise<Buffer> {
  const words = wordsOf(document);
  const { taxonomy, language } = document;
  if (taxonomy === null) {
    const { sections } = disclosuresMarkup(document, words, plainFacts(language));
    return page(document, words, { sections, header: NOTHING, namespaces: [] });
  }
  const resources = xbrlResources(reportingEntity(document));
  const { sections, hidden } = disclosuresMarkup(document, words, taggedFacts(resources, language));
  const header = ixHeader(taxonomy, { hidden, resources: resources.markup() });
  return page(document, words, { sections, header, namespaces: namespaceDeclarations() });
}

interface Parts {
  readonly sections: readonly Markup[];
  readonly header: Markup;
  readonly namespaces: readonly Markup[];
}

function page(document: ReportDocument, words: Words, { sections, header, namespaces }: Parts): Buffer {
  const { language, company, standard_type } = document;
  const title = words(`title.${standard_type}`, { year: yearTitle(document) });
  const chapters = chaptersOf(document, words, sections);
  const body = markup`<body>
${header}
<div id="report">
${coverMarkup(document, title, words)}
${contentsMarkup(document, chapters, words)}
${chapters.map(({ content }) => content)}
<p class="colophon">${company.name} \u00b7 ${title} \u00b7 ${document.snapshot_id}</p>
</div>
</body>`;
  const head = markup`<head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>${company.name} \u00b7 ${title}</title><style type="text/css">${new Markup(PAGE_STYLE)}</style></head>`;
  const text = markup`<html xmlns="http://www.w3.org/1999/xhtml"${namespaces} xml:lang="${language}">
${head}
${body}
</html>
`;
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text.text}`, "utf8");
}

/** The chapters of the printed report; in place of its disclosures the ones with tags. */
function chaptersOf(document: ReportDocument, words: Words, sections: readonly Markup[]): PageChapter[] {
  const summary = summaryChapter(document, words);
  const detail = detailChapter(document, words);
  const charts = new Map([...summary.charts, ...detail.charts].map(({ file, svg }) => [file, svg]));
  const printed = ({ title, blocks }: Pick<Chapter, "title" | "blocks">) => ({
    title,
    has_disclosures: false,
    content: markup`${blocks.map((block) => blockMarkup(block, charts))}`,
  });
  return [
    printed(summary.chapter),
    { title: words("disclosures"), has_disclosures: true, content: markup`${sections}` },
    printed(detail.chapter),
    printed(methodsChapter(document, words)),
    printed(factorsChapter(document, words)),
    printed(missingChapter(document, words)),
    printed(auditChapter(document, words)),
  ].map(({ title, has_disclosures, content }, index) => {
    const id = `chapter-${index + 1}`;
    const all = markup`<div class="chapter apart" id="${id}">\n<h2>${title}</h2>\n${content}</div>\n`;
    return { id, title, has_disclosures, content: all };
  });
}

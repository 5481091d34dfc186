import { markup, type Markup, NOTHING } from "../../../../core/markup.ts";
import { coverStatus } from "../pdf/cover-status.ts";
import { printedDate, printedTime } from "../pdf/print-format.ts";
import type { Words } from "../pdf/texts.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { sectionId, unlisted } from "./disclosures-markup.ts";
import type { PageChapter } from "./page-chapter.ts";

export function coverMarkup(document: ReportDocument, title: string, words: Words): Markup {
  const { company, period, language, standard_type, standard_version } = document;
  const days = [period.from, period.to].map((day) => printedDate(day, language)).join(" \u2013 ");
  const details: (readonly [string, string])[] = [
    [words("period"), days],
    [words("standard"), words(`version.${standard_version}`)],
    ...(company.registration_number === null ? [] : [[words("registration"), company.registration_number] as const]),
    ...coverStatus(document, words).map(({ term, text }) => [term, text] as const),
    [words("frozen"), printedTime(document.frozen_at, language)],
    [words("cover.snapshot"), document.snapshot_id.slice(0, 12)],
  ];
  const rows = details.map(([term, text]) => markup`<tr><th scope="row">${term}</th><td>${text}</td></tr>`);
  return markup`<div class="cover">
<p class="product">${words("product")}</p>
<p class="company">${company.name}</p>
<h1>${title}</h1>
<p class="standard">${words(`standard.${standard_type}`)}</p>
<table><tbody>${rows}</tbody></table>
</div>`;
}

export function contentsMarkup(document: ReportDocument, chapters: readonly PageChapter[], words: Words): Markup {
  const sections = [...document.sections, ...unlisted(document)].map(
    ({ id, title }) => markup`<li><a href="#${sectionId(id)}"><span class="number">${id}</span> ${title}</a></li>\n`,
  );
  const items = chapters.map(({ id, title, has_disclosures }) => {
    const inner = has_disclosures && sections.length > 0 ? markup`<ol>${sections}</ol>` : NOTHING;
    return markup`<li><a href="#${id}">${title}</a>${inner}</li>\n`;
  });
  return markup`<div class="contents apart"><h2>${words("contents")}</h2><ol>${items}</ol></div>`;
}

import { sha256Hex } from "../../../../core/content-hash.ts";
import { jsonForm } from "../json-form.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import { coverArt } from "./cover-art.ts";
import { auditChapter, missingChapter } from "./closing-chapters.ts";
import { detailChapter } from "./detail-chapter.ts";
import { disclosuresChapter } from "./disclosures-chapter.ts";
import { factorsChapter } from "./factors-chapter.ts";
import { methodsChapter } from "./methods-chapter.ts";
import { printableText, printableValue, REPLACEMENT } from "./printable-text.ts";
import { printedDate, printedTime } from "./print-format.ts";
import type { Cover, PrintModel } from "./print-model.ts";
import { summaryChapter } from "./summary-chapter.ts";
import { coverStatus } from "./cover-status.ts";
import { type Words, wordsOf } from "./texts.ts";
import { yearTitle } from "./sums.ts";

/** Everything that the template reads, by path: its data, its pictures, and the document that is attached. */
export type PrintFiles = ReadonlyMap<string, Uint8Array>;

/** Digits of the snapshot's id that are printed on each page. */
const ID_DIGITS = 12;
/** Characters of a company's name that fit beside the title. */
const NAME_MAX = 72;
const ART = "charts/cover.svg";
const ATTACHMENT = "report.json";

/**
 * A report as the files of its printed form. The same document gives the same files, byte for byte.
 * @param drawable code points of the typeface; others are printed as a mark
 */
export function printReport(document: ReportDocument, drawable: ReadonlySet<number>): PrintFiles {
  const words = wordsOf(document);
  const attached = jsonForm(document);
  const printable = printableValue(document, printableText(drawable));
  const summary = summaryChapter(printable, words);
  const detail = detailChapter(printable, words);
  const facts = {
    attachment_sha256: sha256Hex(attached),
    has_replacements: JSON.stringify(printable).includes(REPLACEMENT),
  };
  const chapters = [
    summary.chapter,
    ...(printable.sections.length === 0 ? [] : [disclosuresChapter(printable, words)]),
    detail.chapter,
    methodsChapter(printable, words),
    factorsChapter(printable, words),
    missingChapter(printable, words),
    auditChapter(printable, facts, words),
  ];
  const model: PrintModel = { ...frameOf(printable, words), chapters };
  const charts = [...summary.charts, ...detail.charts].map(({ file, svg }) => [file, Buffer.from(svg)] as const);
  return new Map([
    ["print-model.json", Buffer.from(JSON.stringify(model))],
    [ATTACHMENT, attached],
    [ART, Buffer.from(coverArt(printable))],
    ...charts,
  ]);
}

/** All but the chapters: properties of the file, running lines, cover. */
function frameOf(document: ReportDocument, words: Words): Omit<PrintModel, "chapters"> {
  const { language, company, period, standard_type, snapshot_id } = document;
  const title = words(`title.${standard_type}`, { year: yearTitle(document) });
  return {
    language,
    region: language === "da" ? "DK" : "GB",
    title: `${company.name} · ${title}`,
    author: company.name,
    description: words("cover.description", {
      standard: words(`standard.${standard_type}`),
      company: company.name,
      from: printedDate(period.from, language),
      to: printedDate(period.to, language),
    }),
    contents_title: words("contents"),
    id_width_em: 0.9 + 0.64 * Math.max(3, ...document.sections.map(({ id }) => id.length)),
    running: {
      left: shortened(company.name),
      right: title,
      foot: words("running.snapshot", { id: snapshot_id.slice(0, ID_DIGITS) }),
      page: words("page"),
    },
    cover: coverOf(document, title, words),
    attachment: { name: ATTACHMENT, description: words("attachment.description") },
  };
}

/** A running line is one line. */
function shortened(name: string): string {
  const characters = Array.from(name);
  return characters.length <= NAME_MAX ? name : `${characters.slice(0, NAME_MAX).join("").trimEnd()}\u2026`;
}

function coverOf(document: ReportDocument, title: string, words: Words): Cover {
  const { language, company, period, standard_type, standard_version, frozen_at, snapshot_id } = document;
  const { registration_number } = company;
  return {
    product: words("product"),
    standard: words(`standard.${standard_type}`),
    company: company.name,
    title,
    art: ART,
    details: [
      {
        term: words("period"),
        text: `${printedDate(period.from, language)} \u2013 ${printedDate(period.to, language)}`,
      },
      { term: words("standard"), text: words(`version.${standard_version}`) },
      ...(registration_number === null ? [] : [{ term: words("registration"), text: registration_number }]),
      ...coverStatus(document, words),
      { term: words("frozen"), text: printedTime(frozen_at, language) },
      { term: words("cover.snapshot"), text: snapshot_id.slice(0, ID_DIGITS) },
    ],
  };
}

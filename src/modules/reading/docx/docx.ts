import { FileRefusal, UnreadablePages } from "../file-errors.ts";
import type { ParsedDocument } from "../parsed-document.ts";
import type { ParseLimits } from "../parse-limits.ts";
import type { PageWord, PageWords } from "../pdf/page-words.ts";
import type { PageOwner } from "../printed/party.ts";
import { readPrinted } from "../printed/invoice.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, child } from "../xml/values.ts";
import type { OpenArchive } from "../zip/zip-archive.ts";
import { setBlocks } from "./set-blocks.ts";
import type { SetLine, Span } from "./set-line.ts";
import { attribute, isOn, pointsOf, wordName } from "./word-elements.ts";
import { openWordParts, type WordParts } from "./word-package.ts";
import { paragraphStyles } from "./word-styles.ts";

/** Fewer characters than this beside a picture are a caption or a page number. */
const TEXT_CHARACTERS_MIN = 40;
/** Width of A4 paper and its margins, in points, where a document states none. */
const PAGE_WIDTH = 595;
const PAGE_MARGIN = 57;
/** Words kept of one document, as of a PDF: 60 densely printed pages. */
const WORDS_MAX = 50_000;
/** From one line to the next, in sizes of letters. */
const LEADING_SIZES = 1.3;
/** Between header, text and footer, in points. */
const MARGIN_SPACE = 40;

export interface ReadDocxOptions {
  readonly limits: ParseLimits;
  readonly owner: PageOwner;
}

/**
 * Reads an invoice from a Word document: its paragraphs and tables are set as on paper, roughly, with the header above and the
 * footer below, and then read as pages with text are. A document that is nothing but one picture is that picture.
 * @throws FileRefusal as `openWordParts`, and file.no_invoice_data without text and picture; UnreadablePages
 */
export async function readDocx(
  archive: OpenArchive,
  { limits, owner }: ReadDocxOptions,
): Promise<{ readonly document: ParsedDocument } | { readonly picture: Buffer }> {
  const parts = await openWordParts(archive, limits);
  const body = child(parts.document, "body");
  if (body === undefined) throw new FileRefusal("file.corrupt", "The Word document has no text part.");
  const styleOf = paragraphStyles(parts.styles);
  const span = spanOf(sectionsOf(body)[0]);
  const text = setBlocks(body, span, styleOf);
  if (charactersOf(text) < TEXT_CHARACTERS_MIN) {
    const [picture, ...more] = await parts.pictures();
    if (picture !== undefined && more.length === 0) return { picture };
    if (picture !== undefined) {
      throw new UnreadablePages(
        "The Word document holds several pictures and next to no text; send the pictures themselves.",
      );
    }
    if (charactersOf(text) === 0) throw new FileRefusal("file.no_invoice_data", "The Word document holds no text.");
  }
  const [header = [], footer = []] = (["headerReference", "footerReference"] as const).map((kind) =>
    marginOf(parts, body, kind).flatMap((margin) => setBlocks(margin, span, styleOf)),
  );
  const pages = pagesOf(header, text, footer);
  if (pages.flat().length > WORDS_MAX) {
    throw new FileRefusal("file.too_large", `The Word document holds more than ${WORDS_MAX} pieces of text.`);
  }
  return { document: readPrinted(pages, "docx", owner) };
}

function charactersOf(lines: readonly SetLine[]): number {
  const texts = lines.flatMap(({ words }) => words.map(({ text }) => text.replaceAll(/\s/g, "").length));
  return texts.reduce((sum, length) => sum + length, 0);
}

/** The properties of each section, in order; the last one's stand at the end of the body (ECMA-376 part 1, 17.6). */
function sectionsOf(body: XmlElement): XmlElement[] {
  const within = body.children.flatMap((block) => child(child(block, "pPr"), "sectPr") ?? []);
  return [...within, ...all(body, "sectPr")];
}

function spanOf(section: XmlElement | undefined): Span {
  const margins = child(section, "pgMar");
  const points = (element: XmlElement | undefined, name: string): number | null =>
    element === undefined ? null : pointsOf(attribute(element, name));
  const left = points(margins, "left") ?? PAGE_MARGIN;
  const right = (points(child(section, "pgSz"), "w") ?? PAGE_WIDTH) - (points(margins, "right") ?? PAGE_MARGIN);
  return right - left > 100 ? { left, right } : { left: PAGE_MARGIN, right: PAGE_WIDTH - PAGE_MARGIN };
}

/**
 * The headers or footers that are printed: of a section with a first page of its own that one and the usual one. The one for
 * even pages says what the usual one says. Each counts once.
 */
function marginOf(parts: WordParts, body: XmlElement, kind: "headerReference" | "footerReference"): XmlElement[] {
  const ids = sectionsOf(body).flatMap((section) => {
    const hasFirst = isOn(section, "titlePg");
    const wanted = hasFirst ? ["first", "default"] : ["default"];
    const references = section.children.filter((element) => wordName(element) === kind);
    return wanted.flatMap((type) =>
      references
        .filter((reference) => (attribute(reference, "type") ?? "default") === type)
        .map((reference) => attribute(reference, "id") ?? ""),
    );
  });
  return [...new Set(ids)].flatMap((id) => parts.margins.get(id) ?? []);
}

/** Lines as words of pages, the footer at the end of the first: there it is read beside the issuer's name. */
function pagesOf(header: readonly SetLine[], text: readonly SetLine[], footer: readonly SetLine[]): PageWords[] {
  const pages: PageWord[][] = [[]];
  let baseline = 0;
  let hasFooter = false;
  const put = ({ words, size, space }: SetLine): void => {
    baseline += size * LEADING_SIZES + space;
    for (const word of words) pages.at(-1)?.push({ ...word, baseline });
  };
  const putFooter = (): void => {
    baseline += MARGIN_SPACE;
    for (const line of hasFooter ? [] : footer) put(line);
    hasFooter = true;
  };
  for (const line of header) put(line);
  if (header.length > 0) baseline += MARGIN_SPACE;
  for (const line of text) {
    if (line.starts_page && (pages.at(-1)?.length ?? 0) > 0) {
      putFooter();
      pages.push([]);
      baseline = 0;
    }
    put(line);
  }
  putFooter();
  return pages;
}

import { FileRefusal, UnreadablePages } from "../file-errors.ts";
import type { ParsedDocument, ParseOutcome } from "../parsed-document.ts";
import type { ParseLimits } from "../parse-limits.ts";
import type { PageWords } from "./page-words.ts";
import { type OpenPdf, withPdf } from "./text.ts";
import { readPrinted } from "../printed/invoice.ts";
import type { PageOwner } from "../printed/party.ts";

/** Names under which Factur-X, ZUGFeRD 1 and 2 and XRechnung put the invoice into its PDF. */
const EMBEDDED = /^(?:factur-x|zugferd-invoice|xrechnung)\.xml$/i;
/** Fewer characters than this on all pages are a stamp or a page number beside a picture, no text layer. */
const TEXT_LAYER_CHARACTERS_MIN = 40;

interface ReadPdfOptions {
  readonly limits: ParseLimits;
  readonly readXml: ReadXml;
  /** Whose file it is: never its own supplier. */
  readonly owner: PageOwner;
}

/** Reads the XML of an embedded invoice. */
export type ReadXml = (bytes: Uint8Array) => ParseOutcome;

/**
 * Reads an invoice from a PDF: from the invoice that is embedded as XML when there is one, which is what its issuer
 * declares; else from the text on its pages. Other attachments are evidence and never read. Null: the pages hold no
 * text, only pictures.
 * @throws FileRefusal file.encrypted, file.corrupt, file.too_many_pages; UnreadablePages
 */
export async function readPdf(
  bytes: Uint8Array,
  { limits, readXml, owner }: ReadPdfOptions,
): Promise<ParsedDocument | null> {
  return await withPdf(bytes, async (pdf) => {
    const embedded = await readEmbedded(pdf, readXml);
    if (embedded !== null && hasLines(embedded)) return embedded;
    if (pdf.page_count > limits.pdf_pages_max) {
      if (embedded !== null) return embedded;
      throw new FileRefusal("file.too_many_pages", `The PDF has more than ${limits.pdf_pages_max} pages.`);
    }
    const pages = await pdf.words();
    if (!hasText(pages)) return embedded;
    return embedded === null ? readPrinted(pages, "pdf", owner) : withPrintedLines(embedded, pages);
  });
}

async function readEmbedded(pdf: OpenPdf, readXml: ReadXml): Promise<ParsedDocument | null> {
  for (const { name, bytes } of await pdf.attachments()) {
    if (!EMBEDDED.test(name)) continue;
    const outcome = readXml(bytes);
    if (outcome.kind === "parsed") return { ...outcome.document, format: `pdf-${outcome.document.format}` };
  }
  return null;
}

function hasLines({ lines }: ParsedDocument): boolean {
  return lines.some((line) => line.kind === "line");
}

function hasText(pages: readonly PageWords[]): boolean {
  let count = 0;
  for (const { text } of pages.flat()) count += text.replaceAll(/\s/g, "").length;
  return count >= TEXT_LAYER_CHARACTERS_MIN;
}

/**
 * The profiles MINIMUM and BASIC WL carry no lines: they are taken from the page, but only when they add up to the net
 * that the XML declares.
 */
function withPrintedLines(embedded: ParsedDocument, pages: readonly PageWords[]): ParsedDocument {
  const printed = printedOrNull(pages);
  if (
    printed === null ||
    printed.total_excl_vat !== embedded.total_excl_vat ||
    printed.recognition?.is_closed !== true
  ) {
    return embedded;
  }
  const { lines, quantities } = printed;
  return { ...embedded, lines, quantities, warnings: [] };
}

function printedOrNull(pages: readonly PageWords[]): ParsedDocument | null {
  try {
    return readPrinted(pages, "pdf");
  } catch (error) {
    if (error instanceof UnreadablePages) return null;
    throw error;
  }
}

import { unreadableFile } from "../../../core/errors.ts";
import type { ZipParts } from "../../../core/zip-parts.ts";
import type { FileLimits } from "./file-limits.ts";
import { isDateFormat, unescapeText } from "./xlsx-cell.ts";
import { type XmlHandlers, xmlEvents } from "./xml-events.ts";

export interface SheetPart {
  readonly name: string;
  readonly hidden: boolean;
  /** Name of the part inside the container. */
  readonly part: string;
}

export interface WorkbookPart {
  readonly sheets: readonly SheetPart[];
  readonly uses1904: boolean;
}

const WORKBOOK = "xl/workbook.xml";

/** The list of sheets in their order. @throws ServiceError request.validation_failed when it is not a workbook. */
export async function readWorkbookPart(zip: ZipParts, limits: FileLimits): Promise<WorkbookPart> {
  const targets = new Map<string, string>();
  await readXml(zip, "xl/_rels/workbook.xml.rels", {
    open(name, { Id: id, Target: target }) {
      if (name === "Relationship" && id !== undefined && target !== undefined) targets.set(id, partName(target));
    },
  });
  const sheets: SheetPart[] = [];
  let uses1904 = false;
  const hasWorkbook = await readXml(zip, WORKBOOK, {
    open(name, attributes) {
      if (name === "workbookPr") uses1904 = ["1", "true"].includes(attributes["date1904"] ?? "");
      if (name !== "sheet") return;
      const part = targets.get(relationOf(attributes) ?? "");
      if (part === undefined) return;
      if (sheets.length >= limits.sheets_max)
        throw unreadableFile("too_many_sheets", "the workbook has too many sheets");
      sheets.push({ name: attributes["name"] ?? "", hidden: (attributes["state"] ?? "visible") !== "visible", part });
    },
  });
  if (!hasWorkbook) throw unreadableFile("not_a_workbook", "the file is not an XLSX workbook");
  return { sheets, uses1904 };
}

/** The prefix of the relationship's attribute is the file's choice; "r" is usual. */
function relationOf(attributes: Readonly<Record<string, string>>): string | undefined {
  const name = Object.keys(attributes).find((key) => key.endsWith(":id"));
  return name === undefined ? undefined : attributes[name];
}

function partName(target: string): string {
  return target.startsWith("/") ? target.slice(1) : `xl/${target.replace(/^\.\//, "")}`;
}

/** Shared strings by index. Phonetic readings (rPh) are not part of the text. */
export async function readSharedStrings(zip: ZipParts, limits: FileLimits): Promise<readonly string[]> {
  const strings: string[] = [];
  let current = "";
  let inText = false;
  let inPhonetic = false;
  await readXml(zip, "xl/sharedStrings.xml", {
    open(name) {
      if (name === "si") current = "";
      if (name === "rPh") inPhonetic = true;
      inText = name === "t" && !inPhonetic;
    },
    close(name) {
      inText = false;
      if (name === "rPh") inPhonetic = false;
      if (name !== "si") return;
      if (strings.length >= limits.shared_strings_max)
        throw unreadableFile("too_many_strings", "the workbook has too many texts");
      strings.push(unescapeText(current));
    },
    text(text) {
      if (!inText) return;
      current += text;
      if (current.length > limits.cell_characters_max)
        throw unreadableFile("cell_too_long", "a cell holds too much text");
    },
  });
  return strings;
}

/** Which cell styles (by their index) show a date. */
export async function readDateStyles(zip: ZipParts): Promise<ReadonlySet<number>> {
  const codes = new Map<number, string>();
  const dates = new Set<number>();
  let inCellFormats = false;
  let style = 0;
  await readXml(zip, "xl/styles.xml", {
    open(name, attributes) {
      const id = Number(attributes["numFmtId"] ?? 0);
      if (name === "numFmt" && codes.size < 10_000) codes.set(id, attributes["formatCode"] ?? "");
      if (name === "cellXfs") inCellFormats = true;
      if (name !== "xf" || !inCellFormats) return;
      if (isDateFormat(id, codes.get(id))) dates.add(style);
      style += 1;
    },
    close(name) {
      if (name === "cellXfs") inCellFormats = false;
    },
  });
  return dates;
}

/** Reads one part through the handlers; false when the container has no such part. */
export async function readXml(zip: ZipParts, part: string, handlers: XmlHandlers): Promise<boolean> {
  const xml = xmlEvents(handlers);
  const hasPart = await zip.read(part, (chunk) => xml.write(chunk));
  if (hasPart) xml.end();
  return hasPart;
}

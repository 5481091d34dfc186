import { openZip, type ZipLimits, type ZipParts } from "../../../../core/zip-parts.ts";
import { type CellRange, parseRange } from "./cell-position.ts";
import { attributeOf, unescapeXml } from "./sheet-text.ts";

/** Far above the published file (0.8 MB, 68 parts, 4 MB unpacked, ratio 20), far below what would hurt the process. */
const LIMITS: ZipLimits = {
  file_bytes_max: 20 * 1024 * 1024,
  entries_max: 500,
  entry_bytes_max: 30 * 1024 * 1024,
  total_bytes_max: 100 * 1024 * 1024,
  ratio_max: 150,
};

/** A workbook in the first bytes of which Office says "encrypted" or "older than .xlsx". */
const OLE_MAGIC = "d0cf11e0a1b11ae1";

/** A workbook taken apart: its parts in their order, and where the sheets and names are. */
export interface WorkbookPackage {
  readonly parts: ReadonlyMap<string, Buffer>;
  /** Name of the part of each sheet. */
  readonly sheets: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, CellRange>;
  readonly strings: readonly string[];
}

export const WORKBOOK_PART = "xl/workbook.xml";

/** Why a file is not a workbook that can be filled, in words for the operator. */
export class UnusableTemplate extends Error {
  override readonly name = "UnusableTemplate";
}

/** Unpacks a workbook within limits. @throws UnusableTemplate, or ServiceError of the container's reader. */
export async function openPackage(bytes: Buffer): Promise<WorkbookPackage> {
  if (bytes.subarray(0, 8).toString("hex") === OLE_MAGIC) {
    throw new UnusableTemplate("the workbook is protected by a password or in the old .xls format");
  }
  const zip = await openZip(bytes, LIMITS);
  try {
    const parts = new Map<string, Buffer>();
    for (const name of zip.names) parts.set(name, await readPart(zip, name));
    const workbook = textOf(parts, WORKBOOK_PART);
    return {
      parts,
      sheets: sheetParts(workbook, textOf(parts, "xl/_rels/workbook.xml.rels")),
      names: namedRanges(workbook),
      strings: sharedStrings(parts.has("xl/sharedStrings.xml") ? textOf(parts, "xl/sharedStrings.xml") : ""),
    };
  } finally {
    zip.close();
  }
}

async function readPart(zip: ZipParts, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await zip.read(name, (chunk) => chunks.push(chunk));
  return Buffer.concat(chunks);
}

function textOf(parts: ReadonlyMap<string, Buffer>, name: string): string {
  const bytes = parts.get(name);
  if (bytes === undefined) throw new UnusableTemplate(`the file is not an XLSX workbook: it has no ${name}`);
  return bytes.toString("utf8");
}

function sheetParts(workbook: string, relations: string): Map<string, string> {
  const targets = new Map<string, string>();
  for (const [, attributes = ""] of relations.matchAll(/<Relationship\b([^>]*)>/g)) {
    const target = attributeOf(attributes, "Target") ?? "";
    targets.set(attributeOf(attributes, "Id") ?? "", target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  }
  const sheets = new Map<string, string>();
  for (const [, attributes = ""] of workbook.matchAll(/<sheet\b([^>]*)>/g)) {
    const part = targets.get(attributeOf(attributes, "r:id") ?? "");
    if (part !== undefined) sheets.set(attributeOf(attributes, "name") ?? "", part);
  }
  return sheets;
}

/** Names of the whole workbook that stand for cells; constants and lost references are left out. */
function namedRanges(workbook: string): Map<string, CellRange> {
  const names = new Map<string, CellRange>();
  for (const [, attributes = "", text = ""] of workbook.matchAll(/<definedName\b([^>]*)>([^<]*)<\/definedName>/g)) {
    const range = parseRange(unescapeXml(text));
    const name = attributeOf(attributes, "name");
    if (range === null || name === undefined || attributeOf(attributes, "localSheetId") !== undefined) continue;
    names.set(name, range);
  }
  return names;
}

function sharedStrings(xml: string): string[] {
  return [...xml.matchAll(/<si>([\s\S]*?)<\/si>|<si\/>/g)].map(([, item = ""]) => {
    const runs = item.replaceAll(/<rPh\b[\s\S]*?<\/rPh>/g, "").matchAll(/<t\b[^>]*?(?:\/>|>([\s\S]*?)<\/t>)/g);
    return unescapeXml([...runs].map((run) => run[1] ?? "").join(""));
  });
}

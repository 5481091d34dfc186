import { FileRefusal } from "../file-errors.ts";
import type { ParseLimits } from "../parse-limits.ts";
import { sniff } from "../sniff.ts";
import { decodeXml, xmlEncoding } from "../xml/encoding.ts";
import { parseXml, type XmlElement } from "../xml/tree.ts";
import { all } from "../xml/values.ts";
import type { OpenArchive } from "../zip/zip-archive.ts";
import { attribute } from "./word-elements.ts";

/** Elements and attributes of one part: a page of a Word document has some thousand. */
const NODES_MAX = 500_000;
/** Headers and footers that are read; a document has at most three of each per section. */
const MARGINS_MAX = 20;

/** What a part of a package points to, by the ids under which it does. */
interface Relation {
  /** Last word of the type, such as "header". */
  readonly kind: string;
  readonly part: string;
}

/** The parts of a Word document that are printed. */
export interface WordParts {
  readonly document: XmlElement;
  readonly styles: XmlElement | null;
  /** Headers and footers by the ids under which the document names them. */
  readonly margins: ReadonlyMap<string, XmlElement>;
  /** The pictures in it, unpacked, in the order of their names. */
  pictures(): Promise<Buffer[]>;
}

/**
 * Opens the parts of a Word document (ECMA-376, Open Packaging Conventions): its text, styles, headers and footers. What it
 * links to is not fetched, and macros are not looked at but refused with the document that carries them.
 * @throws FileRefusal file.unsupported_type, file.corrupt, file.encrypted, file.xml_entities, file.too_large
 */
export async function openWordParts(archive: OpenArchive, limits: ParseLimits): Promise<WordParts> {
  const read = async (name: string): Promise<XmlElement | null> => {
    const bytes = await archive.part(name);
    return bytes === null ? null : xmlOf(bytes, limits);
  };
  await refuseMacros(archive);
  const main = relationsOf(await read("_rels/.rels"), "").find(([, { kind }]) => kind === "officeDocument");
  const name = main?.[1].part ?? "word/document.xml";
  const document = await read(name);
  if (document === null) throw new FileRefusal("file.corrupt", "The Word document lacks the part that holds its text.");
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const relations = relationsOf(await read(`${folder}_rels/${name.slice(folder.length)}.rels`), folder);
  const styles = relations.find(([, { kind }]) => kind === "styles");
  const margins = new Map<string, XmlElement>();
  for (const [id, { kind, part }] of relations) {
    if (margins.size >= MARGINS_MAX || (kind !== "header" && kind !== "footer")) continue;
    const margin = await read(part);
    if (margin !== null) margins.set(id, margin);
  }
  return {
    document,
    styles: styles === undefined ? null : await read(styles[1].part),
    margins,
    pictures: () => picturesOf(archive),
  };
}

function xmlOf(bytes: Buffer, limits: ParseLimits): XmlElement {
  const text = decodeXml(bytes, xmlEncoding(bytes));
  const bounds = { ...limits, xml_nodes_max: Math.min(limits.xml_nodes_max, NODES_MAX) };
  const root = parseXml(text, { limits: bounds, keep: () => true });
  if (root === null) throw new FileRefusal("file.corrupt", "A part of the Word document holds no element.");
  return root;
}

/** Macros are a part of their own (MS-OFFMACRO2), and documents that may hold them have a type of their own. */
async function refuseMacros(archive: OpenArchive): Promise<void> {
  const types = (await archive.part("[Content_Types].xml"))?.toString("latin1") ?? "";
  if (!/macroEnabled/i.test(types) && !archive.names.some((name) => /(?:^|\/)vbaProject\.bin$/i.test(name))) return;
  throw new FileRefusal(
    "file.unsupported_type",
    "The file is a Word document with macros; save it as a Word document (DOCX) without macros, or as PDF.",
  );
}

function relationsOf(root: XmlElement | null, folder: string): [id: string, relation: Relation][] {
  return all(root ?? undefined, "Relationship").flatMap((element): [string, Relation][] => {
    const [id, type, target] = ["Id", "Type", "Target"].map((name) => attribute(element, name) ?? "");
    if (id === undefined || type === undefined || target === undefined) return [];
    const part = target.startsWith("/") ? target.slice(1) : `${folder}${target.replace(/^\.\//, "")}`;
    return [[id, { kind: type.slice(type.lastIndexOf("/") + 1), part }]];
  });
}

async function picturesOf(archive: OpenArchive): Promise<Buffer[]> {
  const pictures: Buffer[] = [];
  for (const name of archive.names.filter((candidate) => candidate.startsWith("word/media/")).toSorted()) {
    const bytes = await archive.part(name);
    if (bytes !== null && sniff(bytes).kind === "picture") pictures.push(bytes);
  }
  return pictures;
}

import { SaxesParser } from "saxes";
import { FileRefusal } from "../file-errors.ts";
import type { ParseLimits } from "../parse-limits.ts";
import { decodeXmlChunks, xmlEncoding } from "../xml/encoding.ts";
import { NamespaceScope, refuseHostile, writeXml, type XmlElement } from "../xml/tree.ts";

const CHUNK_BYTES = 256 * 1024;
const NAMESPACE = /^urn:StandardAuditFile-Tax(?:ation)?-Financial:(DK|NO)$/;

/** Elements that are handed over whole, by their path below `AuditFile`. */
const RECORDS: ReadonlySet<string> = new Set([
  "Header",
  "MasterFiles/GeneralLedgerAccounts/Account",
  "MasterFiles/Suppliers/Supplier",
  "GeneralLedgerEntries/Journal/Transaction",
]);
const PATH_DEPTH_MAX = 4;

/** Called for each record in file order with the country of the file. */
export type OnRecord = (record: XmlElement, country: "DK" | "NO") => void;

/**
 * Walks a SAF-T Financial file and hands over header, accounts, suppliers and transactions one by one; nothing else is
 * kept, so that memory does not grow with the file.
 * @throws FileRefusal file.unsupported_document_type for a SAF-T of another kind or country, file.too_large,
 * file.corrupt, file.xml_entities.
 */
export function walkSaft(bytes: Uint8Array, limits: ParseLimits, onRecord: OnRecord): void {
  const walker = new SaftWalker(limits, onRecord);
  writeXml(walker.parser, decodeXmlChunks(bytes, xmlEncoding(bytes), CHUNK_BYTES));
}

class SaftWalker {
  readonly parser = new SaxesParser({ xmlns: false, position: false });
  readonly #limits: ParseLimits;
  readonly #onRecord: OnRecord;
  readonly #path: string[] = [];
  /** Open elements of the record being read, the record itself first; empty between records. */
  readonly #open: XmlElement[] = [];
  #depth = 0;
  #nodes = 0;
  #country: "DK" | "NO" = "DK";

  constructor(limits: ParseLimits, onRecord: OnRecord) {
    this.#limits = limits;
    this.#onRecord = onRecord;
    refuseHostile(this.parser);
    this.parser.on("opentag", ({ name, attributes }) => this.#opened(name, attributes));
    this.parser.on("closetag", () => this.#closed());
    this.parser.on("text", (text) => this.#characters(text));
    this.parser.on("cdata", (text) => this.#characters(text));
  }

  #opened(written: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    this.#checkBounds(Object.keys(attributes).length);
    if (this.#depth === 1) {
      this.#country = countryOf(written, attributes);
      return;
    }
    const name = written.slice(written.indexOf(":") + 1);
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      if (this.#depth - 1 <= PATH_DEPTH_MAX) this.#path.push(name);
      if (this.#path.length !== this.#depth - 1 || !RECORDS.has(this.#path.join("/"))) return;
      this.#nodes = 0;
    }
    const element: XmlElement = { name, namespace: "", attributes, children: [], text: "" };
    parent?.children.push(element);
    this.#open.push(element);
  }

  /** The bound on nodes holds for each record: the file as a whole is streamed. */
  #checkBounds(attributeCount: number): void {
    this.#nodes += 1 + attributeCount;
    if (this.#open.length > 0 && this.#nodes > this.#limits.xml_nodes_max) {
      throw new FileRefusal("file.too_large", "The SAF-T file has a transaction with too many lines.");
    }
    if (this.#depth > this.#limits.xml_depth_max) {
      const depth = this.#limits.xml_depth_max;
      throw new FileRefusal("file.too_large", `The XML file nests elements more than ${depth} deep.`);
    }
  }

  #closed(): void {
    this.#depth -= 1;
    const record = this.#open.pop();
    if (record !== undefined && this.#open.length === 0) this.#onRecord(record, this.#country);
    if (this.#open.length === 0 && this.#path.length > this.#depth - 1)
      this.#path.length = Math.max(0, this.#depth - 1);
  }

  #characters(text: string): void {
    const element = this.#open.at(-1);
    if (element !== undefined) element.text += text;
  }
}

function countryOf(root: string, attributes: Readonly<Record<string, string>>): "DK" | "NO" {
  const scope = new NamespaceScope();
  scope.enter(attributes);
  const { name, namespace } = scope.resolve(root);
  const country = NAMESPACE.exec(namespace)?.[1];
  if (name === "AuditFile" && (country === "DK" || country === "NO")) return country;
  throw new FileRefusal(
    "file.unsupported_document_type",
    "The file is an audit file (SAF-T) of another country or kind: Danish and Norwegian SAF-T Financial are read.",
  );
}

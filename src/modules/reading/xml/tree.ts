import { SaxesParser } from "saxes";
import { FileRefusal } from "../file-errors.ts";
import type { ParseLimits } from "../parse-limits.ts";

/** One element, by local name. Elements of foreign namespaces are not in the tree at all. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** By name as written; the formats read here use attributes without prefix. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Character data directly in this element, CDATA included, not trimmed. */
  text: string;
}

export interface XmlTreeOptions {
  readonly limits: ParseLimits;
  /** Which namespaces belong to the format: other elements are left out with all they contain. */
  readonly keep: (namespace: string) => boolean;
}

/** Embedded files (base64) stay opaque: their text is not kept. */
const OPAQUE: ReadonlySet<string> = new Set(["EmbeddedDocumentBinaryObject", "AttachmentBinaryObject"]);

/**
 * Reads an XML text into a tree of the elements of wanted namespaces; null when the root is of another namespace.
 * Never loads or expands anything: a DOCTYPE or an entity beyond the five of XML refuses the file.
 * @throws FileRefusal file.xml_entities, file.corrupt, file.too_large.
 */
export function parseXml(text: string, options: XmlTreeOptions): XmlElement | null {
  const builder = new TreeBuilder(options);
  writeXml(builder.parser, [text]);
  return builder.root;
}

/**
 * Feeds a parser to the end.
 * @throws FileRefusal file.xml_entities or file.corrupt where the parser stops.
 */
export function writeXml(parser: SaxesParser, chunks: Iterable<string>): void {
  let written = "";
  try {
    for (const chunk of chunks) {
      written = chunk;
      parser.write(chunk);
    }
    parser.close();
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw brokenXml(error, written);
  }
}

/** No invoice format uses more than a handful; a tag with more is an attack on the parser. */
const ATTRIBUTES_MAX = 500;

/** Makes a parser refuse any document type declaration, before anything in it can matter, and tags without bounds. */
export function refuseHostile(parser: SaxesParser): void {
  parser.on("doctype", () => {
    throw new FileRefusal("file.xml_entities", "The XML file has a DOCTYPE declaration.");
  });
  let attributes = 0;
  parser.on("opentagstart", () => {
    attributes = 0;
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes <= ATTRIBUTES_MAX) return;
    throw new FileRefusal("file.too_large", `The XML file has an element with more than ${ATTRIBUTES_MAX} attributes.`);
  });
}

/** Namespace declarations in force, innermost last. */
export class NamespaceScope {
  readonly #perElement: (ReadonlyMap<string, string> | null)[] = [];
  /** The same without the elements that declare nothing, which are nearly all. */
  readonly #declared: ReadonlyMap<string, string>[] = [];

  enter(attributes: Readonly<Record<string, string>>): void {
    let namespaces: Map<string, string> | null = null;
    for (const name in attributes) {
      if (!name.startsWith("xmlns")) continue;
      const prefix = name === "xmlns" ? "" : name.slice("xmlns:".length);
      namespaces ??= new Map();
      namespaces.set(prefix, attributes[name] ?? "");
    }
    this.#perElement.push(namespaces);
    if (namespaces !== null) this.#declared.push(namespaces);
  }

  leave(): void {
    if (this.#perElement.pop() != null) this.#declared.pop();
  }

  /** Local name and namespace of a name as written; "" for an undeclared prefix. */
  resolve(name: string): { name: string; namespace: string } {
    const colon = name.indexOf(":");
    const prefix = colon === -1 ? "" : name.slice(0, colon);
    for (let at = this.#declared.length - 1; at >= 0; at -= 1) {
      const namespace = this.#declared[at]?.get(prefix);
      if (namespace !== undefined) return { name: name.slice(colon + 1), namespace };
    }
    return { name: name.slice(colon + 1), namespace: "" };
  }
}

class TreeBuilder {
  readonly parser = new SaxesParser({ xmlns: false, position: false });
  readonly #namespaces = new NamespaceScope();
  readonly #open: XmlElement[] = [];
  readonly #options: XmlTreeOptions;
  #depth = 0;
  #nodes = 0;
  /** Depth at which a foreign element was left out; 0: none. */
  #skippedFrom = 0;
  root: XmlElement | null = null;

  constructor(options: XmlTreeOptions) {
    this.#options = options;
    refuseHostile(this.parser);
    this.parser.on("opentag", ({ name, attributes }) => this.#opened(name, attributes));
    this.parser.on("closetag", () => this.#closed());
    this.parser.on("text", (text) => this.#characters(text));
    this.parser.on("cdata", (text) => this.#characters(text));
  }

  #opened(written: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1;
    this.#nodes += 1 + Object.keys(attributes).length;
    checkBounds(this.#nodes, this.#depth, this.#options.limits);
    if (this.#skippedFrom > 0) return;
    this.#namespaces.enter(attributes);
    const { name, namespace } = this.#namespaces.resolve(written);
    if (!this.#options.keep(namespace)) {
      this.#namespaces.leave();
      this.#skippedFrom = this.#depth;
      return;
    }
    const element: XmlElement = { name, namespace, attributes, children: [], text: "" };
    const parent = this.#open.at(-1);
    if (parent === undefined) this.root = element;
    else parent.children.push(element);
    this.#open.push(element);
  }

  #closed(): void {
    this.#depth -= 1;
    if (this.#skippedFrom > 0) {
      if (this.#depth < this.#skippedFrom) this.#skippedFrom = 0;
      return;
    }
    this.#open.pop();
    this.#namespaces.leave();
  }

  #characters(text: string): void {
    if (this.#skippedFrom > 0) return;
    const element = this.#open.at(-1);
    if (element === undefined || OPAQUE.has(element.name)) return;
    element.text += text;
  }
}

function checkBounds(nodes: number, depth: number, limits: ParseLimits): void {
  if (nodes > limits.xml_nodes_max) {
    throw new FileRefusal("file.too_large", `The XML file has more than ${limits.xml_nodes_max} elements.`);
  }
  if (depth > limits.xml_depth_max) {
    throw new FileRefusal("file.too_large", `The XML file nests elements more than ${limits.xml_depth_max} deep.`);
  }
}

function brokenXml(error: unknown, written: string): FileRefusal {
  const message = error instanceof Error ? error.message : "";
  // The parser's own words are the only trace of a reference to an entity that nobody declared.
  if (/undefined entity|entity reference|doctype/i.test(message) || /<!(?:DOCTYPE|ENTITY)\b/i.test(written)) {
    return new FileRefusal("file.xml_entities", "The XML file has a DOCTYPE declaration or refers to an entity.");
  }
  return new FileRefusal("file.corrupt", "The XML file is not well-formed: it breaks off or its tags do not match.");
}

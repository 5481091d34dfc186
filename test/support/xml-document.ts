import { SaxesParser } from "saxes";

export interface XmlElement {
  /** With its prefix, as written. */
  readonly name: string;
  /** Namespace of the element. */
  readonly uri: string;
  readonly local: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Elements only. */
  readonly children: readonly XmlElement[];
  /** Elements and texts in their order. */
  readonly content: readonly (XmlElement | string)[];
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[];
  readonly content: (XmlElement | string)[];
}

/** A document as a tree, by a parser that knows namespaces. @throws Error when it is not well-formed */
export function parseXml(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: OpenElement[] = [];
  let root: XmlElement | null = null;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, uri, local, attributes }) => {
    const values = Object.fromEntries(Object.values(attributes).map((attribute) => [attribute.name, attribute.value]));
    const element: OpenElement = { name, uri, local, attributes: values, children: [], content: [] };
    open.at(-1)?.children.push(element);
    open.at(-1)?.content.push(element);
    open.push(element);
    root ??= element;
  });
  parser.on("text", (text) => open.at(-1)?.content.push(text));
  parser.on("cdata", (text) => open.at(-1)?.content.push(text));
  parser.on("closetag", () => open.pop());
  parser.write(xml).close();
  if (root === null) throw new Error("the document has no element");
  return root;
}

/** All text of an element and of what it contains. */
export function textOf({ content }: XmlElement): string {
  return content.map((part) => (typeof part === "string" ? part : textOf(part))).join("");
}

/** The element and everything within it, in document order. */
export function* everyElement(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* everyElement(child);
}

import { type ZipEntry, zipOf } from "./zip.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
export const WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

export interface WordDocument {
  /** XML of the body's paragraphs and tables. */
  readonly body: string;
  readonly header?: string;
  readonly footer?: string;
  readonly styles?: string;
  /** Put in front of the root element of the text. */
  readonly prolog?: string;
  readonly namespace?: string;
  readonly type?: string;
  /** Parts besides those of every document. */
  readonly more?: readonly ZipEntry[];
}

/** A Word document of the parts that Word writes itself. */
export function docx({
  body,
  namespace = W,
  prolog = "",
  type = WORD_TYPE,
  more = [],
  ...parts
}: WordDocument): Buffer {
  const root = (name: string, content: string): string =>
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${prolog}<w:${name} xmlns:w="${namespace}" xmlns:r="${OFFICE}" ` +
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" ' +
    `xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape">${content}</w:${name}>`;
  const margins = (["header", "footer"] as const).filter((kind) => parts[kind] !== undefined);
  const references = margins.map((kind) => `<w:${kind}Reference w:type="default" r:id="${kind}"/>`).join("");
  const section = `<w:sectPr>${references}<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:left="1134" w:right="1134"/></w:sectPr>`;
  const relation = (id: string, target: string): string =>
    `<Relationship Id="${id}" Type="${OFFICE}/${id}" Target="${target}"/>`;
  const relations = (content: string): string => `<Relationships xmlns="${RELATIONS}">${content}</Relationships>`;
  return zipOf([
    {
      name: "[Content_Types].xml",
      content:
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
        `<Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    },
    { name: "_rels/.rels", content: relations(relation("officeDocument", "word/document.xml")) },
    {
      name: "word/_rels/document.xml.rels",
      content: relations(
        [...margins, ...(parts.styles === undefined ? [] : ["styles"])].map((id) => relation(id, `${id}.xml`)).join(""),
      ),
    },
    { name: "word/document.xml", content: root("document", `<w:body>${body}${section}</w:body>`) },
    ...margins.map((kind) => ({
      name: `word/${kind}.xml`,
      content: root(kind === "header" ? "hdr" : "ftr", parts[kind] ?? ""),
    })),
    ...(parts.styles === undefined ? [] : [{ name: "word/styles.xml", content: root("styles", parts.styles) }]),
    ...more,
  ]);
}

/** A paragraph; "\t" is a tab, "\n" a break. `properties` is the XML of its own. */
export function paragraph(text: string, properties = ""): string {
  return `<w:p>${properties === "" ? "" : `<w:pPr>${properties}</w:pPr>`}${run(text)}</w:p>`;
}

/** Letters of a paragraph; `properties` is the XML of what they look like. */
export function run(text: string, properties = ""): string {
  const pieces = text.split(/([\t\n])/).map((piece) => {
    if (piece === "\t") return "<w:tab/>";
    return piece === "\n" ? "<w:br/>" : `<w:t xml:space="preserve">${escaped(piece)}</w:t>`;
  });
  return `<w:r>${properties === "" ? "" : `<w:rPr>${properties}</w:rPr>`}${pieces.join("")}</w:r>`;
}

/** A table of texts, or of the XML of what is in its cells; widths of its columns in twentieths of a point. */
export function table(widths: readonly number[], rows: readonly (readonly string[])[]): string {
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join("");
  const written = rows.map((cells) => {
    // A row of fewer cells has its first one over what is missing.
    const span = widths.length - cells.length + 1;
    return `<w:tr>${cells.map((text, at) => cell(text, at === 0 ? span : 1)).join("")}</w:tr>`;
  });
  return `<w:tbl><w:tblGrid>${grid}</w:tblGrid>${written.join("")}</w:tbl>`;
}

function cell(content: string, span: number): string {
  const inner = content.startsWith("<w:")
    ? content
    : content
        .split("\n")
        .map((text) => paragraph(text))
        .join("");
  return `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${inner}</w:tc>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

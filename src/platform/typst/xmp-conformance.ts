/** Properties that XMP itself does not define must be described in the file (ISO 19005-3, 6.6.2.3.3). */
interface SchemaDescription {
  readonly schema: string;
  readonly namespace: string;
  readonly prefix: string;
  readonly property: Readonly<Record<"category" | "description" | "name" | "valueType", string>>;
}

const PDF_UA: SchemaDescription = {
  schema: "PDF/UA identification schema",
  namespace: "http://www.aiim.org/pdfua/ns/id/",
  prefix: "pdfuaid",
  property: {
    category: "internal",
    description: "Part of ISO 14289 to which the document conforms",
    name: "part",
    valueType: "Integer",
  },
};
/** What the engine writes into every file. It describes this itself only where it writes PDF/A. */
const OF_THE_ENGINE: readonly SchemaDescription[] = [
  {
    schema: "XMP Media Management schema",
    namespace: "http://ns.adobe.com/xap/1.0/mm/",
    prefix: "xmpMM",
    property: {
      category: "internal",
      description: "UUID based identifier for specific incarnation of a document",
      name: "InstanceID",
      valueType: "Text",
    },
  },
  {
    schema: "Adobe PDF schema",
    namespace: "http://ns.adobe.com/pdf/1.3/",
    prefix: "pdf",
    property: {
      category: "internal",
      description: "Version of the PDF specification to which the document conforms",
      name: "PDFVersion",
      valueType: "Text",
    },
  },
];

const PDF_A_NAMESPACES = [
  'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"',
  'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"',
  'xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"',
  'xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
];
const PROPERTIES_START = '<rdf:Description rdf:about="" ';
const PROPERTIES_END = "</rdf:Description>";
const SCHEMAS_START = "<pdfaExtension:schemas><rdf:Bag>";

/**
 * The engine's metadata (XMP) with the claims of PDF/A-3a and PDF/UA-1, as far as it does not make them itself, and with
 * `state` as the identifier of the file's new state.
 * @throws Error when it is not as the engine writes it
 */
export function withClaims(xmp: string, state: string): string {
  if (xmp.includes("pdfuaid:")) throw new Error("the engine's metadata claims PDF/UA already");
  const identified = replaced(xmp, /<xmpMM:InstanceID>[^<]*</, `<xmpMM:InstanceID>${state}<`);
  const accessible = added(identified, [`xmlns:pdfuaid="${PDF_UA.namespace}"`], "<pdfuaid:part>1</pdfuaid:part>");
  if (xmp.includes("<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>")) {
    return replaced(accessible, SCHEMAS_START, `${SCHEMAS_START}${described(PDF_UA)}`);
  }
  const schemas = [PDF_UA, ...OF_THE_ENGINE].map(described).join("");
  const claims = "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>";
  return added(accessible, PDF_A_NAMESPACES, `${SCHEMAS_START}${schemas}</rdf:Bag></pdfaExtension:schemas>${claims}`);
}

function added(xmp: string, namespaces: readonly string[], properties: string): string {
  const declared = replaced(xmp, PROPERTIES_START, `${PROPERTIES_START}${namespaces.join(" ")} `);
  return replaced(declared, PROPERTIES_END, `${properties}${PROPERTIES_END}`);
}

function described({ schema, namespace, prefix, property }: SchemaDescription): string {
  const facts = Object.entries(property).map(([name, text]) => `<pdfaProperty:${name}>${text}</pdfaProperty:${name}>`);
  return (
    `<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>${schema}</pdfaSchema:schema>` +
    `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>` +
    `<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">${facts.join("")}</rdf:li></rdf:Seq>` +
    "</pdfaSchema:property></rdf:li>"
  );
}

function replaced(text: string, pattern: string | RegExp, by: string): string {
  if (typeof pattern === "string" ? !text.includes(pattern) : !pattern.test(text)) {
    throw new Error(`the engine's metadata has nothing like ${String(pattern)}`);
  }
  // A function: a replacement text would give "$" a meaning.
  return text.replace(pattern, () => by);
}

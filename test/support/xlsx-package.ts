import { unzipSync, strFromU8 } from "fflate";
import { parseXml, type XmlElement } from "./xml-document.ts";

/** The parts of an OOXML package by name, as text. */
export function packageParts(bytes: Buffer): Map<string, string> {
  return new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));
}

/** A part as a tree. @throws Error when there is none or it is not well-formed. */
export function part(parts: ReadonlyMap<string, string>, name: string): XmlElement {
  const xml = parts.get(name);
  if (xml === undefined) throw new Error(`no part ${name}`);
  return parseXml(xml);
}

/** Relations of a part: their ids with the absolute names of the parts that they point to. */
export function relations(parts: ReadonlyMap<string, string>, source: string): Map<string, string> {
  const slash = source.lastIndexOf("/");
  const folder = source.slice(0, slash + 1);
  const listed = part(parts, `${folder}_rels/${source.slice(slash + 1)}.rels`).children;
  return new Map(
    listed.map(({ attributes }) => {
      const target = attributes["Target"] ?? "";
      return [attributes["Id"] ?? "", target.startsWith("/") ? target.slice(1) : `${folder}${target}`];
    }),
  );
}

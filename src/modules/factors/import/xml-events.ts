import { SaxesParser } from "saxes";
import { ServiceError, unreadableFile } from "../../../core/errors.ts";

export interface XmlHandlers {
  /** Names come without their prefix. Attribute names keep theirs. */
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
}

const DEPTH_MAX = 64;

/**
 * A streaming XML reader for parts of an office file: UTF-8 only, no document type (so no entities beyond XML's own
 * five), bounded depth. `write` and `end` throw ServiceError request.validation_failed.
 */
export function xmlEvents(handlers: XmlHandlers): { write(chunk: Buffer): void; end(): void } {
  const parser = new SaxesParser();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let depth = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw unreadableFile("document_type", "XML document types are not allowed");
  });
  parser.on("opentag", (tag) => {
    depth += 1;
    if (depth > DEPTH_MAX) throw unreadableFile("too_deep", "the XML is nested too deeply");
    handlers.open?.(localName(tag.name), tag.attributes);
  });
  parser.on("closetag", (tag) => {
    depth -= 1;
    handlers.close?.(localName(tag.name));
  });
  parser.on("text", (text) => handlers.text?.(text));
  parser.on("cdata", (text) => handlers.text?.(text));
  return {
    write: (chunk) => refuseBadXml(() => parser.write(decoder.decode(chunk, { stream: true }))),
    end: () =>
      refuseBadXml(() => {
        parser.write(decoder.decode());
        parser.close();
      }),
  };
}

function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}

function refuseBadXml(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const message = "a part of the file is not well-formed UTF-8 XML";
    const issues = [{ path: "file", code: "bad_xml", message }];
    throw new ServiceError("request.validation_failed", `file: ${message}`, { issues }, error);
  }
}

import { SaxesParser } from "saxes";
import { SourceError } from "../../core/source-connector.ts";

export interface S3Object {
  readonly key: string;
  readonly etag: string;
  readonly size_bytes: number;
}

export interface S3ObjectList {
  readonly objects: readonly S3Object[];
  readonly is_truncated: boolean;
}

/** Reads a ListObjectsV2 answer with encoding-type=url. @throws SourceError bad_data */
export function readObjectList(xml: string): S3ObjectList {
  const path: string[] = [];
  const objects: S3Object[] = [];
  let fields: Record<string, string> = {};
  let isTruncated = false;
  let isUrlEncoded = false;
  let text = "";
  const parser = new SaxesParser();
  parser.on("doctype", () => {
    throw new SourceError("bad_data", "the list of objects has a DOCTYPE");
  });
  parser.on("opentag", ({ name }) => {
    path.push(name);
    text = "";
    if (path.length === 2 && name === "Contents") fields = {};
  });
  parser.on("text", (piece) => (text += piece));
  parser.on("closetag", ({ name }) => {
    if (path.length === 3 && path[1] === "Contents") fields[name] = text;
    if (path.length === 2 && name === "IsTruncated") isTruncated = text.trim() === "true";
    if (path.length === 2 && name === "EncodingType") isUrlEncoded = text.trim() === "url";
    if (path.length === 2 && name === "Contents") objects.push(objectOf(fields));
    path.pop();
    text = "";
  });
  try {
    parser.write(xml).close();
    if (!isUrlEncoded) return { objects, is_truncated: isTruncated };
    return {
      objects: objects.map((s3Object) => ({ ...s3Object, key: decode(s3Object.key) })),
      is_truncated: isTruncated,
    };
  } catch (error) {
    throw error instanceof SourceError
      ? error
      : new SourceError("bad_data", "the list of objects is no XML", { cause: error });
  }
}

function objectOf(fields: Readonly<Record<string, string>>): S3Object {
  const { Key: key, ETag: etag, Size: size } = fields;
  if (key === undefined || key === "") throw new SourceError("bad_data", "the list has an object without key");
  return { key, etag: (etag ?? "").replaceAll('"', "").slice(0, 200), size_bytes: Number(size ?? 0) };
}

/** Some stores write a blank as "+", as in forms. */
function decode(key: string): string {
  return decodeURIComponent(key.replaceAll("+", "%20"));
}

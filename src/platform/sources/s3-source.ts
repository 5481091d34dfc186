import { AwsV4Signer } from "aws4fetch";
import {
  SOURCE_FILE_BYTES_MAX,
  SOURCE_PAGE_ITEMS_MAX,
  type SourceAccess,
  type SourceConnector,
  SourceError,
} from "../../core/source-connector.ts";
import type { SafeFetchResponse } from "../outbound/safe-fetch-types.ts";
import { tooLarge } from "./folder-source.ts";
import { readObjectList, type S3Object } from "./s3-object-list.ts";
import { getPatiently, type SourceDependencies } from "./source-dependencies.ts";

type S3Access = Extract<SourceAccess, { kind: "s3" }>;
const LIST_BYTES_MAX = 4 * 1024 * 1024;

/** Objects of an S3-compatible bucket below a prefix, in the order of their keys; requests are signed (SigV4). */
export function s3Source(access: S3Access, dependencies: SourceDependencies): SourceConnector {
  const get = async (path: string, limit: number, signal: AbortSignal): Promise<SafeFetchResponse> => {
    const { access_key_id: accessKeyId, secret_access_key: secretAccessKey, region, endpoint } = access;
    const url = `${endpoint.replace(/\/+$/, "")}/${path}`;
    const signer = new AwsV4Signer({ method: "GET", url, accessKeyId, secretAccessKey, region, service: "s3" });
    const signed = await signer.sign();
    const headers = Object.fromEntries(signed.headers.entries());
    const { allow_loopback } = dependencies;
    const request = { url: signed.url.href, headers, response_limit_bytes: limit, allow_loopback };
    const response = await getPatiently(dependencies.safeFetch, request, signal);
    if (response.status !== 200) throw refusalOf(response);
    return response;
  };
  const list = async (after: string | null, count: number, signal: AbortSignal) => {
    const query = new URLSearchParams({ "list-type": "2", "encoding-type": "url", "max-keys": String(count) });
    if (access.prefix !== "") query.set("prefix", access.prefix);
    if (after !== null) query.set("start-after", after);
    // SigV4 signs a blank as %20, never as "+".
    const text = query.toString().replaceAll("+", "%20");
    const response = await get(`${encodePath(access.bucket)}?${text}`, LIST_BYTES_MAX, signal);
    if (response.is_truncated) throw new SourceError("bad_data", "the list of objects is too long");
    return readObjectList(response.body.toString("utf8"));
  };
  const item = ({ key, etag, size_bytes }: S3Object) => ({
    kind: "file" as const,
    external_id: key,
    revision: etag,
    name: key.split("/").at(-1) ?? key,
    read: async (signal: AbortSignal) => {
      if (size_bytes > SOURCE_FILE_BYTES_MAX) throw tooLarge();
      const path = `${encodePath(access.bucket)}/${encodePath(key)}`;
      const response = await get(path, SOURCE_FILE_BYTES_MAX, signal);
      if (response.is_truncated) throw tooLarge();
      return response.body;
    },
  });
  return {
    async test(signal) {
      await list(null, 1, signal);
      return { host_key: null };
    },
    async pull({ cursor, signal }) {
      const after = typeof cursor?.["after"] === "string" ? cursor["after"] : null;
      const objectList = await list(after, SOURCE_PAGE_ITEMS_MAX, signal);
      const last = objectList.objects.at(-1)?.key ?? null;
      const has_more = objectList.is_truncated && last !== null && last !== after;
      // Keys that end in a slash are folders of the console, without content.
      const items = objectList.objects.filter(({ key }) => !key.endsWith("/")).map(item);
      return { items, cursor: has_more ? { after: last } : null, has_more };
    },
    close: () => Promise.resolve(),
  };
}

function refusalOf({ status, body }: SafeFetchResponse): SourceError {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body.toString("latin1"))?.[1] ?? "no reason";
  const isUnknown = ["InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken"].includes(code);
  if (status === 401 || isUnknown) return new SourceError("auth_failed", `the access key is not accepted (${code})`);
  if (status === 403) return new SourceError("forbidden", `the access key may not do this (${code})`);
  if (status === 404) return new SourceError("forbidden", `there is no such bucket or object (${code})`);
  return new SourceError("bad_data", `the bucket answered ${status} (${code})`);
}

/** RFC 3986 segments: what encodeURIComponent leaves as it is, SigV4 wants encoded. */
function encodePath(key: string): string {
  return key
    .split("/")
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, hex))
    .join("/");
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

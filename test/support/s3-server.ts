import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenOnLoopback } from "./loopback-server.ts";

export interface S3Server {
  readonly url: string;
  /** By key. */
  readonly objects: Map<string, Buffer>;
  /** Keys that answer 403, as objects of another owner. */
  readonly forbidden: Set<string>;
  requests: number;
  /** Runs before an object is answered. */
  before_object: (() => Promise<unknown>) | null;
  close(): Promise<void>;
}

const REGION = "eu-north-1";
const ACCESS_KEY = "AKIDEXAMPLE";
const SECRET_KEY = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
export const S3_KEYS = { region: REGION, access_key_id: ACCESS_KEY, secret_access_key: SECRET_KEY };

/** One bucket, "bills", with ListObjectsV2 in pages of at most 3 and signatures that are verified. */
export async function s3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const forbidden = new Set<string>();
  const server = createServer((request, response) => {
    site.requests += 1;
    const isObject = !(request.url ?? "").includes("list-type");
    const ready = isObject ? (site.before_object?.() ?? Promise.resolve()) : Promise.resolve();
    void ready.then(() => answer(request, response));
  });
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    const problem = signatureProblem(request, url);
    if (problem !== null) return fail(response, 403, problem);
    const [, bucket, ...rest] = url.pathname.split("/");
    if (bucket !== "bills") return fail(response, 404, "NoSuchBucket");
    const key = decodeURIComponent(rest.join("/"));
    if (key === "") return void response.writeHead(200).end(listing(objects, url.searchParams));
    if (forbidden.has(key)) return fail(response, 403, "AccessDenied");
    const bytes = objects.get(key);
    return bytes === undefined ? fail(response, 404, "NoSuchKey") : void response.writeHead(200).end(bytes);
  };
  const port = await listenOnLoopback(server);
  const site: S3Server = {
    url: `http://127.0.0.1:${port}`,
    objects,
    forbidden,
    requests: 0,
    before_object: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}

function listing(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get("start-after") ?? "";
  const prefix = query.get("prefix") ?? "";
  const keys = [...objects.keys()].filter((key) => key > after && key.startsWith(prefix)).sort(byCodeUnit);
  const page = keys.slice(0, Math.min(3, Number(query.get("max-keys"))));
  const contents = page.map((key) => {
    const bytes = objects.get(key) ?? Buffer.alloc(0);
    const etag = createHash("md5").update(bytes).digest("hex");
    return `<Contents><Key>${encodeURIComponent(key)}</Key><ETag>&quot;${etag}&quot;</ETag><Size>${bytes.length}</Size></Contents>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><EncodingType>url</EncodingType>
    <IsTruncated>${keys.length > page.length}</IsTruncated>${contents.join("")}</ListBucketResult>`;
}

/** AWS Signature Version 4, computed by its description from the request as it arrived. */
function signatureProblem(request: IncomingMessage, url: URL): string | null {
  const { authorization = "" } = request.headers;
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    );
  if (parts === null) return "AccessDenied";
  const [, key = "", date = "", region = "", names = "", signature] = parts;
  if (key !== ACCESS_KEY) return "InvalidAccessKeyId";
  const query = [...url.searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort(byCodeUnit);
  const headers = names.split(";").map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const bodyHash = String(request.headers["x-amz-content-sha256"]);
  const path = url.pathname;
  const canonical = [request.method, path, query.join("&"), headers.join(""), names, bodyHash].join("\n");
  const scope = `${date}/${region}/s3/aws4_request`;
  const hash = createHash("sha256").update(canonical).digest("hex");
  const toSign = ["AWS4-HMAC-SHA256", request.headers["x-amz-date"], scope, hash].join("\n");
  const signing = [date, region, "s3", "aws4_request"].reduce<Buffer>(hmac, Buffer.from(`AWS4${SECRET_KEY}`));
  if (region !== REGION) return "AuthorizationHeaderMalformed";
  return hmac(signing, toSign).toString("hex") === signature ? null : "SignatureDoesNotMatch";
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function escaped(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function byCodeUnit(left: string, right: string): number {
  return left < right ? -1 : 1;
}

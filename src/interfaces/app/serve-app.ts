import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { BuiltFile } from "../../core/built-file.ts";
import { chooseEncoding } from "../http/content-negotiation.ts";
import { sessionOf } from "../web/browser.ts";
import { page } from "../web/mount-login.ts";
import { sendTo } from "../web/send-page.ts";
import type { AppDeps } from "./admit-person.ts";

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
};

/**
 * Everything from this origin, nothing inline, no string that becomes script (Trusted Types). Pictures of documents are made by
 * the service; data: and blob: are pictures that the page itself made.
 */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const DOCUMENT_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(self), microphone=(), geolocation=(), payment=()",
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  // Its files have their content in their names; it names them.
  "cache-control": "no-cache",
};

const FILE_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "same-origin",
};

const NOT_BUILT =
  "The application was not built. In a checkout run `npm run build` with the development dependencies, then start again.\n";

/** The application for people: one document for every screen, and the files that it names. */
export function serveApp(app: FastifyInstance, deps: AppDeps): void {
  const files = deps.http.application ?? null;
  const document = files?.get("index.html");
  const answer = page(deps, async (request, reply) => {
    // Nobody waits for a program that could only say that nobody is logged in.
    if ((await sessionOf(deps, request)) === null) {
      return sendTo(reply, `/login?return_to=${encodeURIComponent(request.url)}`);
    }
    if (document === undefined) return await reply.code(503).type("text/plain; charset=utf-8").send(NOT_BUILT);
    return await sendBuilt(request, reply.headers(DOCUMENT_HEADERS), "html", document);
  });
  app.get("/app", answer);
  app.get("/app/*", answer);
  app.get<{ Params: { "*": string } }>("/app/assets/*", async (request, reply) => {
    const name = request.params["*"];
    const file = files?.get(`assets/${name}`);
    const { site } = deps.factsOf(request);
    if (file === undefined || !site.is_application) return reply.callNotFound();
    return await sendBuilt(request, reply.headers(FILE_HEADERS), name.split(".").at(-1) ?? "", file);
  });
}

async function sendBuilt(
  request: FastifyRequest,
  reply: FastifyReply,
  extension: string,
  { bytes, brotli }: BuiltFile,
): Promise<FastifyReply> {
  reply.header("content-type", MEDIA_TYPES[extension] ?? "application/octet-stream").header("vary", "Accept-Encoding");
  if (brotli === null || chooseEncoding(request.headers["accept-encoding"]) !== "br") return await reply.send(bytes);
  return await reply.header("content-encoding", "br").send(brotli);
}

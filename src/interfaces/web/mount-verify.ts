import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { validationError } from "../../core/errors.ts";
import type { Language } from "../../modules/users/index.ts";
import type { IssuedFile } from "../../modules/reports/index.ts";
import { chooseMediaType } from "../http/content-negotiation.ts";
import { queryOf, sessionOf } from "./browser.ts";
import { languageOf } from "./language.ts";
import { type OpenPageDeps, page } from "./mount-login.ts";
import { sendPage, sendTo } from "./send-page.ts";
import { answerPage, askPage, malformedPage, VERIFY_PATH } from "./verify-page.ts";

export interface VerifyDeps extends OpenPageDeps {
  /** The report file with this SHA-256 (lower hex), whoever's it is; null: it was not issued here. */
  verifyFile(sha256: string): Promise<IssuedFile | null>;
}

const HEX_SHA256 = /^[0-9a-f]{64}$/;
const PREFIX = `${VERIFY_PATH}/`;

/** Public, without login: who holds a file learns whether it was issued here and who attested it, and nothing else. */
export function mountVerify(app: FastifyInstance, deps: VerifyDeps): void {
  const { users, base_url } = deps;
  const readerLanguage = async (request: FastifyRequest): Promise<Language> =>
    languageOf(request, users === undefined ? null : await sessionOf({ users, base_url }, request));
  app.get(
    VERIFY_PATH,
    page(deps, async (request, reply) => {
      const hashText = queryOf(request).get("sha256");
      if (hashText === null) return sendPage(reply, 200, askPage(await readerLanguage(request)));
      const sha256 = normalHash(hashText);
      return HEX_SHA256.test(sha256)
        ? sendTo(reply, PREFIX + sha256)
        : refuse(request, reply, await readerLanguage(request));
    }),
  );
  app.get(
    `${PREFIX}:sha256`,
    page(deps, async (request, reply) => {
      const sha256 = normalHash(deps.factsOf(request).path.slice(PREFIX.length));
      if (!HEX_SHA256.test(sha256)) return refuse(request, reply, await readerLanguage(request));
      const file = await deps.verifyFile(sha256);
      const status = file === null ? 404 : 200;
      reply.header("vary", "Accept, Accept-Language");
      if (!wantsJson(request)) return sendPage(reply, status, answerPage(await readerLanguage(request), sha256, file));
      const body = JSON.stringify({ sha256, is_issued: file !== null, ...file });
      return reply.code(status).headers(JSON_HEADERS).send(body);
    }),
  );
}

const JSON_HEADERS = { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" };

/** As people copy it: with spaces, in capitals. */
function normalHash(text: string): string {
  return text.replaceAll(/\s/g, "").toLowerCase();
}

function refuse(request: FastifyRequest, reply: FastifyReply, language: Language): FastifyReply {
  reply.header("vary", "Accept, Accept-Language");
  if (!wantsJson(request)) return sendPage(reply, 400, malformedPage(language));
  throw validationError([{ path: "sha256", code: "invalid_format", message: "must be 64 hexadecimal digits" }]);
}

function wantsJson(request: FastifyRequest): boolean {
  return chooseMediaType(request.headers.accept, ["text/html", "application/json"]) === "application/json";
}

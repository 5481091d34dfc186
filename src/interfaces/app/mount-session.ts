import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { ServiceError } from "../../core/errors.ts";
import { parseInput } from "../../core/input.ts";
import { toJsonText } from "../../core/json-text.ts";
import {
  chooseLanguage,
  endOtherSession,
  endSession,
  LANGUAGES,
  renameAccount,
  type Session,
  sessionsOf,
  workplacesOf,
} from "../../modules/users/index.ts";
import { readJsonBody } from "../http/json-body.ts";
import { JSON_MEDIA_TYPE } from "../rest/operation-handlers.ts";
import { clearSessionCookie, sessionCookie } from "../web/browser.ts";
import { admitSession, type AppDeps } from "./admit-person.ts";
import { sessionDocument } from "./session-document.ts";

type SessionAnswer = (session: Session, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const profile = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  language: z.enum(LANGUAGES).optional(),
});

const SESSION_ID = /^[0-9a-f]{64}$/;

/** Who is logged in, what they may do where, their own profile and sessions. */
export function mountSession(api: FastifyInstance, deps: AppDeps): void {
  const { users } = deps;
  const { uploads } = deps.http.settings;
  api.get(
    "/session",
    answered(deps, async (session) => sessionDocument(session, await workplacesOf(users, session.user_id), uploads)),
  );
  api.patch(
    "/session",
    answered(deps, async (session, request) => {
      const { value } = await readJsonBody(request.raw);
      const { name, language } = parseInput(profile, value);
      if (name !== undefined) await renameAccount(users, session.user_id, name);
      if (language !== undefined) await chooseLanguage(users, session, language);
      const changed = { ...session, name: name ?? session.name, language: language ?? session.language };
      return sessionDocument(changed, await workplacesOf(users, session.user_id), uploads);
    }),
  );
  api.delete(
    "/session",
    answered(deps, async (_session, request, reply) => {
      await endSession(users, sessionCookie(deps, request));
      clearSessionCookie(deps, reply);
      return null;
    }),
  );
  api.get(
    "/sessions",
    answered(deps, async (session, request) => ({
      data: await sessionsOf(users, session.user_id, sessionCookie(deps, request)),
    })),
  );
  api.delete<{ Params: { id: string } }>(
    "/sessions/:id",
    answered(deps, async (session, request) => {
      // The router makes an object of strings for every route.
      const { id = "" } = request.params as Readonly<Record<string, string>>;
      const isEnded = SESSION_ID.test(id) && (await endOtherSession(users, session.user_id, id));
      if (!isEnded) throw new ServiceError("resource.not_found", "This person has no such session.");
      return null;
    }),
  );
}

/** Answers JSON, or 204 for null. */
function answered(deps: AppDeps, answer: SessionAnswer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const session = await admitSession(deps, request, reply);
    const document = await answer(session, request, reply);
    if (document === null) return await reply.code(204).send();
    return await reply.header("content-type", JSON_MEDIA_TYPE).send(toJsonText(document));
  };
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  beginTotp,
  confirmTotp,
  pendingTotp,
  removeTotp,
  selectMemberships,
  type Session,
} from "../../modules/users/index.ts";
import { accountPage, recoveryCodesPage, secondFactorPage } from "./account-pages.ts";
import { isOwnForm, languageOf, readPageForm, sessionOf } from "./browser.ts";
import { foreignFormPage } from "./login-pages.ts";
import { page, type PageAnswer, type PageDeps } from "./mount-login.ts";
import { sendPage, sendTo } from "./send-page.ts";

type PersonAnswer = (
  session: Session,
  reply: FastifyReply,
  form: URLSearchParams,
  request: FastifyRequest,
) => Promise<unknown>;

/** A page for who is logged in; everybody else logs in first and comes back. */
export function personPage(deps: PageDeps, answer: PersonAnswer): PageAnswer {
  return page(deps, async (request, reply) => {
    const session = await sessionOf(deps, request);
    if (session === null) return sendTo(reply, `/login?return_to=${encodeURIComponent(request.url)}`);
    return await answer(session, reply, new URLSearchParams(), request);
  });
}

/** A form of such a page. */
export function personPost(deps: PageDeps, answer: PersonAnswer): PageAnswer {
  return page(deps, async (request, reply) => {
    const session = await sessionOf(deps, request);
    if (session === null) return sendTo(reply, "/login");
    const form = await readPageForm(request);
    if (form === null || !isOwnForm(deps, request, session, form)) {
      return sendPage(reply, 403, foreignFormPage(languageOf(request, session)));
    }
    return await answer(session, reply, form, request);
  });
}

/** A person's own page: companies, second factor, logout. */
export function mountAccount(app: FastifyInstance, deps: PageDeps): void {
  const { users } = deps;
  app.get(
    "/account",
    personPage(deps, async (session, reply) =>
      sendPage(reply, 200, accountPage(session, await selectMemberships(users.system, session.user_id))),
    ),
  );
  app.post(
    "/account/second-factor",
    personPost(deps, async (session, reply) => {
      if (session.has_totp) return sendTo(reply, "/account");
      return sendPage(reply, 200, secondFactorPage(session, await beginTotp(users, session.user_id), false));
    }),
  );
  app.post(
    "/account/second-factor/confirm",
    personPost(deps, async (session, reply, form) => {
      const codes = await confirmTotp(users, session.user_id, (form.get("code") ?? "").replace(/\s/g, ""));
      if (codes !== null) return sendPage(reply, 200, recoveryCodesPage(session.language, codes));
      const secret = await pendingTotp(users, session.user_id);
      return secret === null
        ? sendTo(reply, "/account")
        : sendPage(reply, 400, secondFactorPage(session, secret, true));
    }),
  );
  app.post(
    "/account/second-factor/end",
    personPost(deps, async (session, reply) => {
      await removeTotp(users, session.user_id);
      return sendTo(reply, "/account");
    }),
  );
}

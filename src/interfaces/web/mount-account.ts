import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  beginTotp,
  confirmTotp,
  pendingTotp,
  removeTotp,
  selectMemberships,
  type Session,
  type UserPorts,
} from "../../modules/users/index.ts";
import { accountPage, endSecondFactorPage, recoveryCodesPage, secondFactorPage } from "./account-pages.ts";
import { isOwnForm, readPageForm, sessionOf } from "./browser.ts";
import { foreignFormPage, unreadableFormPage } from "./login-pages.ts";
import { page, type PageAnswer, type PageDeps } from "./mount-login.ts";
import { sendPage, sendThrottled, sendTo } from "./send-page.ts";

const SECOND_FACTOR_END = "/account/second-factor/end";
const FRESH_MS = 12 * 60 * 60_000;

/** Whether the password was given lately enough for what would lock somebody out. */
export function isFreshLogin({ clock }: Pick<UserPorts, "clock">, { authenticated_at }: Session): boolean {
  return clock.now().getTime() - authenticated_at.getTime() <= FRESH_MS;
}

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
    if (form === null) return sendPage(reply, 400, unreadableFormPage(session.language));
    if (!isOwnForm(deps, request, session, form)) {
      return sendPage(reply, 403, foreignFormPage(session.language));
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
      sendPage(
        reply,
        200,
        accountPage(session, await selectMemberships(users.system, session.user_id, users.clock.now())),
      ),
    ),
  );
  app.post(
    "/account/second-factor",
    personPost(deps, async (session, reply) => {
      // Whoever finds an old login open must not be able to lock its owner out.
      if (!isFreshLogin(users, session)) {
        return sendTo(reply, "/login?again=1&return_to=/account");
      }
      const secret = await beginTotp(users, session.user_id);
      return secret === null
        ? sendTo(reply, "/account")
        : sendPage(reply, 200, secondFactorPage(session, secret, false));
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
  app.get(
    SECOND_FACTOR_END,
    personPage(deps, async (session, reply) =>
      session.has_totp ? sendPage(reply, 200, endSecondFactorPage(session, null)) : sendTo(reply, "/account"),
    ),
  );
  app.post(
    SECOND_FACTOR_END,
    personPost(deps, async (session, reply, form) => {
      const outcome = await removeTotp(users, session.user_id, form.get("code") ?? "");
      if (outcome.kind === "removed") return sendTo(reply, "/account");
      if (outcome.kind === "refused") return sendPage(reply, 400, endSecondFactorPage(session, "refused"));
      return sendThrottled(reply, endSecondFactorPage(session, "throttled"), outcome);
    }),
  );
}

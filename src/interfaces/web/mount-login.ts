import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  acceptLink,
  chooseLanguage,
  endSession,
  findSession,
  languageOfLink,
  logIn,
  logInWithCode,
  openLink,
  requestPasswordReset,
} from "../../modules/users/index.ts";
import type { Admission } from "../http/admission.ts";
import { addressGroup } from "../http/client-address.ts";
import type { FactsOf } from "../http/request-facts.ts";
import {
  type BrowserDeps,
  clearSessionCookie,
  deviceCookie,
  isOwnForm,
  isOwnOrigin,
  queryOf,
  readPageForm,
  returnPath,
  sessionCookie,
  sessionOf,
  setDeviceCookie,
  setSessionCookie,
} from "./browser.ts";
import { chosenLanguage, languageBehindLink, languageOf } from "./language.ts";
import {
  choosePasswordPage,
  codePage,
  foreignFormPage,
  linkGonePage,
  loginPage,
  resetPage,
  unreadableFormPage,
} from "./login-pages.ts";
import { sendPage, sendThrottled, sendTo } from "./send-page.ts";
import { type LanguageDeps, switchLanguage } from "./switch-language.ts";

export interface PageDeps extends BrowserDeps {
  readonly admission: Admission;
  readonly factsOf: FactsOf;
}

/** What pages need that nobody logs in for. */
export type OpenPageDeps = Pick<PageDeps, "admission" | "factsOf"> & LanguageDeps;

const LINK_PREFIX = "/account/password/";

export type PageAnswer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** A page of the application host, within the limit per address, in a language that its address may choose. */
export function page(deps: OpenPageDeps, answer: PageAnswer): PageAnswer {
  return async (request, reply) => {
    const { site, address } = deps.factsOf(request);
    if (!site.is_application) return reply.callNotFound();
    await deps.admission.checkAddress(address);
    return (await switchLanguage(deps, request, reply)) ?? (await answer(request, reply));
  };
}

/** A post of one of our own pages by somebody who is not logged in. */
function ownPost(
  deps: PageDeps,
  answer: (request: FastifyRequest, reply: FastifyReply, form: URLSearchParams) => Promise<FastifyReply>,
): PageAnswer {
  return page(deps, async (request, reply) => {
    if (!isOwnOrigin(deps, request)) return sendPage(reply, 403, foreignFormPage(languageOf(request)));
    const form = await readPageForm(request);
    if (form === null) return sendPage(reply, 400, unreadableFormPage(languageOf(request)));
    return await answer(request, reply, form);
  });
}

/** Login with its second step, logout, and choosing a password by a link. */
export function mountLogin(app: FastifyInstance, deps: PageDeps): void {
  app.get(
    "/login",
    page(deps, async (request, reply) => {
      const query = queryOf(request);
      const fields = { return_to: returnPath(query.get("return_to")), email: "" };
      const isAgain = query.get("again") === "1";
      if (!isAgain && (await sessionOf(deps, request)) !== null) return sendTo(reply, fields.return_to);
      return sendPage(reply, 200, loginPage(languageOf(request), fields, isAgain ? "again" : null));
    }),
  );
  app.post(
    "/login",
    ownPost(deps, (request, reply, form) => passwordStep(deps, request, reply, form)),
  );
  app.post(
    "/login/code",
    ownPost(deps, (request, reply, form) => codeStep(deps, request, reply, form)),
  );
  app.post(
    "/logout",
    page(deps, async (request, reply) => {
      const session = await sessionOf(deps, request);
      const form = await readPageForm(request);
      if (session !== null && (form === null || !isOwnForm(deps, request, session, form))) {
        return sendPage(reply, 403, foreignFormPage(languageOf(request, session)));
      }
      await endSession(deps.users, sessionCookie(deps, request));
      clearSessionCookie(deps, reply);
      return sendTo(reply, "/login");
    }),
  );
  mountLinks(app, deps);
}

function mountLinks(app: FastifyInstance, deps: PageDeps): void {
  app.get(
    "/account/password-reset",
    page(deps, async (request, reply) =>
      sendPage(reply, 200, resetPage(languageOf(request), deps.users.has_mail ? "form" : "by_hand")),
    ),
  );
  app.post(
    "/account/password-reset",
    ownPost(deps, async (request, reply, form) => {
      if (!deps.users.has_mail) return sendPage(reply, 200, resetPage(languageOf(request), "by_hand"));
      await requestPasswordReset(deps.users, { email: form.get("email") ?? "", address: clientGroup(deps, request) });
      return sendPage(reply, 200, resetPage(languageOf(request), "sent"));
    }),
  );
  app.get(
    `${LINK_PREFIX}:secret`,
    page(deps, async (request, reply) => {
      const { path } = deps.factsOf(request);
      const secret = path.slice(LINK_PREFIX.length);
      const language = languageBehindLink(request, await languageOfLink(deps.users, secret));
      const link = await openLink(deps.users, secret);
      if (link === null) return sendPage(reply, 404, linkGonePage(language));
      return sendPage(reply, 200, choosePasswordPage(language, { path, email: link.email }, null));
    }),
  );
  app.post(
    `${LINK_PREFIX}:secret`,
    ownPost(deps, (request, reply, form) => choosePassword(deps, request, reply, form)),
  );
}

async function choosePassword(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams,
): Promise<FastifyReply> {
  const { path } = deps.factsOf(request);
  const secret = path.slice(LINK_PREFIX.length);
  const language = languageBehindLink(request, await languageOfLink(deps.users, secret));
  const link = await openLink(deps.users, secret);
  if (link === null) return sendPage(reply, 404, linkGonePage(language));
  const change = await acceptLink(deps.users, secret, form.get("password") ?? "");
  if (change.kind === "gone") return sendPage(reply, 404, linkGonePage(language));
  if (change.kind === "fault") {
    return sendPage(reply, 400, choosePasswordPage(language, { path, email: link.email }, change.fault));
  }
  // Nobody chose a language for the account yet: the person goes on in that of the page.
  if (link.language === null) await chooseLanguage(deps.users, link, language);
  if (change.session === null) return sendTo(reply, "/login");
  return await enter(deps, request, reply, { session: change.session, return_to: "/account" });
}

async function passwordStep(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const fields = { return_to: returnPath(form.get("return_to")), email: form.get("email") ?? "" };
  const attempt = {
    email: fields.email,
    password: form.get("password") ?? "",
    address: clientGroup(deps, request),
    device: deviceCookie(deps, request),
  };
  const outcome = await logIn(deps.users, attempt);
  if (outcome.kind === "code_needed") {
    return sendPage(reply, 200, codePage(language, { ...fields, pending: outcome.pending }, null));
  }
  if (outcome.kind === "refused") return sendPage(reply, 401, loginPage(language, fields, "refused"));
  if (outcome.kind === "throttled") return sendThrottled(reply, loginPage(language, fields, "throttled"), outcome);
  return await enter(deps, request, reply, { ...outcome, return_to: fields.return_to });
}

async function codeStep(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams,
): Promise<FastifyReply> {
  const language = languageOf(request);
  const fields = { return_to: returnPath(form.get("return_to")), pending: form.get("pending") ?? "" };
  const outcome = await logInWithCode(deps.users, { pending: fields.pending, code: form.get("code") ?? "" });
  if (outcome.kind === "throttled") return sendThrottled(reply, codePage(language, fields, "throttled"), outcome);
  if (outcome.kind !== "logged_in") return sendPage(reply, 401, codePage(language, fields, "code_refused"));
  return await enter(deps, request, reply, { ...outcome, return_to: fields.return_to });
}

/**
 * The browser gets a new secret; the one it came with ends, so that nobody goes on under an older login. A language that
 * was chosen before the login becomes the account's.
 */
async function enter(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, device, return_to }: { readonly session: string; readonly device?: string; readonly return_to: string },
): Promise<FastifyReply> {
  await endSession(deps.users, sessionCookie(deps, request));
  setSessionCookie(deps, reply, session);
  if (device !== undefined) setDeviceCookie(deps, reply, device);
  const language = chosenLanguage(request);
  const entered = language === null ? null : await findSession(deps.users, session);
  if (language !== null && entered !== null) await chooseLanguage(deps.users, entered, language);
  return sendTo(reply, return_to);
}

function clientGroup(deps: PageDeps, request: FastifyRequest): string {
  return addressGroup(deps.factsOf(request).address);
}

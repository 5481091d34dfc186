import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  answerAddress,
  approveRequest,
  connectedAssistants,
  consentView,
  type Decision,
  denyRequest,
  endConnection,
  isDocumentAddress,
  keepRequest,
  MCP_PATH,
  OAuthError,
  type OAuthPorts,
  type Requester,
  requesterOf,
} from "../../modules/oauth/index.ts";
import { administeredCompanies, type Session } from "../../modules/users/index.ts";
import { personPage, personPost } from "../web/mount-account.ts";
import { isOwnForm, queryOf, readPageForm, sessionOf } from "../web/browser.ts";
import { languageOf } from "../web/language.ts";
import { foreignFormPage } from "../web/login-pages.ts";
import { page, type PageDeps } from "../web/mount-login.ts";
import { sendPage, sendTo } from "../web/send-page.ts";
import { assistantsPage, endAssistantPage } from "./assistants-page.ts";
import { askAdministratorPage, consentPage, refusedRequestPage, requestGonePage } from "./consent-pages.ts";
import { OAUTH_PATHS } from "./metadata.ts";

const ASSISTANTS_PATH = "/account/assistants";

export interface ConsentDeps extends PageDeps {
  readonly ports: OAuthPorts;
}

/** The authorization endpoint and the page on which an administrator decides. */
export function mountConsent(app: FastifyInstance, deps: ConsentDeps): void {
  app.get(
    OAUTH_PATHS.authorize,
    page(deps, async (request, reply) =>
      authorize(deps, request, reply, new URL(request.url, deps.base_url).searchParams),
    ),
  );
  // RFC 6749 3.1 asks for GET and allows POST.
  app.post(
    OAUTH_PATHS.authorize,
    page(deps, async (request, reply) =>
      authorize(deps, request, reply, (await readPageForm(request)) ?? new URLSearchParams()),
    ),
  );
  app.get(
    OAUTH_PATHS.consent,
    page(deps, async (request, reply) => {
      const secret = new URL(request.url, deps.base_url).searchParams.get("request") ?? "";
      const session = await sessionOf(deps, request);
      if (session === null) return sendTo(reply, loginAddress(request.url));
      return await showConsent(deps, reply, session, secret);
    }),
  );
  app.post(
    OAUTH_PATHS.consent,
    page(deps, (request, reply) => decide(deps, request, reply)),
  );
  mountAssistants(app, deps);
}

function mountAssistants(app: FastifyInstance, deps: ConsentDeps): void {
  app.get(
    ASSISTANTS_PATH,
    personPage(deps, async (session, reply) => {
      const connected = await connectedAssistants(deps.ports, session.user_id);
      const isAdministrator = (await administeredCompanies(deps.users, session.user_id)).length > 0;
      const address = isAdministrator ? `${deps.base_url}${MCP_PATH}` : null;
      return sendPage(reply, 200, assistantsPage(session, connected, address));
    }),
  );
  app.get(
    `${ASSISTANTS_PATH}/end`,
    personPage(deps, async (session, reply, _form, request) => {
      const id = queryOf(request).get("id");
      const assistant = (await connectedAssistants(deps.ports, session.user_id)).find(
        (connected) => connected.id === id,
      );
      return assistant === undefined
        ? sendTo(reply, ASSISTANTS_PATH)
        : sendPage(reply, 200, endAssistantPage(session, assistant));
    }),
  );
  app.post(
    `${ASSISTANTS_PATH}/end`,
    personPost(deps, async (session, reply, form) => {
      await endConnection(deps.ports, session.user_id, form.get("id") ?? "");
      return sendTo(reply, ASSISTANTS_PATH);
    }),
  );
}

async function authorize(
  deps: ConsentDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  parameters: URLSearchParams,
): Promise<FastifyReply> {
  const session = await sessionOf(deps, request);
  let requester: Requester;
  try {
    // Strangers cannot make this service fetch an address: a documented program is looked at after the login.
    const client_id = parameters.get("client_id") ?? "";
    if (session === null && isDocumentAddress(client_id)) return askForLogin(reply, parameters);
    requester = await requesterOf(deps.ports, parameters, session?.user_id ?? null);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return sendPage(reply, 400, refusedRequestPage(languageOf(request, session), error.description));
  }
  try {
    if (session === null) {
      if (parameters.get("prompt") === "none") throw new OAuthError("login_required", "Nobody is logged in.");
      return askForLogin(reply, parameters);
    }
    const secret = await keepRequest(deps.ports, requester, parameters, session.user_id);
    return sendTo(reply, `${OAUTH_PATHS.consent}?request=${secret}`);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const answer = { error: error.code, error_description: error.description };
    return sendTo(reply, answerAddress(requester, deps.base_url, answer));
  }
}

function askForLogin(reply: FastifyReply, parameters: URLSearchParams): FastifyReply {
  return sendTo(reply, loginAddress(`${OAUTH_PATHS.authorize}?${parameters.toString()}`));
}

function loginAddress(return_to: string, more = ""): string {
  return `/login?${more}return_to=${encodeURIComponent(return_to)}`;
}

async function showConsent(
  deps: ConsentDeps,
  reply: FastifyReply,
  session: Session,
  secret: string,
): Promise<FastifyReply> {
  const view = await consentView(deps.ports, secret, session.user_id);
  if (view === null) return sendPage(reply, 400, requestGonePage(session.language));
  if (view.companies.length === 0) {
    return sendPage(reply, 403, askAdministratorPage(session, secret, view.client.name), { answers_elsewhere: true });
  }
  return sendPage(reply, 200, consentPage(session, secret, view), { answers_elsewhere: true });
}

async function decide(deps: ConsentDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const session = await sessionOf(deps, request);
  const form = await readPageForm(request);
  if (session === null) return sendPage(reply, 401, requestGonePage(languageOf(request)));
  if (form === null || !isOwnForm(deps, request, session, form)) {
    return sendPage(reply, 403, foreignFormPage(session.language));
  }
  const secret = form.get("request") ?? "";
  const decision = await decisionOf(deps, session, secret, form);
  if (decision.kind === "answered") return sendTo(reply, decision.address);
  if (decision.kind === "gone") return sendPage(reply, 400, requestGonePage(session.language));
  if (decision.kind === "login_needed") {
    return sendTo(reply, loginAddress(`${OAUTH_PATHS.consent}?request=${secret}`, "again=1&"));
  }
  return await showConsent(deps, reply, session, secret);
}

async function decisionOf(
  { ports }: ConsentDeps,
  session: Session,
  secret: string,
  form: URLSearchParams,
): Promise<Decision> {
  const { user_id, authenticated_at } = session;
  if (form.get("decision") !== "allow") return await denyRequest(ports, secret, user_id);
  const approval = { tenant_id: form.get("tenant_id") ?? "", writes: form.getAll("write") };
  return await approveRequest(ports, secret, { user_id, authenticated_at }, approval);
}

import type { FastifyInstance, FastifyReply } from "fastify";
import { ServiceError, validationError } from "../../core/errors.ts";
import { isDay } from "../../core/moment.ts";
import { type Role, ROLES } from "../../core/roles.ts";
import {
  administeredCompanies,
  changeTenantRole,
  endTenantRole,
  invitePerson,
  LANGUAGES,
  memberToRemove,
  peopleOf,
  remindPerson,
  renewPassword,
  type Session,
  type WayIn,
} from "../../modules/users/index.ts";
import { queryOf } from "./browser.ts";
import { isFreshLogin, personPage, personPost } from "./mount-account.ts";
import type { PageDeps } from "./mount-login.ts";
import { peoplePage, type PeopleView } from "./people-page.ts";
import { removePersonPage, type ShownWay, wayInPage } from "./people-step-pages.ts";
import { doneNotice, type PeopleNotice, refusalNotice } from "./people-texts.ts";
import { sendPage, sendTo } from "./send-page.ts";

const PEOPLE_PATH = "/account/people";

/** What was done, by the notice's name; or how a person gets in, which must be shown. */
type Outcome = { readonly kind: "done"; readonly notice: string } | ShownWay;

/** Does what a form asks for. @throws ServiceError */
type PeopleAction = (session: Session, tenant_id: string, form: URLSearchParams) => Promise<Outcome>;

/** The people of a company, for its administrators. */
export function mountPeople(app: FastifyInstance, deps: PageDeps): void {
  const { users } = deps;
  app.get(
    PEOPLE_PATH,
    personPage(deps, async (session, reply, _form, request) => {
      const query = queryOf(request);
      return await show(deps, reply, session, {
        tenant_id: query.get("company"),
        notice: doneNotice(query.get("done")),
        status: 200,
      });
    }),
  );
  mountRemoval(app, deps);
  const actions: Readonly<Record<string, PeopleAction>> = {
    async invite({ user_id, language }, tenant_id, form) {
      const person = {
        email: form.get("email") ?? "",
        name: form.get("name") ?? "",
        role: roleOf(form),
        ends_on: lastDayOf(form),
        language: LANGUAGES.find((candidate) => candidate === form.get("language")) ?? language,
      };
      return outcomeOf(await invitePerson(users, tenant_id, person, { user_id }), "invited");
    },
    async remind({ user_id }, tenant_id, form) {
      const membership = { tenant_id, user_id: form.get("user_id") ?? "" };
      return outcomeOf(await remindPerson(users, membership, { user_id }), "reminded");
    },
    async password({ user_id }, tenant_id, form) {
      return outcomeOf(
        await renewPassword(users, { tenant_id, user_id: form.get("user_id") ?? "" }, { user_id }),
        "reminded",
      );
    },
    async role({ user_id }, tenant_id, form) {
      const member = { tenant_id, user_id: form.get("user_id") ?? "", role: roleOf(form), ends_on: lastDayOf(form) };
      await changeTenantRole(users, member, { user_id });
      return { kind: "done", notice: "role_set" };
    },
    async remove({ user_id }, tenant_id, form) {
      await endTenantRole(users, { tenant_id, user_id: form.get("user_id") ?? "" }, { user_id });
      return { kind: "done", notice: "removed" };
    },
  };
  for (const [name, action] of Object.entries(actions)) {
    app.post(
      `${PEOPLE_PATH}/${name}`,
      personPost(deps, async (session, reply, form) => {
        // Whoever finds an old login open must not be able to take a colleague's account.
        if (name === "password" && !isFreshLogin(users, session)) {
          return sendTo(reply, `/login?again=1&return_to=${PEOPLE_PATH}`);
        }
        return await act(deps, action, { session, reply, form });
      }),
    );
  }
}

/** What was mailed needs a notice only. */
function outcomeOf(way: WayIn, notice: string): Outcome {
  return way.kind === "mailed" ? { kind: "done", notice } : way;
}

/** Nobody is removed at the first click. */
function mountRemoval(app: FastifyInstance, deps: PageDeps): void {
  app.get(
    `${PEOPLE_PATH}/remove`,
    personPage(deps, async (session, reply, _form, request) => {
      const query = queryOf(request);
      const membership = { tenant_id: query.get("company") ?? "", user_id: query.get("user_id") ?? "" };
      try {
        return sendPage(reply, 200, removePersonPage(session, await memberToRemove(deps.users, membership, session)));
      } catch (error) {
        const refused = error instanceof ServiceError ? refusalOf(error) : null;
        if (refused === null) throw error;
        return await show(deps, reply, session, { tenant_id: membership.tenant_id, ...refused });
      }
    }),
  );
}

async function act(
  deps: PageDeps,
  action: PeopleAction,
  asked: { readonly session: Session; readonly reply: FastifyReply; readonly form: URLSearchParams },
): Promise<FastifyReply> {
  const { session, reply, form } = asked;
  const tenant_id = form.get("company") ?? "";
  try {
    const done = await action(session, tenant_id, form);
    if (done.kind !== "done") return sendPage(reply, 200, wayInPage(session, tenant_id, done));
    return sendTo(reply, `${PEOPLE_PATH}?company=${tenant_id}&done=${done.notice}`);
  } catch (error) {
    const refused = error instanceof ServiceError ? refusalOf(error) : null;
    if (refused === null) throw error;
    const typed = { email: form.get("email") ?? "", name: form.get("name") ?? "" };
    return await show(deps, reply, session, { tenant_id, ...refused, typed });
  }
}

function refusalOf({ code, extras }: ServiceError): { notice: PeopleNotice; status: number } | null {
  if (code === "resource.not_found") return { notice: { kind: "refused", text: "unknown" }, status: 404 };
  if (code === "rate_limit.exceeded") return { notice: { kind: "refused", text: "too_many" }, status: 429 };
  const notice = refusalNotice(extras.issues?.[0]?.code ?? "");
  return notice === null ? null : { notice, status: 400 };
}

/** The company asked for when the person administers it, else the first one. */
async function show(
  { users }: PageDeps,
  reply: FastifyReply,
  session: Session,
  asked: {
    readonly tenant_id: string | null;
    readonly notice: PeopleNotice | null;
    readonly status: number;
    readonly typed?: PeopleView["typed"];
  },
): Promise<FastifyReply> {
  const companies = await administeredCompanies(users, session.user_id);
  const company = companies.find(({ id }) => id === asked.tenant_id) ?? companies[0];
  if (company === undefined) return sendTo(reply, "/account");
  const members = await peopleOf(users, company.id, session.user_id);
  const { notice, status, typed = { email: "", name: "" } } = asked;
  return sendPage(
    reply,
    status,
    peoplePage(session, { companies, company, members, notice, has_mail: users.has_mail, typed }),
  );
}

/** @throws ServiceError request.validation_failed: the page offers no other role */
function roleOf(form: URLSearchParams): Role {
  const role = ROLES.find((candidate) => candidate === form.get("role"));
  if (role !== undefined) return role;
  throw validationError([{ path: "role", code: "invalid_value", message: `must be one of ${ROLES.join(", ")}` }]);
}

/** The last day of a role; null: none was given. @throws ServiceError request.validation_failed */
function lastDayOf(form: URLSearchParams): string | null {
  const day = (form.get("ends_on") ?? "").trim();
  if (day === "") return null;
  if (isDay(day)) return day;
  throw validationError([{ path: "ends_on", code: "invalid_day", message: "must be a day as YYYY-MM-DD" }]);
}

import { type Company, type Language, LANGUAGES, type MemberRecord, type Session } from "../../modules/users/index.ts";
import { ROLES } from "../../core/roles.ts";
import { type Html, html } from "../http/html.ts";
import type { Page } from "./layout.ts";
import { type PeopleNotice, PEOPLE_TEXTS } from "./people-texts.ts";

export interface PeopleView {
  readonly companies: readonly Company[];
  readonly company: Company;
  readonly members: readonly MemberRecord[];
  readonly notice: PeopleNotice | null;
  /** Without a mail server, links are shown instead of sent. */
  readonly has_mail: boolean;
  /** What was typed into the invitation, when it was refused. */
  readonly typed: { readonly email: string; readonly name: string };
}

/** Who belongs to a company, with a form per change, and an invitation. For its administrators. */
export function peoplePage(session: Session, view: PeopleView): Page {
  const t = PEOPLE_TEXTS[session.language];
  const { company, members, notice } = view;
  return {
    language: session.language,
    title: t.title,
    is_wide: true,
    address: `/account/people?company=${company.id}`,
    body: html`<section class="card">
        <h1>${t.title}: ${company.name}</h1>
        ${companyLinks(view)} ${notice === null ? html`` : noticeText(notice, session.language)}
        <table>
          <thead>
            <tr>
              <th>${t.person}</th>
              <th>${t.role}</th>
              <th>${t.last_login}</th>
              <th aria-label="${t.remove}"></th>
            </tr>
          </thead>
          <tbody>
            ${members.map((member) => row(session, view, member))}
          </tbody>
        </table>
        ${invitation(session, view)}
      </section>
      <footer><a href="/account">${t.back}</a></footer>`,
  };
}

function companyLinks({ companies, company }: PeopleView): Html {
  const others = companies.filter(({ id }) => id !== company.id);
  if (others.length === 0) return html``;
  return html`<ul>
    ${others.map(({ id, name }) => html`<li><a href="/account/people?company=${id}">${name}</a></li>`)}
  </ul>`;
}

function noticeText({ kind, text }: PeopleNotice, language: Language): Html {
  const said = PEOPLE_TEXTS[language].notices[text];
  return kind === "done"
    ? html`<p class="note" role="status">${said}</p>`
    : html`<p class="fault" role="alert">${said}</p>`;
}

function row(session: Session, { company, has_mail }: PeopleView, member: MemberRecord): Html {
  const { language } = session;
  const t = PEOPLE_TEXTS[language];
  return html`<tr>
    <td>
      <strong>${shownName(member)}</strong><br /><span class="soft small">${member.email}</span>
    </td>
    <td>
      <form method="post" action="/account/people/role" class="line">
        ${hidden(session, company, member)}
        <select name="role" aria-label="${t.role_of} ${member.email}">
          ${ROLES.map((role) => option(role, t.roles[role], role === member.role))}
        </select>
        <input type="date" name="ends_on" value="${member.ends_on ?? ""}" aria-label="${t.ends_on_of} ${member.email}" />
        <button class="plain">${t.save}</button>
      </form>
    </td>
    <td data-label="${t.last_login}">${lastLogin(member, language)}</td>
    <td>
      ${linkButton(session, { company, has_mail }, member)}
      <p class="actions">
        <a
          class="button bad"
          href="${`/account/people/remove?company=${company.id}&user_id=${member.id}`}"
          aria-label="${t.remove}: ${member.email}"
          >${t.remove}</a
        >
      </p>
    </td>
  </tr>`;
}

/** ISO 8601 to the minute, UTC: the same for every reader. */
function lastLogin({ has_come, last_login_at, disabled_at }: MemberRecord, language: Language): string {
  const t = PEOPLE_TEXTS[language];
  if (disabled_at !== null) return t.disabled;
  return has_come && last_login_at !== null ? `${last_login_at.slice(0, 16).replace("T", " ")} UTC` : t.invited;
}

/** The way in for who has not come; without a mail server also a new password for who has. */
function linkButton(
  session: Session,
  { company, has_mail }: Pick<PeopleView, "company" | "has_mail">,
  member: MemberRecord,
): Html {
  const t = PEOPLE_TEXTS[session.language];
  if (member.disabled_at !== null) return html``;
  const button = (action: "remind" | "password", label: string): Html =>
    html`<form method="post" action="/account/people/${action}">
      ${hidden(session, company, member)}
      <div class="actions"><button class="plain" aria-label="${label}: ${member.email}">${label}</button></div>
    </form>`;
  if (!member.has_come) return button("remind", has_mail ? t.remind : t.new_link);
  return has_mail || member.id === session.user_id ? html`` : button("password", t.new_password);
}

/** An account of other companies is shown by its address until the person has come: name and logins are not this one's. */
function shownName({ has_come, last_login_at, name, email }: MemberRecord): string {
  return has_come || last_login_at === null ? name : email;
}

function hidden(session: Session, company: Company, member?: MemberRecord): Html {
  return html`<input type="hidden" name="csrf_token" value="${session.csrf_token}" />
    <input type="hidden" name="company" value="${company.id}" />
    ${member === undefined ? html`` : html`<input type="hidden" name="user_id" value="${member.id}" />`}`;
}

function option(value: string, label: string, is_selected: boolean): Html {
  return is_selected
    ? html`<option value="${value}" selected>${label}</option>`
    : html`<option value="${value}">${label}</option>`;
}

function invitation(session: Session, { company, has_mail, typed }: PeopleView): Html {
  const t = PEOPLE_TEXTS[session.language];
  return html`<h2>${t.invite_title}</h2>
    <p class="soft small">${has_mail ? t.invite_hint : t.invite_hint_no_mail}</p>
    <form method="post" action="/account/people/invite">
      ${hidden(session, company)}
      <label for="email">${t.email}</label>
      <input id="email" name="email" type="email" value="${typed.email}" autocomplete="off" required />
      <label for="name">${t.name}</label>
      <input id="name" name="name" value="${typed.name}" maxlength="200" autocomplete="off" />
      <label for="role">${t.role}</label>
      <select id="role" name="role">
        ${ROLES.map((role) => option(role, t.roles[role], role === "editor"))}
      </select>
      <p class="soft small">${t.roles_hint}</p>
      <label for="ends_on">${t.ends_on}</label>
      <input id="ends_on" name="ends_on" type="date" />
      <label for="language">${t.language}</label>
      <select id="language" name="language">
        ${LANGUAGES.map((language) => option(language, t.languages[language], language === session.language))}
      </select>
      <div class="actions"><button>${t.invite}</button></div>
    </form>`;
}

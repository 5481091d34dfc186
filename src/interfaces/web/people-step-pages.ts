import type { Company, MemberRecord, Session, WayIn } from "../../modules/users/index.ts";
import { type Html, html } from "../http/html.ts";
import type { Page } from "./layout.ts";
import { PEOPLE_TEXTS } from "./people-texts.ts";

/** Says what removing a person means, before it is done. */
export function removePersonPage(
  session: Session,
  { company, member }: { readonly company: Company; readonly member: MemberRecord },
): Page {
  const t = PEOPLE_TEXTS[session.language];
  const people = `/account/people?company=${company.id}`;
  return {
    language: session.language,
    title: t.remove_title,
    body: html`<section class="card">
      <h1>${t.remove_title}</h1>
      <p><strong>${member.email}</strong> ${t.remove_of} <strong>${company.name}</strong></p>
      ${member.id === session.user_id ? html`<p class="note">${t.remove_self}</p>` : html``}
      <ul>
        ${t.remove_means.map((line) => html`<li>${line}</li>`)}
      </ul>
      <form method="post" action="/account/people/remove">
        <input type="hidden" name="csrf_token" value="${session.csrf_token}" />
        <input type="hidden" name="company" value="${company.id}" />
        <input type="hidden" name="user_id" value="${member.id}" />
        <div class="actions">
          <button class="bad">${t.remove}</button>
          <a class="button plain" href="${people}">${t.keep}</a>
        </div>
      </form>
    </section>`,
  };
}

/** A way in that no mail told. */
export type ShownWay = Exclude<WayIn, { kind: "mailed" }>;

/** Shows the administrator what a mail would have said. A link stands here once and nowhere else. */
export function wayInPage(session: Session, tenant_id: string, way: ShownWay): Page {
  const t = PEOPLE_TEXTS[session.language];
  return {
    language: session.language,
    title: t.way_in_title,
    body: html`<section class="card">
        <h1>${t.way_in_title}</h1>
        <p><strong>${way.email}</strong></p>
        ${way.kind === "link" ? shownLink(t, way) : loginAddress(t, way)}
      </section>
      <footer><a href="/account/people?company=${tenant_id}">${t.title}</a></footer>`,
  };
}

type Texts = (typeof PEOPLE_TEXTS)[keyof typeof PEOPLE_TEXTS];

function shownLink(t: Texts, { purpose, link }: Extract<ShownWay, { kind: "link" }>): Html {
  return html`<p>${t.link_shown[purpose]}</p>
    <p class="good"><code>${link}</code></p>
    <p class="note">${t.link_once}</p>`;
}

function loginAddress(t: Texts, { address }: Extract<ShownWay, { kind: "login" }>): Html {
  return html`<p>${t.login_at}</p>
    <p class="good"><code>${address}</code></p>
    <p class="soft">${t.login_else}</p>`;
}

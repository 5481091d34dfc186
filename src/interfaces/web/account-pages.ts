import { renderSVG } from "uqr";
import { base32, type Language, type Membership, type Session, totpAddress } from "../../modules/users/index.ts";
import { Html, html } from "../http/html.ts";
import type { Page } from "./layout.ts";

const TEXTS = {
  da: {
    account: "Din konto",
    works_for: "Du har adgang til",
    admin: "administrator",
    editor: "bogholder",
    reader: "læser",
    auditor: "revisor",
    consultant: "konsulent",
    none: "Ingen virksomhed endnu.",
    consultant_hint:
      "Som konsulent arbejder du i dag for jeres kunder med jeres nøgle over REST. Siderne til det er ikke bygget endnu, og kun " +
      "kundens egen administrator kan forbinde en assistent.",
    assistants: "Forbundne assistenter",
    factor: "Kode ved login",
    factor_on: "Slået til. Hver gang du logger ind, spørges der om en kode fra din app.",
    factor_off: "Slået fra. En kode fra en app gør, at en gættet adgangskode ikke er nok.",
    factor_begin: "Slå til",
    factor_end: "Slå fra",
    logout: "Log ud",
    scan_title: "Forbind din app",
    scan: "Scan billedet med din godkendelsesapp, eller skriv nøglen ind i den. Skriv derefter koden, som appen viser.",
    picture: "QR-kode med nøglen",
    key: "Nøgle",
    code: "Kode",
    confirm: "Slå til",
    wrong: "Koden passer ikke. Kontrollér, at uret på din telefon går rigtigt.",
    end_title: "Slå kode ved login fra",
    end_hint: "Skriv en kode fra din app, eller en af dine gendannelseskoder.",
    refused: "Koden passer ikke, eller den er brugt. Prøv den næste.",
    throttled: "For mange forsøg. Vent lidt, og prøv igen.",
    go_to: "Gå til",
    application: "Applikationen: overblik, indlæsning og gennemgang",
    documents: "Bilag",
    people: "Personer",
    password: "Vælg en ny adgangskode",
    codes_title: "Dine gendannelseskoder",
    codes:
      "Gem dem et sikkert sted. Hver kode virker én gang, hvis du mister din telefon. De vises kun denne ene gang.",
    done: "Jeg har gemt dem",
  },
  en: {
    account: "Your account",
    works_for: "You have access to",
    admin: "administrator",
    editor: "bookkeeper",
    reader: "reader",
    auditor: "auditor",
    consultant: "consultant",
    none: "No company yet.",
    consultant_hint:
      "As a consultant you work for your clients over REST today, with your organisation's key. The pages for it are not built " +
      "yet, and only the client's own administrator can connect an assistant.",
    assistants: "Connected assistants",
    factor: "Code at login",
    factor_on: "On. Each login asks for a code from your app.",
    factor_off: "Off. With a code from an app, a guessed password is not enough.",
    factor_begin: "Turn on",
    factor_end: "Turn off",
    logout: "Log out",
    scan_title: "Connect your app",
    scan: "Scan the picture with your authenticator, or type the key into it. Then enter the code that it shows.",
    picture: "QR code of the key",
    key: "Key",
    code: "Code",
    confirm: "Turn on",
    wrong: "The code is not right. Check that the clock of your phone is right.",
    end_title: "Turn the code at login off",
    end_hint: "Enter a code from your app, or one of your recovery codes.",
    refused: "The code is not right, or was used. Try the next one.",
    throttled: "Too many attempts. Wait a little, then try again.",
    go_to: "Go to",
    application: "The application: overview, upload and review",
    documents: "Documents",
    people: "People",
    password: "Choose a new password",
    codes_title: "Your recovery codes",
    codes:
      "Keep them in a safe place. Each code works once, should you lose your phone. They are shown only this once.",
    done: "I have kept them",
  },
} as const;

/** A form of one button. */
function buttonForm(session: Session, action: string, label: string): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="csrf_token" value="${session.csrf_token}" />
    <div class="actions"><button class="plain">${label}</button></div>
  </form>`;
}

export function accountPage(session: Session, memberships: readonly Membership[]): Page {
  const { language } = session;
  const t = TEXTS[language];
  const roleOf = (membership: Membership) => t[membership.kind === "tenant" ? membership.role : "consultant"];
  const rows = memberships.map(
    (membership) => html`<li>${membership.name} <span class="soft">(${roleOf(membership)})</span></li>`,
  );
  const isAdmin = memberships.some((membership) => membership.kind === "tenant" && membership.role === "admin");
  const isConsultant = memberships.some((membership) => membership.kind === "consultant");
  const isMember = memberships.some((membership) => membership.kind === "tenant");
  return {
    language,
    title: t.account,
    body: html`<section class="card">
      <h1>${session.name}</h1>
      <p class="soft">${session.email}</p>
      <h2>${t.works_for}</h2>
      ${rows.length === 0 ? html`<p>${t.none}</p>` : html`<ul>${rows}</ul>`}
      ${isConsultant ? html`<p class="soft">${t.consultant_hint}</p>` : html``}
      ${isMember ? companyPages(t, isAdmin) : html``}
      <h2>${t.factor}</h2>
      <p>${session.has_totp ? t.factor_on : t.factor_off}</p>
      ${
        session.has_totp
          ? html`<p><a href="/account/second-factor/end">${t.factor_end}</a></p>`
          : buttonForm(session, "/account/second-factor", t.factor_begin)
      }
      <p><a href="/account/password-reset">${t.password}</a></p>
      ${buttonForm(session, "/logout", t.logout)}
    </section>`,
  };
}

/** Everybody who works in a company has its documents; people and assistants are its administrators'. */
function companyPages(t: (typeof TEXTS)[Language], isAdmin: boolean): Html {
  const link = (path: string, label: string): Html => html`<li><a href="/account/${path}">${label}</a></li>`;
  const administration = [link("people", t.people), link("assistants", t.assistants)];
  return html`<h2>${t.go_to}</h2>
    <ul>
      <li><a href="/app">${t.application}</a></li>
      ${[link("documents", t.documents), ...(isAdmin ? administration : [])]}
    </ul>`;
}

/** Asks for a code before the second factor is taken away. */
export function endSecondFactorPage(session: Session, shown: "refused" | "throttled" | null): Page {
  const { language } = session;
  const t = TEXTS[language];
  return {
    language,
    title: t.end_title,
    body: html`<section class="card">
        <h1>${t.end_title}</h1>
        ${shown === null ? html`` : html`<p class="fault" role="alert">${t[shown]}</p>`}
        <form method="post" action="/account/second-factor/end">
          <input type="hidden" name="csrf_token" value="${session.csrf_token}" />
          <label for="code">${t.code}</label>
          <input id="code" name="code" autocomplete="one-time-code" required />
          <p class="soft small">${t.end_hint}</p>
          <div class="actions"><button class="bad">${t.factor_end}</button></div>
        </form>
      </section>
      <footer><a href="/account">${t.account}</a></footer>`,
  };
}

/** The secret as a picture and as text; it counts once its code was entered. */
export function secondFactorPage(session: Session, secret: Uint8Array, is_wrong: boolean): Page {
  const { language, email } = session;
  const t = TEXTS[language];
  // The library's own output: shapes only, of an address that we composed.
  const picture = new Html(renderSVG(totpAddress(secret, email), { border: 4 }));
  return {
    language,
    title: t.scan_title,
    body: html`<section class="card">
      <h1>${t.scan_title}</h1>
      <p>${t.scan}</p>
      <div class="code" role="img" aria-label="${t.picture}">${picture}</div>
      <p>${t.key}: <code>${(base32(secret).match(/.{1,4}/g) ?? []).join(" ")}</code></p>
      ${is_wrong ? html`<p class="fault" role="alert">${t.wrong}</p>` : html``}
      <form method="post" action="/account/second-factor/confirm">
        <input type="hidden" name="csrf_token" value="${session.csrf_token}" />
        <label for="code">${t.code}</label>
        <input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" required />
        <div class="actions"><button>${t.confirm}</button></div>
      </form>
    </section>`,
  };
}

export function recoveryCodesPage(language: Language, codes: readonly string[]): Page {
  const t = TEXTS[language];
  return {
    language,
    title: t.codes_title,
    body: html`<section class="card">
      <h1>${t.codes_title}</h1>
      <p>${t.codes}</p>
      <ul>
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a href="/account">${t.done}</a></p>
    </section>`,
  };
}

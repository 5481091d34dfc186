import { type Html, html } from "../http/html.ts";
import type { Language, PasswordFault } from "../../modules/users/index.ts";
import type { Page } from "./layout.ts";

const TEXTS = {
  da: {
    login: "Log ind",
    email: "E-mail",
    password: "Adgangskode",
    forgotten: "Glemt adgangskode?",
    refused: "E-mail eller adgangskode passer ikke.",
    code_refused: "Koden passer ikke, eller den er brugt. Prøv den næste.",
    throttled: "For mange forsøg. Vent lidt, og prøv igen.",
    again: "Log ind igen for at fortsætte: det er mere end 12 timer siden sidst.",
    code_title: "Kode fra din app",
    code: "Kode",
    code_hint: "Seks cifre fra din godkendelsesapp, eller en af dine gendannelseskoder.",
    reset_title: "Ny adgangskode",
    reset_hint: "Skriv din e-mail. Har du en konto, får du et link, der virker i en time.",
    reset_send: "Send link",
    reset_sent: "Findes der en konto med den e-mail, er der sendt et link til den.",
    reset_by_hand:
      "Denne tjeneste sender ingen mails. Bed en administrator i din virksomhed om et link (under Personer), eller den, der " +
      "driver tjenesten.",
    choose_title: "Vælg en adgangskode",
    choose_hint: "Mindst 12 tegn. Gerne nogle ord, som kun du ville sætte sammen.",
    choose_save: "Gem adgangskode",
    link_gone_title: "Linket virker ikke mere",
    link_gone: "Det er brugt eller for gammelt. Bed om et nyt.",
    foreign_title: "Formularen kom ikke fra denne side",
    foreign: "Gå tilbage, genindlæs siden, og prøv igen.",
    unreadable_title: "Formularen kunne ikke læses",
    unreadable: "Den er for stor, eller den er ikke skrevet af en browser.",
    faults: {
      too_short: "Adgangskoden skal have mindst 12 tegn.",
      too_long: "Adgangskoden må højst have 200 tegn.",
      like_account: "Adgangskoden må ikke bestå af din e-mail.",
      too_simple: "Adgangskoden er for let at gætte.",
    },
  },
  en: {
    login: "Log in",
    email: "E-mail",
    password: "Password",
    forgotten: "Forgotten your password?",
    refused: "E-mail or password is not right.",
    code_refused: "The code is not right, or was used. Try the next one.",
    throttled: "Too many attempts. Wait a little, then try again.",
    again: "Log in again to go on: the last time is more than 12 hours ago.",
    code_title: "Code from your app",
    code: "Code",
    code_hint: "Six digits from your authenticator, or one of your recovery codes.",
    reset_title: "A new password",
    reset_hint: "Enter your e-mail. If there is an account, it gets a link that works for an hour.",
    reset_send: "Send link",
    reset_sent: "If there is an account with this e-mail, a link has been sent to it.",
    reset_by_hand:
      "This service sends no mails. Ask an administrator of your company for a link (under People), or whoever runs the " +
      "service.",
    choose_title: "Choose a password",
    choose_hint: "At least 12 characters. Some words that only you would put together are good.",
    choose_save: "Save password",
    link_gone_title: "This link does not work any more",
    link_gone: "It was used or is too old. Ask for a new one.",
    foreign_title: "This form did not come from this page",
    foreign: "Go back, load the page again, then try once more.",
    unreadable_title: "This form could not be read",
    unreadable: "It is too large, or no browser wrote it.",
    faults: {
      too_short: "The password needs at least 12 characters.",
      too_long: "The password may have at most 200 characters.",
      like_account: "The password must not consist of your e-mail.",
      too_simple: "The password is too easy to guess.",
    },
  },
} as const;

export type LoginNotice = "refused" | "throttled" | "again" | "code_refused";

function notice(text: string | null, kind: "note" | "fault"): Html {
  if (text === null) return html``;
  return kind === "note"
    ? html`<p class="note" role="status">${text}</p>`
    : html`<p class="fault" role="alert">${text}</p>`;
}

export function loginPage(
  language: Language,
  fields: { readonly return_to: string; readonly email: string },
  shown: LoginNotice | null,
): Page {
  const t = TEXTS[language];
  return {
    language,
    title: t.login,
    body: html`<section class="card">
        <h1>${t.login}</h1>
        ${notice(shown === null ? null : t[shown], shown === "again" ? "note" : "fault")}
        <form method="post" action="/login">
          <input type="hidden" name="return_to" value="${fields.return_to}" />
          <label for="email">${t.email}</label>
          <input id="email" name="email" type="email" value="${fields.email}" autocomplete="username" required />
          <label for="password">${t.password}</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required />
          <div class="actions"><button>${t.login}</button></div>
        </form>
      </section>
      <footer><a href="/account/password-reset">${t.forgotten}</a></footer>`,
  };
}

export function codePage(
  language: Language,
  fields: { readonly return_to: string; readonly pending: string },
  shown: LoginNotice | null,
): Page {
  const t = TEXTS[language];
  return {
    language,
    title: t.code_title,
    body: html`<section class="card">
      <h1>${t.code_title}</h1>
      ${notice(shown === null ? null : t[shown], "fault")}
      <form method="post" action="/login/code">
        <input type="hidden" name="return_to" value="${fields.return_to}" />
        <input type="hidden" name="pending" value="${fields.pending}" />
        <label for="code">${t.code}</label>
        <input id="code" name="code" inputmode="text" autocomplete="one-time-code" required />
        <p class="soft small">${t.code_hint}</p>
        <div class="actions"><button>${t.login}</button></div>
      </form>
    </section>`,
  };
}

/** Asks for the address, says that a link was sent, or that this service sends none. */
export function resetPage(language: Language, shown: "form" | "sent" | "by_hand"): Page {
  const t = TEXTS[language];
  const form = html`<p class="soft">${t.reset_hint}</p>
    <form method="post" action="/account/password-reset">
      <label for="email">${t.email}</label>
      <input id="email" name="email" type="email" autocomplete="username" required />
      <div class="actions"><button>${t.reset_send}</button></div>
    </form>`;
  return {
    language,
    title: t.reset_title,
    body: html`<section class="card">
        <h1>${t.reset_title}</h1>
        ${shown === "form" ? form : notice(shown === "sent" ? t.reset_sent : t.reset_by_hand, "note")}
      </section>
      <footer><a href="/login">${t.login}</a></footer>`,
  };
}

export function choosePasswordPage(
  language: Language,
  fields: { readonly path: string; readonly email: string },
  fault: PasswordFault | null,
): Page {
  const t = TEXTS[language];
  return {
    language,
    title: t.choose_title,
    address: fields.path,
    body: html`<section class="card">
      <h1>${t.choose_title}</h1>
      ${notice(fault === null ? null : t.faults[fault], "fault")}
      <form method="post" action="${fields.path}">
        <label for="email">${t.email}</label>
        <input id="email" name="email" type="email" value="${fields.email}" autocomplete="username" readonly />
        <label for="password">${t.password}</label>
        <input id="password" name="password" type="password" autocomplete="new-password" minlength="12" required />
        <p class="soft small">${t.choose_hint}</p>
        <div class="actions"><button>${t.choose_save}</button></div>
      </form>
    </section>`,
  };
}

export function linkGonePage(language: Language): Page {
  const t = TEXTS[language];
  return {
    language,
    title: t.link_gone_title,
    body: html`<section class="card">
      <h1>${t.link_gone_title}</h1>
      <p>${t.link_gone}</p>
      <p><a href="/account/password-reset">${t.reset_title}</a></p>
    </section>`,
  };
}

export function foreignFormPage(language: Language): Page {
  const t = TEXTS[language];
  return {
    language,
    title: t.foreign_title,
    body: html`<section class="card">
      <h1>${t.foreign_title}</h1>
      <p>${t.foreign}</p>
    </section>`,
  };
}

export function unreadableFormPage(language: Language): Page {
  const t = TEXTS[language];
  return {
    language,
    title: t.unreadable_title,
    body: html`<section class="card">
      <h1>${t.unreadable_title}</h1>
      <p>${t.unreadable}</p>
    </section>`,
  };
}

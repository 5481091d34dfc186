import type { ConsentView } from "../../modules/oauth/index.ts";
import type { Language, Session } from "../../modules/users/index.ts";
import { type Html, html } from "../http/html.ts";
import type { Page } from "../web/layout.ts";
import { scopeText } from "./scope-texts.ts";

const TEXTS = {
  da: {
    title: "Forbind en assistent",
    wants: "vil læse jeres klimaregnskab",
    registered: "Navnet har programmet selv valgt; det er ikke bekræftet.",
    documented: "Programmet beskriver sig selv på",
    answer: "Svaret sendes til",
    loopback: "Svaret sendes til denne computer. Sig kun ja, hvis du selv har startet programmet lige nu.",
    company: "Virksomhed",
    choose: "Vælg virksomhed",
    reads: "Det må læse",
    writes: "Må det også ændre noget?",
    writes_hint: "Uden flueben kan det kun læse.",
    requested: "ønsket",
    allow: "Tillad",
    deny: "Afvis",
    ending: "Adgangen kan altid afsluttes under Forbundne assistenter.",
    logged_in: "Du er logget ind som",
    ask_title: "Bed jeres administrator",
    ask: "Kun en administrator kan forbinde en assistent. Du er ikke administrator af nogen virksomhed her.",
    back: "Tilbage til programmet",
    gone_title: "Forespørgslen gælder ikke mere",
    gone: "Den er besvaret eller for gammel. Begynd forfra i programmet.",
    refused_title: "Programmets forespørgsel kan ikke besvares",
    refused: "Fejlen ligger i programmet, der sendte dig hertil:",
  },
  en: {
    title: "Connect an assistant",
    wants: "wants to read your carbon accounts",
    registered: "The program chose this name itself; it is not verified.",
    documented: "The program describes itself at",
    answer: "The answer goes to",
    loopback: "The answer goes to this computer. Say yes only if you started the program yourself just now.",
    company: "Company",
    choose: "Choose a company",
    reads: "It may read",
    writes: "May it change something as well?",
    writes_hint: "Without ticks it can only read.",
    requested: "asked for",
    allow: "Allow",
    deny: "Deny",
    ending: "You can end the access at any time under Connected assistants.",
    logged_in: "You are logged in as",
    ask_title: "Ask your administrator",
    ask: "Only an administrator can connect an assistant. You administer no company here.",
    back: "Back to the program",
    gone_title: "This request is not valid any more",
    gone: "It was answered or is too old. Start again in the program.",
    refused_title: "The program's request cannot be answered",
    refused: "The fault lies in the program that sent you here:",
  },
} as const;

/** What is asked, by whom, for which company. The three boxes are never ticked beforehand. */
export function consentPage(session: Session, secret: string, view: ConsentView): Page {
  const { language } = session;
  const t = TEXTS[language];
  const { client, redirect_host, companies } = view;
  const origin = client.document_host === null ? t.registered : `${t.documented} ${client.document_host}.`;
  return {
    language,
    title: t.title,
    body: html`<section class="card">
        <h1>${client.name} ${t.wants}</h1>
        <p class="soft small">${origin} ${t.answer} <code>${redirect_host}</code>.</p>
        ${view.is_loopback ? html`<p class="note">${t.loopback}</p>` : html``}
        <form method="post" action="/oauth/consent">
          <input type="hidden" name="request" value="${secret}" />
          <input type="hidden" name="csrf_token" value="${session.csrf_token}" />
          ${companyChooser(t, companies)}
          <h2>${t.reads}</h2>
          <ul>
            ${view.reads.map((scope) => html`<li>${scopeText(scope, language)}</li>`)}
          </ul>
          <fieldset>
            <legend>${t.writes}</legend>
            <p class="soft small">${t.writes_hint}</p>
            ${view.writes.map(
              ({ scope, is_requested }) =>
                html`<label class="check"
                  ><input type="checkbox" name="write" value="${scope}" /><span
                    >${scopeText(scope, language)}${is_requested ? ` (${t.requested})` : ""}</span
                  ></label
                >`,
            )}
          </fieldset>
          <div class="actions">
            <button name="decision" value="allow">${t.allow}</button>
            <button class="plain" name="decision" value="deny" formnovalidate>${t.deny}</button>
          </div>
        </form>
      </section>
      <footer>${t.ending}<br />${t.logged_in} ${session.email}.</footer>`,
  };
}

/** Who administers several companies names one: none is chosen beforehand. */
function companyChooser(
  { company: label, choose }: { readonly company: string; readonly choose: string },
  companies: ConsentView["companies"],
): Html {
  const [only, ...others] = companies;
  if (only !== undefined && others.length === 0) {
    return html`<p><strong>${label}:</strong> ${only.name}</p>
      <input type="hidden" name="tenant_id" value="${only.id}" />`;
  }
  return html`<label for="tenant_id">${label}</label>
    <select id="tenant_id" name="tenant_id" required>
      <option value="">${choose}</option>
      ${companies.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
    </select>`;
}

/** For who administers no company: the way back tells the program `access_denied`. */
export function askAdministratorPage(session: Session, secret: string, client_name: string): Page {
  const t = TEXTS[session.language];
  return {
    language: session.language,
    title: t.ask_title,
    body: html`<section class="card">
        <h1>${t.ask_title}</h1>
        <p>${client_name} ${t.wants}. ${t.ask}</p>
        <form method="post" action="/oauth/consent">
          <input type="hidden" name="request" value="${secret}" />
          <input type="hidden" name="csrf_token" value="${session.csrf_token}" />
          <div class="actions"><button class="plain" name="decision" value="deny">${t.back}</button></div>
        </form>
      </section>
      <footer>${t.logged_in} ${session.email}.</footer>`,
  };
}

export function requestGonePage(language: Language): Page {
  const t = TEXTS[language];
  return {
    language,
    title: t.gone_title,
    body: html`<section class="card">
      <h1>${t.gone_title}</h1>
      <p>${t.gone}</p>
    </section>`,
  };
}

/** The program or its address cannot be trusted: nothing is sent there. */
export function refusedRequestPage(language: Language, description: string): Page {
  const t = TEXTS[language];
  return {
    language,
    title: t.refused_title,
    body: html`<section class="card">
      <h1>${t.refused_title}</h1>
      <p>${t.refused}</p>
      <p><code>${description}</code></p>
    </section>`,
  };
}

import type { ConnectedAssistant } from "../../modules/oauth/index.ts";
import type { Session } from "../../modules/users/index.ts";
import { type Html, html } from "../http/html.ts";
import type { Page } from "../web/layout.ts";
import { scopeText } from "./scope-texts.ts";

const TEXTS = {
  da: {
    title: "Forbundne assistenter",
    none: "Ingen programmer er forbundet.",
    how: "Forbind en assistent ved at give den denne adresse:",
    program: "Program",
    company: "Virksomhed",
    may: "Må",
    reads: "læse",
    used: "Sidst brugt",
    never: "aldrig",
    by: "forbundet af",
    end: "Afslut",
    end_title: "Afslut en forbindelse",
    end_of: "til",
    end_means: [
      "Programmet kan ikke læse eller ændre noget mere, fra det næste kald.",
      "Det, programmet har lavet, bliver, og revisionssporet fortæller, hvem der afsluttede forbindelsen.",
      "Programmet kan forbindes igen, hvis en administrator giver lov.",
    ],
    keep: "Fortryd",
    administrators_only:
      "Kun en administrator af en virksomhed kan forbinde en assistent. Bed jeres administrator om det.",
    back: "Din konto",
  },
  en: {
    title: "Connected assistants",
    none: "No program is connected.",
    how: "Connect an assistant by giving it this address:",
    program: "Program",
    company: "Company",
    may: "May",
    reads: "read",
    used: "Last used",
    never: "never",
    by: "connected by",
    end: "End",
    end_title: "End a connection",
    end_of: "to",
    end_means: [
      "The program can no longer read or change anything, from the next call on.",
      "What the program did stays, and the audit log tells who ended the connection.",
      "The program can be connected again if an administrator allows it.",
    ],
    keep: "Cancel",
    administrators_only: "Only an administrator of a company can connect an assistant. Ask yours for it.",
    back: "Your account",
  },
} as const;

/**
 * Who connected what, with which rights, when it was last used, and the way to end it. Who administers no company (`mcp_url`
 * null) is not told how to connect: it would be refused.
 */
export function assistantsPage(
  session: Session,
  connected: readonly ConnectedAssistant[],
  mcp_url: string | null,
): Page {
  const t = TEXTS[session.language];
  const table = html`<table>
    <thead>
      <tr>
        <th>${t.program}</th>
        <th>${t.company}</th>
        <th>${t.may}</th>
        <th>${t.used}</th>
        <th aria-label="${t.end}"></th>
      </tr>
    </thead>
    <tbody>
      ${connected.map((assistant) => row(session, assistant))}
    </tbody>
  </table>`;
  return {
    language: session.language,
    title: t.title,
    is_wide: true,
    body: html`<section class="card">
        <h1>${t.title}</h1>
        ${connected.length === 0 ? html`<p>${t.none}</p>` : table}
        ${
          mcp_url === null
            ? html`<p class="note">${t.administrators_only}</p>`
            : html`<p class="soft">${t.how} <code>${mcp_url}</code></p>`
        }
      </section>
      <footer><a href="/account">${t.back}</a></footer>`,
  };
}

function row(session: Session, assistant: ConnectedAssistant): Html {
  const { language } = session;
  const t = TEXTS[language];
  const writes = assistant.scopes
    .filter((scope) => !scope.endsWith(":read"))
    .map((scope) => scopeText(scope, language));
  return html`<tr>
    <td>
      <strong>${assistant.client_name}</strong><br /><span class="soft small"
        >${assistant.redirect_host}, ${t.by} ${assistant.connected_by}, ${dateOf(assistant.created_at)}</span
      >
    </td>
    <td data-label="${t.company}">${assistant.tenant_name}</td>
    <td data-label="${t.may}">${[t.reads, ...writes].join(", ")}</td>
    <td data-label="${t.used}">${assistant.last_used_at === null ? t.never : dateOf(assistant.last_used_at)}</td>
    <td>
      <a class="button bad" href="/account/assistants/end?id=${assistant.id}" aria-label="${t.end}: ${assistant.client_name}">${t.end}</a>
    </td>
  </tr>`;
}

/** Says what ending a connection means, before it is done. */
export function endAssistantPage(session: Session, assistant: ConnectedAssistant): Page {
  const t = TEXTS[session.language];
  return {
    language: session.language,
    title: t.end_title,
    body: html`<section class="card">
      <h1>${t.end_title}</h1>
      <p><strong>${assistant.client_name}</strong> ${t.end_of} <strong>${assistant.tenant_name}</strong></p>
      <ul>
        ${t.end_means.map((line) => html`<li>${line}</li>`)}
      </ul>
      <form method="post" action="/account/assistants/end">
        <input type="hidden" name="csrf_token" value="${session.csrf_token}" />
        <div class="actions">
          <button class="bad" name="id" value="${assistant.id}">${t.end}</button>
          <a class="button plain" href="/account/assistants">${t.keep}</a>
        </div>
      </form>
    </section>`,
  };
}

/** ISO 8601 to the minute, UTC: the same for every reader. */
function dateOf(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace("T", " ")} UTC`;
}

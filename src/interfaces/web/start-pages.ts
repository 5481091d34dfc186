import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import type { Language } from "../../modules/users/index.ts";
import { ERROR_MEANINGS_DA } from "../http/error-meanings-da.ts";
import { ERROR_MEANINGS } from "../http/error-meanings.ts";
import { type Html, html } from "../http/html.ts";
import type { Page } from "./layout.ts";
import { START_TEXTS } from "./start-texts.ts";

/** Where people and programs start from; no trailing slashes. */
export interface StartAddresses {
  readonly base_url: string;
  readonly api_url: string;
  readonly sandbox_api_url: string;
  readonly errors_url: string;
}

/** What this service is: the way in for people, the addresses for programs. */
export function startPage(language: Language, addresses: StartAddresses): Page {
  const t = START_TEXTS[language];
  const { base_url, api_url, sandbox_api_url, errors_url } = addresses;
  const rest = (name: string, url: string): Html =>
    html`<dt>${name}</dt>
      <dd><code>${url}/api/v1</code><br /><a href="${url}/api/v1/openapi.json">${t.openapi}</a></dd>`;
  return {
    language,
    title: t.title,
    is_wide: true,
    body: html`<section class="card">
        <h1>${t.title}</h1>
        <p>${t.lead}</p>
        <h2>${t.people}</h2>
        <p>${t.people_hint}</p>
        <p class="actions"><a class="button" href="${base_url}/login">${t.login}</a></p>
      </section>
      <section class="card">
        <h2>${t.programs}</h2>
        <dl class="entries">
          <dt>${t.mcp}</dt>
          <dd>
            <code>${base_url}/api/mcp</code><br />${t.mcp_hint}<br /><a href="${base_url}/api/mcp/schema"
              >${t.mcp_schema}</a
            >
          </dd>
          ${rest(t.live, api_url)} ${rest(t.sandbox, sandbox_api_url)}
          <dt>${t.errors}</dt>
          <dd><a href="${errors_url}">${t.errors_link}</a></dd>
        </dl>
      </section>
      <footer><a href="${base_url}/verify">${t.verify}</a></footer>`,
  };
}

/** All codes with status and title. */
export function errorListPage(language: Language, { base_url, errors_url }: StartAddresses): Page {
  const t = START_TEXTS[language];
  const rows = errorCodes().map((code) => {
    const { status, title } = aboutError(language, code);
    return html`<dt>
        <a href="${errors_url}/${code}"><code>${code}</code></a>
      </dt>
      <dd>${status}. ${title}</dd>`;
  });
  return {
    language,
    title: t.errors,
    is_wide: true,
    body: html`<section class="card">
        <h1>${t.errors}</h1>
        <p class="soft">${t.errors_lead}</p>
        <dl class="entries">${rows}</dl>
      </section>
      ${nextStepsOf(language, base_url)}`,
  };
}

/** One code: when it happens and what to do. */
export function errorPage(language: Language, code: ErrorCode, { base_url, errors_url }: StartAddresses): Page {
  const t = START_TEXTS[language];
  const { status, title, when, remedy } = aboutError(language, code);
  return {
    language,
    title: `${title} (${code})`,
    is_wide: true,
    body: html`<section class="card">
        <h1>${title}</h1>
        <p class="soft"><code>${code}</code>, HTTP ${status}</p>
        <dl class="entries">
          <dt>${t.when}</dt>
          <dd>${when}</dd>
          <dt>${t.remedy}</dt>
          <dd>${remedy}</dd>
        </dl>
        <p><a href="${errors_url}">${t.all_errors}</a></p>
      </section>
      ${nextStepsOf(language, base_url)}`,
  };
}

export function notFoundPage(language: Language, base_url: string): Page {
  const t = START_TEXTS[language];
  return {
    language,
    title: t.missing_title,
    body: html`<section class="card">
        <h1>${t.missing_title}</h1>
        <p>${t.missing}</p>
      </section>
      ${nextStepsOf(language, base_url)}`,
  };
}

/** Instead of a page that could not be answered, by the status of why. */
export function faultPage(
  language: Language,
  { status, request_id, base_url }: { readonly status: number; readonly request_id: string; readonly base_url: string },
): Page {
  const t = START_TEXTS[language];
  const kind = faultKind(status);
  return {
    language,
    title: t[`${kind}_title`],
    body: html`<section class="card">
        <h1>${t[`${kind}_title`]}</h1>
        <p class="fault" role="alert">${t[kind]}</p>
        ${kind === "fault" ? html`<p><code>${request_id}</code></p>` : html``}
      </section>
      ${nextStepsOf(language, base_url)}`,
  };
}

function faultKind(status: number): "busy" | "away" | "fault" | "refused" {
  if (status === 429) return "busy";
  if (status === 503 || status === 507) return "away";
  return status >= 500 ? "fault" : "refused";
}

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CODES, text);
}

function errorCodes(): readonly ErrorCode[] {
  return Object.keys(ERROR_CODES).filter(isErrorCode);
}

interface AboutError {
  readonly status: number;
  readonly title: string;
  readonly when: string;
  readonly remedy: string;
}

function aboutError(language: Language, code: ErrorCode): AboutError {
  const { status, title } = ERROR_CODES[code];
  if (language === "da") return { status, ...ERROR_MEANINGS_DA[code] };
  return { status, title, ...ERROR_MEANINGS[code] };
}

/** Nobody ends on a page without a way to go. */
function nextStepsOf(language: Language, base_url: string): Html {
  const t = START_TEXTS[language];
  return html`<footer>
    <a href="${base_url}/">${t.start}</a> ·
    <a href="${base_url}/login">${t.login}</a>
  </footer>`;
}

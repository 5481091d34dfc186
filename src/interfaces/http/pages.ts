import { hash } from "node:crypto";
import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import { ERROR_MEANINGS } from "./error-meanings.ts";
import { type Html, html } from "./html.ts";

const STYLE = `:root{color-scheme:light dark;--ink:#17221c;--soft:#55645b;--line:#d9e1dc;--paper:#fbfcfb;--mark:#1d6b47}
@media(prefers-color-scheme:dark){:root{--ink:#e6ede9;--soft:#9db0a5;--line:#2c3832;--paper:#121815;--mark:#6fcf9f}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:4rem 1.5rem}h1{font-size:2rem;line-height:1.2;margin:0 0 .5rem}
p{margin:.6rem 0}a{color:var(--mark)}code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}
.lead{color:var(--soft);font-size:1.1rem}dl{margin:2rem 0;border-top:1px solid var(--line)}
dt{font-weight:600;padding-top:.9rem}dd{margin:0;padding:.1rem 0 .9rem;border-bottom:1px solid var(--line)}
nav{margin-bottom:2rem}`;

/** No script, no foreign content; the one style sheet by its hash (CSP Level 3, 2.3.1). */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "public, max-age=300",
};

/** A whole page as text. The style element has no whitespace around its text: the hash covers exactly that text. */
function page(title: string, body: Html): string {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>${html`${title}`.text}</title><style>${STYLE}</style>`;
  return `<!doctype html>\n<html lang="en"><head>${head}</head><body><main>${body.text}</main></body></html>\n`;
}

/** What this service is, with the addresses that people and programs start from. */
export function homePage(addresses: {
  base_url: string;
  api_url: string;
  sandbox_api_url: string;
  errors_url: string;
}): string {
  const { base_url, api_url, sandbox_api_url, errors_url } = addresses;
  return page(
    "Carbon Ledger",
    html`<h1>Carbon Ledger</h1>
      <p class="lead">
        Invoices in, traceable greenhouse gas emissions out. This is the service's own address; programs and assistants
        use the ones below.
      </p>
      <dl>
        <dt>Assistants (MCP)</dt>
        <dd>
          <code>${base_url}/api/mcp</code>. Give an assistant this address: it opens a page where an administrator logs in
          and allows it. An API key works as well. <a href="${base_url}/api/mcp/schema">Tools and schemas</a>
        </dd>
        <dt>People</dt>
        <dd><a href="${base_url}/account">Your account</a>, with the assistants that are connected</dd>
        <dt>REST, live</dt>
        <dd><code>${api_url}/api/v1</code>. <a href="${api_url}/api/v1/openapi.json">OpenAPI description</a></dd>
        <dt>REST, sandbox</dt>
        <dd>
          <code>${sandbox_api_url}/api/v1</code>.
          <a href="${sandbox_api_url}/api/v1/openapi.json">OpenAPI description</a>
        </dd>
        <dt>Errors</dt>
        <dd><a href="${errors_url}">Every error code, when it happens and what to do</a></dd>
      </dl>`,
  );
}

const CODES = Object.keys(ERROR_CODES).filter(isErrorCode);

export function isErrorCode(text: string): text is ErrorCode {
  return Object.hasOwn(ERROR_CODES, text);
}

/** All codes with status and title. */
export function errorListPage(errors_url: string): string {
  const rows = CODES.map((code) => {
    const { status, title } = ERROR_CODES[code];
    return html`<dt>
        <a href="${errors_url}/${code}"><code>${code}</code></a>
      </dt>
      <dd>${status}. ${title}</dd>`;
  });
  return page(
    "Errors of Carbon Ledger",
    html`<h1>Errors</h1>
      <p class="lead">Branch on <code>code</code>; titles and details may be reworded.</p>
      <dl>${rows}</dl>`,
  );
}

/** One code: when it happens and what to do. */
export function errorPage(code: ErrorCode, errors_url: string): string {
  const { status, title } = ERROR_CODES[code];
  const { when, remedy } = ERROR_MEANINGS[code];
  return page(
    `${code}: ${title}`,
    html`<nav><a href="${errors_url}">All errors</a></nav>
      <h1>${title}</h1>
      <p class="lead"><code>${code}</code>, HTTP ${status}</p>
      <dl>
        <dt>When</dt>
        <dd>${when}</dd>
        <dt>What to do</dt>
        <dd>${remedy}</dd>
      </dl>`,
  );
}

export function notFoundPage(base_url: string): string {
  return page(
    "Not found",
    html`<h1>Nothing here</h1>
      <p class="lead">This address has no page. <a href="${base_url}/">Start page</a></p>`,
  );
}

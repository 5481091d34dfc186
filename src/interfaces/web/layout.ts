import { hash } from "node:crypto";
import { type Html, html } from "../http/html.ts";
import type { Language } from "../../modules/users/index.ts";

const STYLE = `:root{color-scheme:light dark;--ink:#17221c;--soft:#55645b;--line:#d5ded9;--paper:#f4f7f5;--card:#fff;--mark:#1d6b47;--on-mark:#fff;--warn:#8a4b00;--warn-paper:#fff5e6;--bad:#a3211b}
@media(prefers-color-scheme:dark){:root{--ink:#e6ede9;--soft:#a3b5ab;--line:#33413a;--paper:#0f1512;--card:#18201c;--mark:#6fcf9f;--on-mark:#08130d;--warn:#f3c27a;--warn-paper:#2b2210;--bad:#ff9a92}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:2.5rem 1rem 3rem}main.wide{max-width:48rem}
.top{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;margin:0 0 1.25rem}.brand{font-weight:700;letter-spacing:-.01em;text-decoration:none;color:var(--mark)}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.5rem}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem;overflow-wrap:anywhere}h2{font-size:1.05rem;margin:1.5rem 0 .4rem}
p{margin:.6rem 0}ul{margin:.4rem 0;padding-left:1.2rem}li{margin:.2rem 0}a{color:var(--mark)}
code{font:.92em ui-monospace,monospace;overflow-wrap:anywhere}.soft{color:var(--soft)}.small{font-size:.9rem}
label{display:block;font-weight:600;margin:1rem 0 .3rem}
input:not([type=checkbox]):not([type=hidden]),select{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:9px;padding:.6rem .7rem;min-height:2.75rem}input[readonly]:not([type=checkbox]):not([type=hidden]){background:var(--paper);color:var(--soft)}
.check{display:flex;gap:.7rem;align-items:flex-start;font-weight:400;padding:.35rem 0;margin:0}.check input{width:1.3rem;height:1.3rem;margin:.15rem 0 0;flex:none;accent-color:var(--mark)}
fieldset{border:0;padding:0;margin:1.5rem 0 0}legend{font-size:1.05rem;font-weight:700;padding:0}
.code{max-width:17rem;margin:1rem auto}.code svg{display:block;border-radius:9px}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.6rem 1.1rem;border-radius:9px;border:1px solid var(--mark);background:var(--mark);color:var(--on-mark);cursor:pointer}
button.plain{background:transparent;color:var(--mark)}button.bad{background:transparent;border-color:var(--bad);color:var(--bad)}
.actions{display:flex;flex-wrap:wrap;gap:.7rem;margin-top:1.4rem}.actions button{flex:1 1 9rem}
.line{display:flex;flex-wrap:wrap;gap:.5rem;margin:.3rem 0}.line button{margin:0}.line select{flex:1 1 9rem}td .actions{margin:0 0 .5rem}
.note,.fault,.good{border-radius:9px;padding:.7rem .9rem;margin:1rem 0}.note{background:var(--warn-paper);color:var(--warn)}.fault{border:1px solid var(--bad);color:var(--bad)}.good{border:1px solid var(--mark);color:var(--mark)}
a.button{display:inline-block;font-weight:600;text-decoration:none;min-height:2.75rem;padding:.6rem 1.1rem;border-radius:9px;border:1px solid var(--mark);background:var(--mark);color:var(--on-mark)}a.button.plain{background:transparent;color:var(--mark)}a.button.bad{background:transparent;border-color:var(--bad);color:var(--bad)}
.entries dt{font-weight:600;margin-top:.9rem}.entries dd{margin:.1rem 0 0}.facts{display:grid;grid-template-columns:max-content 1fr;gap:.35rem 1.25rem;margin:1rem 0}.facts dt{color:var(--soft)}.facts dd{margin:0;min-width:0}.card+.card{margin-top:1rem}.card>h2:first-child{margin-top:0}.card>:last-child,.signed>:last-child{margin-bottom:0}.signed{border-top:1px solid var(--line);padding-top:.4rem;margin-top:1rem}details{margin-top:1.2rem}summary{cursor:pointer}
:focus-visible{outline:3px solid var(--mark);outline-offset:2px}
table{width:100%;border-collapse:collapse}th,td{text-align:left;padding:.6rem .5rem;border-bottom:1px solid var(--line);vertical-align:top}
@media(max-width:34rem){thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}tr,td{display:block;border:0}tr{border-bottom:1px solid var(--line);padding:.6rem 0}td{padding:.1rem 0}td[data-label]::before{content:attr(data-label) ": ";color:var(--soft)}td button{margin:.5rem 0}.facts{grid-template-columns:1fr;gap:0}.facts dd{margin-bottom:.5rem}}
td.name{overflow-wrap:anywhere;min-width:13rem}footer{margin-top:1.25rem;color:var(--soft);font-size:.9rem}`;

/**
 * No script and no foreign content; the one style sheet by its hash (CSP Level 3, 2.3.1). The consent page sends the browser
 * to the program that asked, and a program may send it on: `form-action` would stop that in Chromium, so it names nothing
 * there. The form token and the check of its origin are what protects forms.
 */
export function pageHeaders(options: { readonly answers_elsewhere?: boolean } = {}): Record<string, string> {
  const formAction = options.answers_elsewhere === true ? "" : "; form-action 'self'";
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy":
      `default-src 'none'; style-src 'sha256-${hash("sha256", STYLE, "base64")}'; ` +
      `base-uri 'none'; frame-ancestors 'none'${formAction}`,
    "x-frame-options": "DENY",
    // With no-referrer Chromium posts forms with `Origin: null`, which no check could tell from a foreign page.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
  };
}

export interface Page {
  readonly language: Language;
  readonly title: string;
  readonly body: Html;
  readonly is_wide?: boolean;
  /** Where it can be asked for again without losing anything, of a page that answers a form or has a parameter in its path. */
  readonly address?: string;
}

/** The same page in another language. */
export interface PageLink {
  readonly language: Language;
  readonly address: string;
}

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { da: "Dansk", en: "English" };

/** A whole page as text. The style element has no whitespace around its text: the hash covers exactly that text. */
export function renderPage({ language, title, body, is_wide = false }: Page, others: readonly PageLink[]): string {
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<meta name="robots" content="noindex"><title>${html`${title}`.text} · Carbon Ledger</title><style>${STYLE}</style>`;
  const width = is_wide ? html`<main class="wide">` : html`<main>`;
  return `<!doctype html>\n<html lang="${language}"><head>${head}</head><body>${width.text}${pageTop(others).text}${body.text}</main></body></html>\n`;
}

function pageTop(others: readonly PageLink[]): Html {
  return html`<div class="top">
    <a class="brand" href="/">Carbon Ledger</a>
    <span>
      ${others.map(
        ({ language, address }) =>
          html`<a href="${address}" lang="${language}" hreflang="${language}">${LANGUAGE_NAMES[language]}</a>`,
      )}
    </span>
  </div>`;
}

import type { IssuedFile } from "../../modules/reports/index.ts";
import type { Language } from "../../modules/users/index.ts";
import { type Html, html } from "../http/html.ts";
import type { Page } from "./layout.ts";
import { VERIFY_TEXTS } from "./verify-texts.ts";

/** Where the form sends the hash; the answer about a hash is below it. */
export const VERIFY_PATH = "/verify";

type Attestation = IssuedFile["attestations"][number];

/** The form alone. */
export function askPage(language: Language): Page {
  const t = VERIFY_TEXTS[language];
  return {
    language,
    title: t.title,
    is_wide: true,
    body: html`<section class="card">
      <h1>${t.ask}</h1>
      <p class="soft">${t.ask_hint}</p>
      ${form(language)}
    </section>`,
  };
}

/** What is known of the file with that hash; null: it was not issued here. */
export function answerPage(language: Language, sha256: string, file: IssuedFile | null): Page {
  const t = VERIFY_TEXTS[language];
  const about = file === null ? unknownFile(language, sha256) : issuedFile(language, sha256, file);
  return {
    language,
    title: file === null ? t.unknown : t.issued,
    is_wide: true,
    address: `${VERIFY_PATH}/${sha256}`,
    body: html`${about}
      <section class="card">
        <h2>${t.again}</h2>
        ${form(language)}
      </section>`,
  };
}

export function malformedPage(language: Language): Page {
  const t = VERIFY_TEXTS[language];
  return {
    language,
    title: t.malformed,
    is_wide: true,
    body: html`<section class="card">
      <h1>${t.malformed}</h1>
      <p class="fault" role="alert">${t.malformed_hint}</p>
      ${form(language)}
    </section>`,
  };
}

function unknownFile(language: Language, sha256: string): Html {
  const t = VERIFY_TEXTS[language];
  return html`<section class="card">
    <h1>${t.unknown}</h1>
    <p>${hash(sha256)}</p>
    <p class="fault">${t.unknown_hint}</p>
  </section>`;
}

function issuedFile(language: Language, sha256: string, file: IssuedFile): Html {
  const t = VERIFY_TEXTS[language];
  return html`<section class="card">
    <h1>${t.issued}</h1>
    <p class="good">${t.issued_hint}</p>
    ${file.environment === "sandbox" ? html`<p class="note">${t.sandbox}</p>` : html``}
    <dl class="facts">
      <dt>${t.kind}</dt>
      <dd>${t.standards[file.standard_type]}, ${file.format.toUpperCase()}</dd>
      <dt>${t.at}</dt>
      <dd>${moment(language, file.issued_at)}</dd>
      <dt>SHA-256</dt>
      <dd>${hash(sha256)}</dd>
    </dl>
    <h2>${t.attested}</h2>
    ${
      file.attestations.length === 0
        ? html`<p class="soft">${t.nobody}</p>`
        : file.attestations.map((publicAttestation) => attestation(language, publicAttestation))
    }
  </section>`;
}

function attestation(language: Language, { name, role, firm, ...terms }: Attestation): Html {
  const t = VERIFY_TEXTS[language];
  const tone = terms.status === "valid" ? "good" : "note";
  return html`<div class="signed">
    <p><strong><bdi>${name}</bdi></strong><br /><bdi>${role}</bdi>, <bdi>${firm}</bdi></p>
    <dl class="facts">
      <dt>${t.signed_at}</dt>
      <dd>${moment(language, terms.attested_at)}</dd>
      <dt>${t.terms}</dt>
      <dd>${t.engagements[terms.engagement_type]}, ${terms.standard}</dd>
    </dl>
    <p class="${tone}">${t.states[terms.status]}</p>
    ${terms.firm_entered_data ? html`<p class="note">${t.entered}</p>` : html``}
  </div>`;
}

/** Where the line is too short it breaks in the middle. */
function hash(sha256: string): Html {
  return html`<code>${sha256.slice(0, 32)}<wbr />${sha256.slice(32)}</code>`;
}

/** A plain form: the page runs no script, and the file itself never leaves its holder. */
function form(language: Language): Html {
  const t = VERIFY_TEXTS[language];
  return html`<form method="get" action="${VERIFY_PATH}">
      <label for="sha256">${t.hash}</label>
      <input id="sha256" name="sha256" required maxlength="80" autocomplete="off" spellcheck="false" />
      <div class="actions"><button>${t.check}</button></div>
    </form>
    <details class="small">
      <summary>${t.how}</summary>
      <dl class="facts">
        <dt>Linux</dt>
        <dd><code>sha256sum report.pdf</code></dd>
        <dt>macOS</dt>
        <dd><code>shasum -a 256 report.pdf</code></dd>
        <dt>Windows</dt>
        <dd><code>certutil -hashfile report.pdf SHA256</code></dd>
      </dl>
    </details>`;
}

/** In UTC, so that everybody reads the same: "5 January 2026, 08:00 UTC". */
function moment(language: Language, iso: string): string {
  const locale = language === "da" ? "da-DK" : "en-GB";
  const date = new Date(iso);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(date);
  return `${day}, ${iso.slice(11, 16)} UTC`;
}

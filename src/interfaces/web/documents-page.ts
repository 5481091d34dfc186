import { formatNumber } from "../../core/number-format.ts";
import type { Language, Session, Workplace } from "../../modules/users/index.ts";
import { type Html, html } from "../http/html.ts";
import type { UploadLimits } from "../http/http-deps.ts";
import type { DocumentsData, ShownFile } from "./documents-data.ts";
import { type DocumentsNotice, DOCUMENTS_TEXTS, FILE_ERRORS_DA } from "./documents-texts.ts";
import type { Page } from "./layout.ts";

/** Address of the page; the form posts to it. */
export const DOCUMENTS_PATH = "/account/documents";
const MIB = 1024 * 1024;

export interface DocumentsView {
  readonly workplaces: readonly Workplace[];
  readonly workplace: Workplace;
  readonly data: DocumentsData;
  readonly notice: { readonly kind: "done" | "refused"; readonly text: DocumentsNotice } | null;
  readonly limits: UploadLimits;
  /** Whether this is the first page of files. */
  readonly is_newest: boolean;
}

/** Uploads documents and says how each one ended. For everybody who works in the company. */
export function documentsPage(session: Session, view: DocumentsView): Page {
  const { language } = session;
  const t = DOCUMENTS_TEXTS[language];
  const { workplace, data, notice } = view;
  const address = `${DOCUMENTS_PATH}?company=${workplace.tenant.id}`;
  return {
    language,
    title: t.title,
    is_wide: true,
    address,
    body: html`<section class="card">
        <h1>${t.title}: ${workplace.tenant.name}</h1>
        ${companyLinks(view)} ${notice === null ? html`` : noticeText(notice, language)}
        <p>${bookedText(data, language)}<br />${quotaText(data, language)}</p>
        ${workplace.principal.scopes.has("activities:bulk") ? uploadForm(session, view) : html`<p class="soft">${t.read_only}</p>`}
      </section>
      <section class="card">
        <h2>${t.files}</h2>
        ${fileTable(data.files, workplace.tenant.id, language)}
        ${data.files.some(({ status }) => status === "stored") ? html`<p><a href="${address}">${t.reload}</a></p>` : html``}
        ${pageLinks(view, address, language)}
      </section>
      <footer><a href="/account">${t.back}</a></footer>`,
  };
}

function companyLinks({ workplaces, workplace }: DocumentsView): Html {
  const others = workplaces.filter(({ tenant }) => tenant.id !== workplace.tenant.id);
  if (others.length === 0) return html``;
  return html`<ul>
    ${others.map(({ tenant }) => html`<li><a href="${DOCUMENTS_PATH}?company=${tenant.id}">${tenant.name}</a></li>`)}
  </ul>`;
}

function noticeText({ kind, text }: NonNullable<DocumentsView["notice"]>, language: Language): Html {
  const said = DOCUMENTS_TEXTS[language].notices[text];
  return kind === "done"
    ? html`<p class="good" role="status">${said}</p>`
    : html`<p class="fault" role="alert">${said}</p>`;
}

function bookedText({ booked_kg }: DocumentsData, language: Language): string {
  const t = DOCUMENTS_TEXTS[language];
  if (booked_kg === null) return t.nothing_booked;
  const amount =
    Math.abs(booked_kg) < 1000
      ? `${formatNumber(booked_kg, language, 1)} kg`
      : `${formatNumber(booked_kg / 1000, language, 2)} t`;
  return t.booked(amount);
}

function quotaText({ quota }: DocumentsData, language: Language): string {
  return DOCUMENTS_TEXTS[language].quota(formatNumber(quota.used, language), formatNumber(quota.limit, language));
}

/** The token and the company come before the files: they are looked at before any file is stored. */
function uploadForm(session: Session, { workplace, limits }: DocumentsView): Html {
  const { language } = session;
  const t = DOCUMENTS_TEXTS[language];
  const mib = (bytes: number) => formatNumber(Math.floor((bytes / MIB) * 10) / 10, language);
  return html`<h2>${t.upload_title}</h2>
    <form method="post" action="${DOCUMENTS_PATH}" enctype="multipart/form-data">
      <input type="hidden" name="csrf_token" value="${session.csrf_token}" />
      <input type="hidden" name="company" value="${workplace.tenant.id}" />
      <label for="files">${t.choose}</label>
      <input id="files" name="files" type="file" multiple required />
      <p class="soft small">
        ${t.kinds} ${t.limits(limits.max_files, mib(limits.max_file_bytes), mib(limits.max_total_bytes))}
      </p>
      <div class="actions"><button>${t.upload}</button></div>
    </form>`;
}

function fileTable(files: readonly ShownFile[], company: string, language: Language): Html {
  const t = DOCUMENTS_TEXTS[language];
  if (files.length === 0) return html`<p>${t.no_files}</p>`;
  const isWaiting = files.some(({ status }) => status === "needs_review");
  return html`<table>
      <thead>
        <tr>
          <th>${t.file}</th>
          <th>${t.ended}</th>
        </tr>
      </thead>
      <tbody>
        ${files.map((file) => row(file, language))}
      </tbody>
    </table>
    ${isWaiting ? html`<p class="soft small">${t.review_hint} <a href="/app/${company}/gennemgang">${t.review}</a></p>` : html``}`;
}

function row(file: ShownFile, language: Language): Html {
  const t = DOCUMENTS_TEXTS[language];
  const { name, status, needs_entry, activity_count, row_errors } = file;
  const lines = activity_count === 0 ? "" : ` (${t.lines(activity_count)})`;
  return html`<tr>
    <td class="name"><bdi>${name}</bdi></td>
    <td>
      <strong>${t.statuses[needs_entry ? "needs_entry" : status]}</strong>${lines}
      ${errorText(file, language)}
      ${row_errors.length === 0 ? html`` : html`<br /><span class="small">${t.bad_rows(row_errors.length)}</span>`}
    </td>
  </tr>`;
}

/** Details of a file are told in English only; a Danish reader gets the rule and what to do. */
function errorText({ error }: ShownFile, language: Language): Html {
  if (error === null) return html``;
  const danishTexts: Readonly<Record<string, { readonly title: string; readonly hint: string } | undefined>> =
    FILE_ERRORS_DA;
  const { title, hint } = (language === "da" ? danishTexts[error.code] : undefined) ?? error;
  const detail = language === "en" ? ` ${error.detail}` : "";
  return html`<br /><span class="small">${title}.${detail} <span class="soft">${hint}</span></span>`;
}

function pageLinks({ data, is_newest }: DocumentsView, address: string, language: Language): Html {
  const t = DOCUMENTS_TEXTS[language];
  const older = data.next_cursor === null ? null : `${address}&cursor=${encodeURIComponent(data.next_cursor)}`;
  if (older === null && is_newest) return html``;
  return html`<p>
    ${is_newest ? html`` : html`<a href="${address}">${t.newest}</a>`}
    ${older === null ? html`` : html`<a href="${older}">${t.older}</a>`}
  </p>`;
}

import { grouped } from "../../core/grouped.ts";
import { canonicalHash } from "../../core/content-hash.ts";
import type { FileStore, TenantQueries } from "../../core/context.ts";
import { isUuid } from "../../core/ids.ts";
import type { Findings } from "./findings.ts";
import type { VerifiableEvent } from "./store.ts";
import {
  type AttestationEvent,
  type AttestationProof,
  selectAttestationEvents,
  selectAttestationIds,
  selectAttestationProofs,
  selectGeneratedIds,
  selectReportProofs,
  selectReportsById,
} from "./store-reports.ts";

/** Rows that are read and checked at once. */
const PAGE = 1000;

/** Texts of an attestation: personal, so that the log has their hash only. */
export type AttestationTexts = Pick<AttestationProof, "name" | "firm" | "role" | "statement">;

/** `texts_sha256` of the event of an attestation: SHA-256, lower-case hex, of the texts' RFC 8785 canonical JSON. */
export function attestationTextsHash({ name, firm, role, statement }: AttestationTexts): string {
  return canonicalHash({ name, firm, role, statement });
}

/** Compares the reports and attestations that a page of events speaks of with them. Returns the number of reports. */
export async function checkSpokenReports(
  db: TenantQueries,
  events: readonly VerifiableEvent[],
  findings: Findings,
): Promise<number> {
  const generated = events.filter(({ action }) => action === "report.generated");
  const reports = await selectReportsById(db, generated.map(({ subject }) => subject).filter(isUuid));
  const hashes = new Map(reports.map(({ id, sha256 }) => [id, sha256]));
  for (const { seq, subject, payload } of generated) {
    const sha256 = hashes.get(subject);
    if (sha256 === undefined) findings.add("row_missing", `reports ${subject}`, `event ${seq} recorded it`);
    else if (sha256 !== payload["sha256"]) {
      findings.add("row_changed", `reports ${subject}`, `its file is not the one that event ${seq} recorded`);
    }
  }
  const attested = events.filter(({ action }) => action === "report.attested");
  const ids = await selectAttestationIds(db, attested.map(attestationOf).filter(isUuid));
  for (const event of attested) {
    const id = attestationOf(event);
    if (!ids.has(id)) findings.add("row_missing", `report_attestations ${id}`, `event ${event.seq} recorded it`);
  }
  return reports.length;
}

function attestationOf({ payload }: Pick<AttestationEvent, "payload">): string {
  return String(payload["attestation_id"]);
}

/** Reports that no event recorded; with `files` their files are hashed, too. Returns the number of files. */
export async function checkReportRows(
  db: TenantQueries,
  files: FileStore | undefined,
  findings: Findings,
): Promise<number> {
  let checked = 0;
  for (let after: string | null = null; ;) {
    const page = await selectReportProofs(db, after, PAGE);
    const generated = await selectGeneratedIds(
      db,
      page.map(({ id }) => id),
    );
    for (const { id, sha256 } of page) {
      if (!generated.has(id)) findings.add("row_without_event", `reports ${id}`, "no event of the chain recorded it");
      await files?.read(sha256).catch((error: unknown) => {
        const what = isAbsent(error) ? "is missing" : "is damaged: its bytes do not hash to its sha256";
        findings.add(
          "file_changed",
          `reports ${id}`,
          `its file ${what}; carbon-ledger report restore ${id} makes it again`,
        );
      });
    }
    if (files !== undefined) checked += page.length;
    if (page.length < PAGE) return checked;
    after = page.at(-1)?.id ?? null;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Holds every attestation against the events that speak of it. Returns their number. */
export async function checkAttestationRows(db: TenantQueries, findings: Findings): Promise<number> {
  let checked = 0;
  for (let after: string | null = null; ;) {
    const page = await selectAttestationProofs(db, after, PAGE);
    const events = grouped(await selectAttestationEvents(db, page), attestationOf);
    for (const row of page) {
      const subject = `report_attestations ${row.id}`;
      const attestationEvents = events.get(row.id) ?? [];
      const issued = attestationEvents.find(({ action }) => action === "report.attested");
      if (issued === undefined) findings.add("row_without_event", subject, "no event of the chain recorded it");
      else if (!isAsRecorded(row, issued) || (row.status === "withdrawn") !== attestationEvents.length > 1) {
        findings.add("row_changed", subject, "it is not as its events recorded it");
      }
    }
    checked += page.length;
    if (page.length < PAGE) return checked;
    after = page.at(-1)?.id ?? null;
  }
}

/** Attestations from before their texts were hashed are held against the rest. */
function isAsRecorded(row: AttestationProof, { subject, payload }: AttestationEvent): boolean {
  const { report_id, report_sha256, consultant_id, engagement_type, standard } = row;
  const hash = payload["texts_sha256"];
  return (
    report_id === subject &&
    report_sha256 === payload["sha256"] &&
    consultant_id === payload["consultant_id"] &&
    engagement_type === payload["engagement_type"] &&
    standard === payload["standard"] &&
    (hash === undefined || hash === attestationTextsHash(row))
  );
}

import type { FileStore, TenantQueries } from "../../core/context.ts";
import { isUuid } from "../../core/ids.ts";
import { eventHash, GENESIS_HASH } from "./audit-chain.ts";
import { type ErasedPart, type ErasureCheck, openErasureCheck } from "./check-erasure.ts";
import { checkAttestationRows, checkReportRows, checkSpokenReports } from "./check-reports.ts";
import { type AuditProblem, Findings } from "./findings.ts";
import { LEDGER_ACTIONS, LEDGER_TABLES, type LedgerTable, ledgerRowId } from "./ledger-tables.ts";
import { type ChainHead, selectChainEnds, selectEventsAfter, type VerifiableEvent } from "./store.ts";
import { selectErasure } from "./store-erasure.ts";
import { LEDGER, selectDocumentHashes, selectLedgerIds, selectLedgerRows, selectSpokenIds } from "./store-ledger.ts";

/** Events that are read and checked at once. */
const PAGE = 1000;
export interface AuditReport {
  readonly ok: boolean;
  readonly events: number;
  readonly rows_checked: number;
  readonly files_checked: number;
  /** What was erased, as the chain's own record of it proves; null: nothing. */
  readonly erased: ErasedPart | null;
  readonly head: ChainHead | null;
  /** The first 100 problems. */
  readonly problems: readonly AuditProblem[];
  readonly problem_count: number;
}

/**
 * Proves the ledger of one tenant and environment: every event's hash and its place in the chain, the content of every
 * document, activity, split, entry and answer against the hash in its event, reports and attestations against theirs, rows
 * without event and events without row, and the head of the chain. With `files` the stored originals and the reports' files
 * are hashed as well. What was erased is held against the event that records it. Reads everything, changes nothing; may run while the service writes.
 */
export async function verifyAudit(db: TenantQueries, files?: FileStore, ledger = LEDGER): Promise<AuditReport> {
  const before = await selectErasure(db);
  const report = await verifyOnce(db, files, ledger);
  // A company that was erased meanwhile looks changed to who had begun to read it.
  const after = await selectErasure(db);
  return before?.hash === after?.hash ? report : await verifyOnce(db, files, ledger);
}

type Ledger = typeof LEDGER;

async function verifyOnce(db: TenantQueries, files: FileStore | undefined, ledger: Ledger): Promise<AuditReport> {
  const findings = new Findings();
  const erasure = await openErasureCheck(db, findings);
  const walked = await walkChain({ db, ledger }, erasure, findings);
  const erased = erasure.finish();
  const head = await checkEnds(db, walked, findings);
  for (const table of LEDGER_TABLES) await checkUnspoken(db, table, findings);
  const attestations = await checkAttestationRows(db, findings);
  const reportFiles = await checkReportRows(db, files, findings);
  const documents = files === undefined ? 0 : await checkFiles(db, files, findings);
  return {
    ok: findings.count === 0,
    events: walked.events,
    rows_checked: walked.rows + attestations,
    files_checked: documents + reportFiles,
    erased,
    head,
    problems: findings.problems,
    problem_count: findings.count,
  };
}

interface Walk {
  readonly events: number;
  readonly rows: number;
  readonly last: ChainHead;
}

interface Verified {
  readonly db: TenantQueries;
  readonly ledger: Ledger;
}

async function walkChain({ db, ledger }: Verified, erasure: ErasureCheck, findings: Findings): Promise<Walk> {
  let last: ChainHead = { seq: 0, hash: GENESIS_HASH };
  let events = 0;
  let rows = 0;
  for (;;) {
    const page = await selectEventsAfter(db, last.seq, PAGE);
    const kept = page.filter((event) => !erasure.covers(event));
    for (const event of page) {
      checkPlace(event, last, findings);
      if (erasure.covers(event)) erasure.look(event);
      else checkContent(event, findings);
      last = { seq: event.seq, hash: event.hash };
    }
    events += page.length;
    rows += (await checkRows({ db, ledger }, kept, findings)) + (await checkSpokenReports(db, kept, findings));
    if (page.length < PAGE) return { events, rows, last };
  }
}

function checkPlace(event: VerifiableEvent, previous: ChainHead, findings: Findings): void {
  const subject = `event ${event.seq}`;
  if (event.seq !== previous.seq + 1) {
    findings.add("event_missing", subject, `the event before it has seq ${previous.seq}`);
  }
  if (event.prev_hash !== previous.hash) {
    findings.add("event_changed", subject, "prev_hash is not the hash of the event before it");
  }
  if (event.created_at !== event.ts.replace("Z", "000Z")) {
    findings.add("event_changed", subject, "created_at is not its ts");
  }
}

function checkContent(event: VerifiableEvent, findings: Findings): void {
  const subject = `event ${event.seq}`;
  if (eventHash(event) !== event.hash) findings.add("event_changed", subject, "its content does not have its hash");
  if (!hasPlainNumbers(event.payload_text)) {
    findings.add("event_changed", subject, "a number in its payload is written in another form than the hashed one");
  }
}

/** The hash covers a number's value: 1 and 1.0 hash alike, so the stored text is held to the canonical form. */
function hasPlainNumbers(jsonText: string): boolean {
  const withoutStrings = jsonText.replaceAll(/"(?:[^"\\]|\\.)*"/g, "");
  const numbers = withoutStrings.match(/-?\d[\d.eE+-]*/g) ?? [];
  return numbers.every((number) => String(Number(number)) === number);
}

/** Compares the rows that a page of events speaks of with the hashes in the events. Returns the number of rows. */
async function checkRows(
  { db, ledger }: Verified,
  events: readonly VerifiableEvent[],
  findings: Findings,
): Promise<number> {
  let checked = 0;
  for (const table of LEDGER_TABLES) {
    const spoken = events.filter((event) => event.action === LEDGER_ACTIONS[table]);
    const rows = await selectLedgerRows(db, table, spoken.map((event) => event.subject).filter(isUuid), ledger);
    const stored = new Map(rows.map((texts) => [ledgerRowId(texts), texts]));
    for (const event of spoken) {
      const subject = `${table} ${event.subject}`;
      const texts = stored.get(event.subject);
      if (texts === undefined) {
        findings.add("row_missing", subject, `event ${event.seq} recorded it`);
        continue;
      }
      const verdict = ledger.format.verify(table, texts, event.payload);
      if (verdict !== "as_recorded")
        findings.add("row_changed", subject, `${REASONS[verdict]} event ${event.seq} recorded`);
    }
    checked += rows.length;
  }
  return checked;
}

const REASONS = {
  changed: "its content does not have the hash that",
  unknown_version: "a newer release must verify it: this one does not know the version of the hash that",
} as const;

/** The head must name the last event; a cut tail leaves a head that points beyond it. */
async function checkEnds(db: TenantQueries, walked: Walk, findings: Findings): Promise<ChainHead | null> {
  const { head, last } = await selectChainEnds(db);
  if (head === null) {
    if (walked.events > 0) findings.add("head_mismatch", "head", "the chain has events but no head");
    return null;
  }
  if (head.seq !== (last?.seq ?? 0) || head.hash !== (last?.hash ?? GENESIS_HASH)) {
    findings.add("head_mismatch", "head", `the head names event ${head.seq}, the last event is ${last?.seq ?? "none"}`);
  }
  if (last !== null && last.seq < walked.last.seq) {
    findings.add("event_missing", `event ${walked.last.seq}`, "it was removed during verification");
  }
  return head;
}

async function checkUnspoken(db: TenantQueries, table: LedgerTable, findings: Findings): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await selectLedgerIds(db, table, after, PAGE);
    const spoken = await selectSpokenIds(db, table, ids);
    for (const id of ids) {
      if (!spoken.has(id)) findings.add("row_without_event", `${table} ${id}`, "no event of the chain recorded it");
    }
    if (ids.length < PAGE) return;
    after = ids.at(-1) ?? null;
  }
}

async function checkFiles(db: TenantQueries, files: FileStore, findings: Findings): Promise<number> {
  let checked = 0;
  let after: string | null = null;
  for (;;) {
    const page: { id: string; sha256: string }[] = await selectDocumentHashes(db, after, PAGE);
    for (const { id, sha256 } of page) {
      await files.read(sha256).catch(() => {
        findings.add("file_changed", `documents ${id}`, "its original is missing or does not hash to its sha256");
      });
      after = id;
    }
    checked += page.length;
    if (page.length < PAGE) return checked;
  }
}

import { createHash } from "node:crypto";
import canonicalize from "canonicalize";
import type { AuditHead, YearFacts } from "./store-facts.ts";

/** What a report is rendered from, frozen when it is asked for: exact decimals as text. */
export interface Snapshot {
  readonly company: { readonly name: string; readonly country: string };
  readonly report_year: number;
  /** Whether the calendar year (UTC) was over. */
  readonly is_year_over: boolean;
  readonly facts: YearFacts;
  /** The last event of the audit log at that moment. */
  readonly audit_head: AuditHead;
}

/**
 * Identity of the figures: SHA-256 (lower hex) of their RFC 8785 canonical JSON. The head of the audit log is not in it:
 * the log also grows by what changes no figure, such as a report that is asked for.
 */
export function snapshotId({ company, report_year, is_year_over, facts }: Snapshot): string {
  const text = canonicalize({ company, report_year, is_year_over, facts });
  if (text === undefined) throw new Error("only JSON values can be hashed");
  return createHash("sha256").update(text, "utf8").digest("hex");
}

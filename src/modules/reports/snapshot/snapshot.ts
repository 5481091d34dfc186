import { canonicalHash } from "../../../core/content-hash.ts";
import type { YearStatement } from "../../../core/financial-year.ts";
import type { ChainHead } from "../../audit/index.ts";
import type { FactsBesideYear } from "../../emissions/index.ts";
import type { PlannedTiltag } from "../../scenarios/index.ts";
import type { TargetRecord } from "../../targets/index.ts";
import type { ReportInputRow } from "../datapoints/report-input.ts";
import type { Restated } from "./restated-years.ts";
import type { YearFacts } from "./year-facts.ts";

/** Grows when snapshots change their shape, or when another report is made of the same figures. */
export const SNAPSHOT_FORMAT = 6;
/** What this version draws as it was drawn then: a report that is lost is made again to the byte. */
const READABLE_FORMATS: readonly number[] = [4, 5, SNAPSHOT_FORMAT];

type Names = Readonly<Record<string, Readonly<Record<"da" | "en", string>>>>;

/** What a report is rendered from, frozen when it is asked for: exact decimals as text. */
export interface Snapshot {
  readonly format: number;
  readonly company: { readonly name: string; readonly country: string };
  /** Calendar year in which the reported financial year ends. */
  readonly report_year: number;
  /** Its days, and the company's statement; absent: the company has calendar years and has stated nothing. */
  readonly financial_year?: { readonly from: string; readonly to: string; readonly statement: YearStatement };
  /** Each time the closed year was opened again, oldest first; absent: it never was. */
  readonly reopenings?: readonly {
    readonly day: string;
    readonly reason: string;
    /** Figures were restated, and the year stayed closed. */
    readonly is_restatement?: boolean;
  }[];
  /** Whether the year (UTC) was over. */
  readonly is_year_over: boolean;
  readonly facts: YearFacts;
  /** What the figures rest on and what is not in them; absent: frozen before that was told. */
  readonly beside?: FactsBesideYear;
  /** Years that were reported otherwise; absent: none was. */
  readonly restated?: Restated;
  /** Names of the categories that the figures use, by key. */
  readonly category_names: Names;
  /** Names of the factor versions of the catalog that the figures use, by id; others are named by their frozen copy alone. */
  readonly factor_names: Names;
  /** The newest answer of people to each datapoint of the year. */
  readonly inputs: readonly ReportInputRow[];
  readonly targets: readonly TargetRecord[];
  readonly planned: readonly PlannedTiltag[];
  /** The last event of the audit log at that moment. */
  readonly audit_head: ChainHead;
  /** When these figures were first frozen, ISO 8601 UTC: the one moment that all forms of a report tell. */
  readonly frozen_at: string;
}

/** Whether this version draws reports of a snapshot; what an older release froze otherwise is asked for again. */
export function isReadable({ format }: Pick<Snapshot, "format">): boolean {
  return READABLE_FORMATS.includes(format);
}

/**
 * Whether a report tells what is not known as unknown. Reports of format 4 told a scope without entries as zero, and the
 * figures of every target in tCO2e of its scopes: they are made again as they were issued, and never anew.
 */
export function tellsUnknown({ format }: Pick<Snapshot, "format">): boolean {
  return format > 4;
}

/** Whether a report names members of lists as data/vsme/members.csv did in 0.2.0: see datapoints/former-labels.ts. */
export function hasFormerLabels({ format }: Pick<Snapshot, "format">): boolean {
  return format <= 5;
}

/**
 * Identity of the figures: SHA-256 (lower hex) of their RFC 8785 canonical JSON. The moment and the head of the audit log
 * are not in it: the log also grows by what changes no figure, such as a report that is asked for.
 */
export function snapshotId({ audit_head: _head, frozen_at: _moment, ...figures }: Snapshot): string {
  return canonicalHash(figures);
}

import { decimal } from "../../../core/quantity.ts";
import type { TargetRecord } from "../../targets/index.ts";
import { percent, tonnes } from "./document-sums.ts";
import { isOfLedger } from "../datapoints/ledger-targets.ts";
import type { ReportDocument } from "./report-document.ts";
import { type Snapshot, tellsUnknown } from "../snapshot/snapshot.ts";

type TargetRow = ReportDocument["targets"][number];

/** The company's targets, newest first, each with what it covers, in its own unit. */
export function targetRows(snapshot: Snapshot, language: "da" | "en"): TargetRow[] {
  const { targets } = snapshot;
  return targets.map((target) => {
    const { name, scope, baseline_year, target_year, progress } = target;
    const years = { baseline_year, target_year };
    const figures = {
      baseline_value: tonnes(target.baseline_emissions),
      target_value: tonnes(target.target_emissions),
      reduction_pct: percent(decimal(target.target_reduction_percent)),
    };
    if (tellsUnknown(snapshot)) {
      return {
        name,
        scope,
        ...measured(target, snapshot, language),
        ...years,
        ...figures,
        ...present(target, snapshot),
      };
    }
    const current_value = progress === null ? null : tonnes(progress.current_kg);
    return { name, scope, ...years, ...figures, current_value, on_track: progress?.on_track ?? null };
  });
}

/** What of the emissions a target covers, and how it is measured. */
function measured(target: TargetRecord, { category_names, facts }: Snapshot, language: "da" | "en") {
  const { category, target_type, intensity_metric, scope2_method } = target;
  const baseline_source: TargetRow["baseline_source"] = isOfLedger(target, facts.years) ? "ledger" : "stated";
  return {
    category: category === null ? null : { key: category, name: category_names[category]?.[language] ?? category },
    target_type,
    unit: target_type === "intensity" ? `tCO2e/${intensity_metric ?? ""}` : "tCO2e",
    scope2_method,
    baseline_source,
  };
}

/** Targets are judged by years of twelve months. */
const MONTHS = 12;

const SCOPES_OF: Readonly<Record<TargetRecord["scope"], readonly number[]>> = {
  "1": [1],
  "2": [2],
  "3": [3],
  "1+2": [1, 2],
  all: [1, 2, 3],
};

/** Where the company stands; nothing where the year has no entries of a scope that the target covers: that is not zero. */
function present({ progress, scope }: TargetRecord, { facts }: Snapshot) {
  const year = progress?.current_year ?? null;
  const knownScopes = new Set(
    facts.years.filter((row) => row.year === year && (row.months ?? MONTHS) === MONTHS).map((row) => row.scope),
  );
  // Years outside of the frozen ones were judged when the target was.
  const isKnown = knownScopes.size === 0 || SCOPES_OF[scope].every((partScope) => knownScopes.has(partScope));
  if (progress === null || !isKnown) {
    return { current_value: null, current_year: null, current_months_with_data: null, on_track: null };
  }
  const { current_kg, current_year, months_with_data, on_track } = progress;
  return {
    current_value: tonnes(current_kg),
    current_year,
    current_months_with_data: months_with_data,
    on_track: months_with_data < MONTHS ? null : on_track,
  };
}

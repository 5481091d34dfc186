import { median } from "./load.ts";
import type { CpuCost } from "./processes.ts";

/** One line of the report. Rates are requests or documents per second. */
export interface ResultRow {
  readonly name: string;
  /** What it is compared with, in words and figures; null for an absolute budget. */
  readonly floor: string | null;
  readonly ours: string;
  readonly ratio: string | null;
  /** null: only information. */
  readonly budget: string | null;
  readonly is_met: boolean | null;
}

export interface CaseResult {
  readonly title: string;
  readonly rows: readonly ResultRow[];
  /** What a reader must know to judge the figures. */
  readonly notes: readonly string[];
}

export function information(name: string, ours: string): ResultRow {
  return { name, floor: null, ours, ratio: null, budget: null, is_met: null };
}

/** A value that must stay at or below a bound; both in `unit`. */
export function atMost(
  name: string,
  value: number,
  bound: number,
  unit: string,
  floor: string | null = null,
): ResultRow {
  return {
    name,
    floor,
    ours: `${shown(value)} ${unit}`,
    ratio: null,
    budget: `at most ${bound} ${unit}`,
    is_met: value <= bound,
  };
}

/** A rate that must reach a share of another one. */
export function ratioAtLeast(name: string, rate: number, floorRate: number, bound: number): ResultRow {
  const ratio = rate / floorRate;
  return {
    name,
    floor: `${shown(floorRate)}/s`,
    ours: `${shown(rate)}/s`,
    ratio: percent(ratio),
    budget: `at least ${percent(bound)}`,
    is_met: ratio >= bound,
  };
}

/** A time that may be at most a multiple of another one; both in milliseconds. */
export function ratioAtMost(name: string, value_ms: number, floor_ms: number, bound: number): ResultRow {
  const ratio = value_ms / floor_ms;
  return {
    name,
    floor: `${shown(floor_ms)} ms`,
    ours: `${shown(value_ms)} ms`,
    ratio: percent(ratio),
    budget: `at most ${percent(bound)}`,
    is_met: ratio <= bound,
  };
}

/** Medians over the rounds, "service + database". */
export function cpuText(rounds: readonly CpuCost[]): string {
  const text = (pick: (cost: CpuCost) => number | null): string => {
    const known = rounds.map(pick).filter((value) => value !== null);
    return known.length === 0 ? "unknown" : `${shown(median(known))} ms`;
  };
  return `${text((cost) => cost.cpu_ms)} + ${text((cost) => cost.database_cpu_ms)}`;
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** Three significant digits below 1000, whole numbers above. */
export function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

const COLUMNS = ["", "Floor", "Ours", "Ratio", "Budget", "Verdict"];

/** The report as a Markdown document, one table per case. */
export function renderReport(results: readonly CaseResult[], machine: readonly string[]): string {
  const parts = results.map(({ title, rows, notes }) =>
    [`## ${title}`, "", ...table(rows), ...(notes.length === 0 ? [] : ["", ...notes.map((note) => `- ${note}`)])].join(
      "\n",
    ),
  );
  return `${[machine.map((line) => `- ${line}`).join("\n"), ...parts, summaryLine(results)].join("\n\n")}\n`;
}

export function missedRows(results: readonly CaseResult[]): readonly ResultRow[] {
  return results.flatMap(({ rows }) => rows.filter((row) => row.is_met === false));
}

function summaryLine(results: readonly CaseResult[]): string {
  const judged = results.flatMap(({ rows }) => rows.filter((row) => row.is_met !== null));
  const missed = missedRows(results);
  return missed.length === 0
    ? `All ${judged.length} budgets met.`
    : `${judged.length - missed.length} of ${judged.length} budgets met; missed: ${missed.map((row) => row.name).join("; ")}.`;
}

function table(rows: readonly ResultRow[]): string[] {
  const cells = [COLUMNS, ...rows.map((row) => cellsOf(row))];
  const widths = COLUMNS.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(" | ")} |`;
  const [head = COLUMNS, ...body] = cells;
  return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...body.map(line)];
}

function cellsOf(row: ResultRow): string[] {
  const verdict = row.is_met === null ? "-" : row.is_met ? "met" : "MISSED";
  return [row.name, row.floor ?? "-", row.ours, row.ratio ?? "-", row.budget ?? "-", verdict];
}

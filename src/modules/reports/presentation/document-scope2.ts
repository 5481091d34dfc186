import { grouped } from "../../../core/grouped.ts";
import { type Decimal, decimalSum, roundedTo } from "../../../core/quantity.ts";
import type { MarketPartFacts } from "../../emissions/index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { DECIMALS, percent, tonnes } from "./document-sums.ts";
import type { ReportDocument } from "./report-document.ts";

type Part = NonNullable<ReportDocument["scope2_parts"]>[number];

/** Instruments first, then what no instrument covers. */
const ORDER = ["instrument", "residual_mix", "grid", "other"] as const;

/**
 * What the market-based figure of scope 2 rests on, with the location-based figure of the same energy beside it; of what has no name of its
 * own one row. Each is rounded by itself. Empty: the ledger has nothing of scope 2.
 */
export function scope2Parts({ facts }: Snapshot): Pick<ReportDocument, "scope2_parts"> {
  const { market_parts } = facts;
  if (market_parts === undefined) return {};
  const all = decimalSum(market_parts.map(({ location_based_kg }) => location_based_kg));
  return { scope2_parts: ORDER.flatMap((kind) => rowsOf(kind, market_parts, all)) };
}

function rowsOf(kind: Part["kind"], parts: readonly MarketPartFacts[], all: Decimal): Part[] {
  const own = parts.filter((one) => one.kind === kind);
  const keyOf = (part: MarketPartFacts) => (kind === "other" ? "" : JSON.stringify([part.instrument_id, part.name]));
  const groups = grouped(own, keyOf);
  return [...groups.values()].map((group) => rowOf(kind, group, all)).toSorted(byName);
}

function rowOf(kind: Part["kind"], group: readonly MarketPartFacts[], all: Decimal): Part {
  const [first] = group;
  const sum = (column: "market_based_kg" | "location_based_kg") => decimalSum(group.map((part) => part[column]));
  const kwh = group.map((part) => part.kwh);
  return {
    kind,
    instrument_kind: first?.instrument_kind ?? null,
    instrument_id: first?.instrument_id ?? null,
    technology: first?.technology ?? null,
    name: kind === "other" ? null : (first?.name ?? null),
    mwh: kwh.includes(null) ? null : roundedTo(decimalSum(kwh.map((value) => value ?? "0")).div(1000), DECIMALS),
    market_based: tonnes(sum("market_based_kg")),
    location_based: tonnes(sum("location_based_kg")),
    share_pct: all.gt(0) ? percent(sum("location_based_kg").times(100).div(all)) : null,
    entry_count: group.reduce((count, part) => count + part.entry_count, 0),
  };
}

function byName(one: Part, other: Part): number {
  return (
    (one.name ?? "").localeCompare(other.name ?? "", "da") ||
    (one.instrument_id ?? "").localeCompare(other.instrument_id ?? "")
  );
}

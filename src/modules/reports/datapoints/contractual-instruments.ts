import { type Decimal, decimalSum } from "../../../core/quantity.ts";
import type { MarketPartFacts } from "../../emissions/index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { UnroundedFact, UnroundedFacts } from "./unrounded-facts.ts";

const USES = "E1UsesContractualInstruments";
const TYPE = "E1ContractualInstrumentType";
const ENERGY = "E1ContractualInstrumentEnergy";
const SHARE = "E1ContractualInstrumentShare";

/**
 * ESRS E1, AR 45(d), by kind of instrument. A product counts once its supplier has cancelled the certificates of that very electricity: it is
 * sold together with them.
 */
const TYPES: readonly (readonly [instrument_kind: string, member: string])[] = [
  ["guarantee_of_origin", "cl:InstrumentGuarantees"],
  ["supplier_product", "cl:InstrumentBundled"],
  ["contract", "cl:InstrumentPpa"],
];
const OTHER = "cl:InstrumentOther";

/**
 * Types of instruments, the MWh that each covers, and which share of scope 2 that is, location-based: what instruments cover may be zero by the
 * market-based method, and its share of that would say nothing. What people answered of any of it stands alone.
 */
export function putContractualInstruments(unroundedFacts: UnroundedFacts, { facts }: Snapshot): void {
  const { market_parts = [] } = facts;
  const instruments = market_parts.filter(({ kind }) => kind === "instrument");
  // That none is registered does not say that none was bought.
  if (instruments.length === 0) return;
  if ([USES, TYPE, ENERGY, SHARE].some((id) => unroundedFacts.hasAny(id))) return;
  const put = (
    datapoint: string,
    member: string | null,
    value: UnroundedFact["value"],
    rows: readonly MarketPartFacts[],
  ) => {
    const entry_count = rows.reduce((count, row) => count + row.entry_count, 0);
    unroundedFacts.put({ datapoint, member, value, provenance: { source: "ledger", entry_count } });
  };
  put(USES, null, { given: true }, instruments);
  const scope2 = kgOf(market_parts);
  const known = TYPES.map(([kind]) => kind);
  const groups = [
    ...TYPES.map(([kind, member]) => [member, instruments.filter((part) => part.instrument_kind === kind)] as const),
    [OTHER, instruments.filter(({ instrument_kind }) => !known.includes(instrument_kind ?? ""))] as const,
  ].filter(([, rows]) => rows.length > 0);
  for (const [index, [member, rows]] of groups.entries()) {
    const row = String(index + 1);
    put(TYPE, row, { given: member }, rows);
    put(ENERGY, row, { amount: decimalSum(rows.map(({ kwh }) => kwh ?? "0")).div(1000) }, rows);
    if (scope2.gt(0)) put(SHARE, row, { amount: kgOf(rows).times(100).div(scope2) }, rows);
  }
}

function kgOf(parts: readonly MarketPartFacts[]): Decimal {
  return decimalSum(parts.map(({ location_based_kg }) => location_based_kg));
}

import type { Context } from "../../core/context.ts";
import { ownCurrency } from "../../core/currency.ts";
import { calendarDay } from "../../core/days.ts";
import { monthNumber } from "../../core/period.ts";
import { type Decimal, decimal, roundedNumber } from "../../core/quantity.ts";
import { allocate, type Allocation } from "./allocation.ts";
import { type DisclosureStatus, disclosureStatusOn } from "./disclosure-states.ts";
import { selectSuppliers, type SupplierRow } from "./store.ts";
import { type DisclosureRow, selectLatestDisclosures, selectStates } from "./store-disclosures.ts";
import { newestMonth, selectEstimates, selectTrade } from "./store-trade.ts";
import { identifierOf, keyOf, supplierId } from "./supplier-identity.ts";
import { type SupplierProfile, type SupplierRecord, toProfile } from "./supplier-record.ts";
import { type SupplierTrade, tradeBySupplier, type YearOfTrade } from "./trade.ts";

/** One supplier in a year: from the ledger, from somebody's action, or both. */
export interface SupplierYear {
  readonly profile: SupplierProfile;
  readonly trade_amount: Decimal;
  /** Scope 3 kg CO2e of the ledger's entries on its lines; null: there are none. */
  readonly estimated_kg: Decimal | null;
  readonly disclosure_status: DisclosureStatus;
  readonly disclosure: DisclosureRow | null;
  readonly allocation: Allocation | null;
}

export interface ValueChain {
  readonly report_year: number;
  readonly currency: string;
  readonly suppliers: readonly SupplierYear[];
  readonly unattributed: Decimal;
  readonly left_out: Pick<YearOfTrade, "not_converted" | "duplicate_line_count">;
}

/** Currency of the figures where the company's country has none that we know: the one that all rates are stated against. */
const FALLBACK_CURRENCY = "EUR";

/** The year asked for, else the newest one with an activity, else the current one. */
export async function reportYear(ctx: Context, year: number | undefined): Promise<number> {
  if (year !== undefined) return year;
  const now = monthNumber(ctx.clock.now());
  return Math.floor(((await newestMonth(ctx.db, now)) ?? now) / 12);
}

/** Every supplier that was bought from in the year or that somebody has acted on, in no particular order. */
export async function loadValueChain(ctx: Context, report_year: number): Promise<ValueChain> {
  const currency = ownCurrency(ctx.tenant.country) ?? FALLBACK_CURRENCY;
  const catalog = await ctx.catalog();
  const trade = tradeBySupplier(await selectTrade(ctx.db, report_year, currency), currency, catalog);
  const estimates = await estimatesByKey(ctx, report_year);
  const rows = new Map((await selectSuppliers(ctx.db)).map((row) => [row.supplier_key, row]));
  const states = new Map((await selectStates(ctx.db, report_year)).map((state) => [state.supplier_id, state]));
  const disclosures = await selectLatestDisclosures(ctx.db, report_year);
  const released = new Map(disclosures.map((disclosure) => [disclosure.supplier_id, disclosure]));
  const today = calendarDay(ctx.clock.now());
  const keys = new Set([...rows.keys(), ...trade.suppliers.keys()]);
  const suppliers = [...keys].map((key): SupplierYear => {
    const bought = trade.suppliers.get(key);
    const profile = profileOf(ctx, key, rows.get(key), bought);
    const trade_amount = bought?.amount ?? decimal(0);
    const disclosure = released.get(profile.id) ?? null;
    const spend = { amount: trade_amount, currency, report_year };
    return {
      profile,
      trade_amount,
      estimated_kg: estimates.get(key) ?? null,
      disclosure_status: disclosureStatusOn(states.get(profile.id) ?? null, today),
      disclosure,
      allocation: disclosure === null ? null : allocate(disclosure, spend, catalog),
    };
  });
  return { report_year, currency, suppliers, unattributed: trade.unattributed, left_out: trade };
}

async function estimatesByKey(ctx: Context, report_year: number): Promise<ReadonlyMap<string, Decimal>> {
  const sums = new Map<string, Decimal>();
  for (const row of await selectEstimates(ctx.db, report_year)) {
    const key = keyOf(row);
    if (key !== null) sums.set(key, (sums.get(key) ?? decimal(0)).plus(row.co2e_kg));
  }
  return sums;
}

/**
 * The row of a supplier, else what the year's documents say of it. created_at is when it first appeared, by either way, so
 * that a row made later does not move the supplier in the list.
 */
function profileOf(
  ctx: Context,
  key: string,
  row: SupplierRow | undefined,
  bought: SupplierTrade | undefined,
): SupplierProfile {
  if (row !== undefined) {
    const profile = toProfile(row);
    if (bought === undefined) return profile;
    // What nobody has stated about it, its documents may.
    const supplier_country = profile.supplier_country ?? bought.supplier_country;
    const isLater = bought.first_seen_at < row.created_at;
    return { ...profile, supplier_country, created_at: isLater ? bought.first_seen_at : profile.created_at };
  }
  const identifier = identifierOf(key);
  const name = bought?.supplier_name ?? "";
  return {
    id: supplierId(ctx.tenant, key),
    supplier_identifier: identifier,
    supplier_country: bought?.supplier_country ?? null,
    supplier_name: name === "" ? (identifier ?? key) : name,
    supplier_industry: null,
    status: "none",
    employees: null,
    protected_undertaking: null,
    invited_email: null,
    accepted_at: null,
    revoked_at: null,
    created_at: bought?.first_seen_at ?? ctx.clock.now().toISOString(),
  };
}

/** The record of a supplier as answers show it. */
export function toRecord(chain: Pick<ValueChain, "report_year" | "currency">, supplier: SupplierYear): SupplierRecord {
  const { profile, allocation, estimated_kg } = supplier;
  const { status, employees, protected_undertaking, invited_email, accepted_at, revoked_at, created_at, ...who } =
    profile;
  const allocated = allocation?.kind === "allocated" ? allocation : null;
  return {
    ...who,
    report_year: chain.report_year,
    status,
    enterprise_trade_amount: roundedNumber(supplier.trade_amount),
    enterprise_trade_currency: chain.currency,
    estimated_co2e_kg: estimated_kg === null ? null : roundedNumber(estimated_kg),
    disclosure_status: supplier.disclosure_status,
    disclosed_co2e_kg: allocated === null ? null : roundedNumber(allocated.kg),
    allocation_method: allocated?.method ?? null,
    employees,
    protected_undertaking,
    invited_email,
    accepted_at,
    revoked_at,
    created_at,
  };
}

/** What is in no sum, as answers show it. */
export function toLeftOut(chain: ValueChain) {
  return {
    not_converted: chain.left_out.not_converted.map(({ currency, amount, line_count }) => ({
      currency,
      amount: roundedNumber(amount),
      line_count,
    })),
    possible_duplicate_line_count: chain.left_out.duplicate_line_count,
  };
}

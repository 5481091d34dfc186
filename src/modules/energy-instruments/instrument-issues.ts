import type { ValidationIssue } from "../../core/errors.ts";
import { decimal } from "../../core/quantity.ts";
import { tooEarly } from "../../core/stated-year.ts";
import { isEuropean, isKnownRegistry, OTHER_REGISTRIES } from "./certificate-registries.ts";
import { type InstrumentFacts, mayEmitNothing } from "./instrument-facts.ts";
import { lastDayToCancel, servedPeriod } from "./served-period.ts";

type Stated = Omit<InstrumentFacts, "evidence">;

/** Months of consumption that one instrument serves, in days. */
const SERVED_DAYS_MAX = 20 * 366;

/** What is wrong with what was stated, each fault once; `today` is an ISO date. Pure. */
export function instrumentIssues(facts: Stated, today: string): ValidationIssue[] {
  return [...dayIssues(facts, today), ...rateIssues(facts), ...certificateIssues(facts), ...expiryIssues(facts, today)];
}

function dayIssues(facts: Stated, today: string): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  for (const path of ["period_from", "period_to"] as const) {
    const early = tooEarly(path, facts[path]);
    if (early !== null) issues.push(early);
  }
  if (facts.period_from > facts.period_to)
    issues.push(fault("period_to", "before_start", "must not be before period_from"));
  const { date, consumption_from, consumption_to } = facts.cancellation ?? {};
  if ((consumption_from === undefined) !== (consumption_to === undefined)) {
    issues.push(fault("cancellation.consumption_to", "required", "state both days of the consumption, or none"));
  }
  if (consumption_from !== undefined && consumption_to !== undefined && consumption_from > consumption_to) {
    issues.push(fault("cancellation.consumption_to", "before_start", "must not be before consumption_from"));
  }
  if (date !== undefined && date > today) {
    issues.push(fault("cancellation.date", "in_the_future", "must not be after today: state it once it has happened"));
  }
  if (date !== undefined && date < facts.period_from) {
    issues.push(
      fault("cancellation.date", "before_start", "must not be before the electricity was generated (period_from)"),
    );
  }
  const { from, to } = servedPeriod(facts);
  if (Date.parse(to) - Date.parse(from) > SERVED_DAYS_MAX * 86_400_000) {
    issues.push(fault("period_to", "too_long", "is more than 20 years of consumption: register the years apart"));
  }
  return issues;
}

function rateIssues({ technology, kg_co2e_per_kwh }: Stated): ValidationIssue[] {
  if (mayEmitNothing(technology) || !decimal(kg_co2e_per_kwh).eq(0)) return [];
  const message = `electricity from ${technology} emits something: state its emission rate`;
  return [fault("kg_co2e_per_kwh", "zero_with_fuel", message)];
}

function certificateIssues(facts: Stated): ValidationIssue[] {
  const { kind, registry, number_ranges, certificates, period_from, period_to } = facts;
  const issues: ValidationIssue[] = [];
  const isCertificate = kind === "guarantee_of_origin";
  if (isCertificate && registry === null) issues.push(fault("registry", "required", "whose certificates are these?"));
  if (isCertificate && number_ranges.length === 0) {
    issues.push(fault("number_ranges", "required", "state the numbers of the certificates"));
  }
  if (number_ranges.length > 0 && registry === null && !isCertificate) {
    issues.push(fault("registry", "required", "state in which registry these numbers are"));
  }
  if (registry !== null && !isKnownRegistry(registry)) {
    const message = `must be the country of an issuing body of the European system (AIB), or one of ${OTHER_REGISTRIES.join(", ")}`;
    issues.push(fault("registry", "unknown_registry", message));
  }
  if (isCertificate && period_from.slice(0, 4) !== period_to.slice(0, 4)) {
    issues.push(fault("period_to", "several_vintages", "register the certificates of each calendar year apart"));
  }
  if (isCertificate && certificates !== "not_stated") {
    issues.push(fault("certificates", "not_for_this_kind", "certificates state their own cancellation"));
  }
  return [...issues, ...numberIssues(facts)];
}

function numberIssues({ kind, registry, number_ranges, mwh }: Stated): ValidationIssue[] {
  const ranges = number_ranges.map(({ from, to }) => [BigInt(from), BigInt(to)] as const);
  const wrong = ranges.findIndex(([from, to]) => from > to);
  if (wrong !== -1) return [fault(`number_ranges.${wrong}.to`, "before_start", "must not be below from")];
  const sorted = ranges.toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)));
  if (sorted.some(([from], index) => from <= (sorted[index - 1]?.[1] ?? -1n))) {
    return [fault("number_ranges", "overlapping_numbers", "must not overlap each other")];
  }
  const count = ranges.reduce((sum, [from, to]) => sum + to - from + 1n, 0n);
  // A guarantee of origin is of 1 MWh: Directive (EU) 2018/2001, art. 19(2).
  if (kind === "guarantee_of_origin" && isEuropean(registry) && count > 0n && decimal(mwh).gt(count.toString())) {
    return [fault("mwh", "more_than_certificates", `the numbers are of ${count} certificates of 1 MWh`)];
  }
  return [];
}

function expiryIssues(facts: Stated, today: string): ValidationIssue[] {
  const last = lastDayToCancel(facts);
  if (last === null) return [];
  const { cancellation } = facts;
  if (cancellation !== null && cancellation.date > last) {
    return [fault("cancellation.date", "expired", `the certificates expired on ${last}, before they were cancelled`)];
  }
  if (cancellation === null && today > last) {
    return [fault("expires_on", "expired", `the certificates expired on ${last} and no cancellation is stated`)];
  }
  return [];
}

function fault(path: string, code: string, message: string): ValidationIssue {
  return { path, code, message };
}

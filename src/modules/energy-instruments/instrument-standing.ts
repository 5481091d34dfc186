import { AIB_COUNTRIES } from "../emissions/index.ts";
import type { InstrumentFacts } from "./instrument-facts.ts";
import { servedPeriod, vintageOf } from "./served-period.ts";

/** Something to know of an instrument, as a code with a sentence. */
export interface InstrumentNotice {
  readonly code: string;
  readonly detail: string;
}

type Stated = Omit<InstrumentFacts, "evidence">;

/** Why nothing of an instrument is allocated; empty: it can be. */
export function notAllocatable(facts: Stated, is_withdrawn: boolean): InstrumentNotice[] {
  if (is_withdrawn) return [{ code: "withdrawn", detail: "It was withdrawn from the register." }];
  const { kind, certificates, cancellation } = facts;
  if (cancellation !== null && !cancellation.is_for_company) {
    return [{ code: "cancelled_for_another", detail: "The certificates were cancelled for somebody else." }];
  }
  if (cancellation !== null) return [];
  if (kind === "guarantee_of_origin") {
    return [{ code: "not_cancelled", detail: "No cancellation of the certificates for this company is stated." }];
  }
  if (certificates === "cancelled_by_supplier") return [];
  if (kind === "supplier_product") {
    return [{ code: "not_cancelled", detail: "It is not stated that the supplier cancelled the certificates." }];
  }
  if (certificates === "none_issued") return [];
  const detail =
    "Neither a cancellation for this company is stated, nor that the supplier cancelled the certificates, nor that none are issued.";
  return [{ code: "certificates_unknown", detail }];
}

/** What may be doubted of an instrument that counts nevertheless. */
export function warningsOf(facts: Stated): InstrumentNotice[] {
  const warnings: InstrumentNotice[] = [];
  const { from, to } = servedPeriod(facts);
  const vintage = vintageOf(facts);
  if (vintage !== null && (Number(from.slice(0, 4)) !== vintage || Number(to.slice(0, 4)) !== vintage)) {
    const detail = `Generated in ${vintage} and used for consumption from ${from} to ${to}: another calendar year.`;
    warnings.push({ code: "other_vintage", detail });
  }
  if (!isWithinMarket(facts)) {
    const detail =
      facts.kind === "guarantee_of_origin"
        ? `Guarantees of origin are recognised among the members of AIB; ${facts.origin_country} and ${facts.market} are not both.`
        : `Generated in ${facts.origin_country} and used for consumption in ${facts.market}: another market.`;
    warnings.push({ code: "other_market", detail });
  }
  return warnings;
}

/** Scope 2 Guidance, ch. 7: from the market in which the consumption is. The European system is one market, never a price area. */
export function isWithinMarket({ kind, origin_country, market }: Stated): boolean {
  if (origin_country === market) return true;
  return kind === "guarantee_of_origin" && AIB_COUNTRIES.has(origin_country) && AIB_COUNTRIES.has(market);
}

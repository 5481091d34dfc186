import { PENDING_KEY } from "../categorization/index.ts";
import type { ReviewReason } from "../emissions/index.ts";
import type { ParsedDocument } from "../reading/index.ts";

/** Metered supplies, by the first two parts of their categories. */
const METERED = /^(?:energy\.(?:electricity|heat|stationary)|purchases\.water)$/;

/** The kind of metered supply that a category is about, e.g. energy.electricity; null: it is no such supply. */
export function kindOfSupply(category_key: string): string | null {
  const kind = category_key.split(".").slice(0, 2).join(".");
  return METERED.test(kind) ? kind : null;
}

/** Categories of one kind of supply, e.g. energy.electricity; a supply that nobody has named yet may be any. */
export function isSameSupply(booked: string, ownKey: string): boolean {
  const kind = (key: string) => key.split(".").slice(0, 2).join(".");
  return booked === PENDING_KEY || kind(booked) === kind(ownKey);
}

/** Number of the invoice that a utility statement belongs to; null for every other document. */
export function parentNumber(document: ParsedDocument): string | null {
  if (document.document_type !== "utility_statement") return null;
  return document.references.find((reference) => reference.kind === "parent_invoice")?.number ?? null;
}

/** Number of the invoice that a corrected invoice takes the place of; null for every other document. */
export function correctedNumber(document: ParsedDocument): string | null {
  if (document.document_type !== "invoice" || document.is_correction !== true) return null;
  return document.references.find((reference) => reference.kind === "invoice")?.number ?? null;
}

/** Why a quantity on a bill with several metering points waits that names none of them. */
export const SUPPLY_UNKNOWN: ReviewReason = {
  code: "supply_unknown",
  detail:
    "The bill has several metering points and this line names none of them: it may repeat what their lines count. Accept it " +
    "where it is a consumption of its own, and leave it out otherwise.",
};

/** Why the quantity of a bill waits that charges the transport or tax of electricity, no electricity, and names no metering point. */
export const CHARGE_ONLY: ReviewReason = {
  code: "supply_unknown",
  detail:
    "The bill charges the transport or tax of electricity, no electricity, and names no metering point: the bill of who sells it may " +
    "count the same. Leave this line out where that bill is here or will come, and accept it where no other states the consumption.",
};

/** Why a line waits that has the quantity of other lines of its bill, or the name of a charge on them, and may be another place. */
export const QUANTITY_REPEATED: ReviewReason = {
  code: "quantity_repeated",
  detail:
    "The line has the same quantity as other lines of its bill, or is called like a charge on them: it may repeat them, or be the " +
    "consumption of another place. Accept it where it is a consumption of its own, and leave it out otherwise.",
};

/** Why a line of an invoice waits that gives back money of a supply beside a quantity without a sign. */
export const GIVES_BACK: ReviewReason = {
  code: "credit_unmatched",
  detail:
    "The line gives back money beside a quantity, on a bill that charges the same supply, and does not say whether that quantity was not " +
    "used or costs less. Accept it where the quantity was counted and is taken back, with its days, and leave it out otherwise.",
};

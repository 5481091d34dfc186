import type { ConversionStep, ReviewReason } from "../emissions/index.ts";

/** Currencies of a credit note and of the invoice that it names. */
export interface Currencies {
  readonly note: string;
  readonly invoice: string;
}

/** Why a line of a credit note waits that takes back money in another currency than its invoice counts it in. */
export function otherCurrencyReason({ note, invoice }: Currencies): ReviewReason {
  return {
    code: "credit_unmatched",
    detail:
      `The credit note is in ${note} and the invoice that it takes back in ${invoice}: nothing says how much of it that is. State the ` +
      `quantity that is taken back, or its amount in ${invoice}, below zero, with the days of what it takes back, or leave the line out.`,
  };
}

/** What the invoice is in that a waiting line of a credit note takes back in another currency; null: it waits for something else. */
export function invoiceCurrency({ conversion }: { readonly conversion: readonly ConversionStep[] }): string | null {
  return conversion.find(({ kind }) => kind === "reference")?.kept?.invoice_currency ?? null;
}

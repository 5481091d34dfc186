import { z } from "zod";

/**
 * What e-conomic's API answers, written down from others on 22 November 2026; nothing in it is our own assumption. What the
 * connector reads and this file does not name, does not exist.
 *
 * Sources:
 * - https://apis.e-conomic.com/bookedentriesapi/redoc.html, changelog: 2.0.0 of June 2024 renamed InvoiceNumber to
 *   CustomerInvoiceNumber and added SupplierInvoiceNumber, SupplierNumber and DueDate; 7.0.0 of October 2026 added
 *   effectiveMatchDate, creationDate and matchedAmount.
 * - Two programs by others that read live agreements in August and October 2026: `currencyCode` is nullable and null means the
 *   agreement's base currency; `date` comes with or without a time of day; `type` is a whole number, 7 an opening entry; a list
 *   takes `filter` and `cursor` only, its pages hold up to 1,000 rows, and `items` of an empty one may be null.
 * - The same for `GET https://restapi.e-conomic.com/self`: agreementNumber, company.name, settings.baseCurrency.
 * - A .NET client by others: `X-CallCost: 3`, `X-RateLimiting: token-limit-10000-per-60-seconds: 147/10000` (used/limit).
 */
export const PAGE_ROWS = 1000;

const whole = z.int().positive();
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?$/);
const currencyCode = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .nullish();

export const bookedEntry = z.strictObject({
  entryNumber: whole,
  accountNumber: whole,
  date: day,
  amount: z.number(),
  amountInBaseCurrency: z.number(),
  currencyCode,
  type: z.int().min(1).max(10),
  voucherNumber: z.int().nullish(),
  text: z.string().nullish(),
  customerInvoiceNumber: z.int().nullish(),
  supplierInvoiceNumber: z.string().nullish(),
  supplierNumber: whole.nullish(),
  dueDate: day.nullish(),
  effectiveMatchDate: day.nullish(),
  creationDate: day.nullish(),
  matchedAmount: z.number().nullish(),
  objectVersion: z.string().nullish(),
});
export type BookedEntry = z.input<typeof bookedEntry>;

export const accountRow = z.strictObject({ number: whole, name: z.string().max(125).nullish(), type: z.int() });

export const attachedDocument = z.strictObject({
  number: whole,
  voucherNumber: z.int().nullish(),
  accountingYear: z.string().nullish(),
  pageCount: z.int().nullish(),
  note: z.string().nullish(),
});

export const selfAnswer = z.strictObject({
  agreementNumber: whole,
  company: z.strictObject({ name: z.string() }),
  settings: z.strictObject({ baseCurrency: z.string().regex(/^[A-Z]{3}$/) }),
});

export const cursorList = z.strictObject({
  items: z.array(z.unknown()).max(PAGE_ROWS).nullable(),
  cursor: z.string().min(1).max(50).optional(),
});

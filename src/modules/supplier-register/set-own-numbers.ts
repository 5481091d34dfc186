import { z } from "zod";
import { cvrOf } from "../../core/cvr.ts";
import { validationError } from "../../core/errors.ts";
import { defineOperation } from "../../core/operation.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { statedIdentifier } from "./identifier.ts";
import {
  EXAMPLE_OWN_NUMBERS,
  NO_OWN_NUMBERS,
  OWN_NUMBER_KINDS,
  type OwnNumber,
  ownNumbers,
  OWN_NUMBERS_MAX,
} from "./own-numbers-record.ts";
import { insertOwnNumbers, selectOwnNumbers } from "./store-own-numbers.ts";

export const setOwnNumbers = defineOperation({
  name: "set_own_numbers",
  title: "State the company's own numbers",
  description:
    "States all CVR and VAT numbers and bank accounts (IBAN) of the company itself, in place of those stated before. An invoice " +
    "whose seller has one of them is a sale: kept, never booked. On a print none of them is read as the supplier's. It holds " +
    "for documents that are read from now on; every statement stays, and is in the audit log.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: z.object({
    numbers: z
      .array(
        z.strictObject({
          kind: z
            .enum(OWN_NUMBER_KINDS)
            .describe("cvr: Danish company number; vat: VAT number with its country; iban: account"),
          number: z
            .string()
            .trim()
            .min(4)
            .max(60)
            .describe("As written; blanks are left out, check digits must be right"),
        }),
      )
      .max(OWN_NUMBERS_MAX)
      .describe(`All of them, at most ${OWN_NUMBERS_MAX}; an empty list takes them back`),
  }),
  output: ownNumbers,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "PUT", path: "/settings/own-numbers" },
  tool: false,
  callers: "any",
  example: {
    input: {
      numbers: [
        { kind: "cvr", number: "29 18 98 46" },
        { kind: "iban", number: "DK50 0040 0440 1162 43" },
      ],
    },
    output: EXAMPLE_OWN_NUMBERS,
  },
  async run(ctx, { numbers: stated }) {
    const numbers = distinct(stated.map(checked));
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const before = (await selectOwnNumbers(tx)) ?? NO_OWN_NUMBERS;
      if (JSON.stringify(before.numbers.map(keyOf)) === JSON.stringify(numbers.map(keyOf))) return before;
      const id = ctx.newId();
      const after = await insertOwnNumbers(tx, { id, numbers, set_by: ctx.principal.actor });
      const payload = { numbers: { before: before.numbers, after: numbers } };
      await appendAudit(ctx, tx, [{ action: "own_numbers.stated", subject: id, payload }], chain);
      return after;
    });
  },
});

/** A number in the form in which it is compared. A Danish VAT number is the CVR number behind its "DK". */
function checked({ kind, number }: OwnNumber, index: number): OwnNumber {
  const identifier = statedIdentifier(kind, number);
  const isDanish = identifier?.kind === "cvr";
  const value = isDanish ? cvrOf(identifier.value) : (identifier?.value ?? null);
  if (identifier === null || value === null) {
    throw validationError([{ path: `numbers.${index}.number`, code: "invalid_value", message: EXPECTED[kind] }]);
  }
  return { kind: isDanish ? "cvr" : kind, number: value };
}

const EXPECTED: Readonly<Record<OwnNumber["kind"], string>> = {
  cvr: "must be a CVR number of eight digits with a right check digit, e.g. 29189846",
  vat: "must be a VAT number with its country, e.g. DE123456789; a Danish one is DK and the CVR number",
  iban: "must be an IBAN with right check digits",
};

/** In one order, so that the same numbers are the same statement. */
function distinct(numbers: readonly OwnNumber[]): OwnNumber[] {
  const byKey = new Map(numbers.map((number) => [keyOf(number), number]));
  return [...byKey].toSorted(([key], [other]) => (key < other ? -1 : 1)).map(([, number]) => number);
}

function keyOf({ kind, number }: OwnNumber): string {
  return `${kind}:${number}`;
}

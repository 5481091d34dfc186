import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { EXAMPLE_OWN_NUMBERS, NO_OWN_NUMBERS, ownNumbers } from "./own-numbers-record.ts";
import { selectOwnNumbers } from "./store-own-numbers.ts";

export const getOwnNumbers = defineOperation({
  name: "get_own_numbers",
  title: "Read the company's own numbers",
  description:
    "The CVR and VAT numbers and the bank accounts (IBAN) of the company itself, and who stated them; set_by is null while it " +
    "has stated none.",
  layer: null,
  scope: "tenant:read",
  access: "read",
  input: z.object({}),
  output: ownNumbers,
  errors: [],
  emits: [],
  rest: { method: "GET", path: "/settings/own-numbers" },
  tool: false,
  callers: "any",
  example: { input: {}, output: EXAMPLE_OWN_NUMBERS },
  async run(ctx) {
    return (await selectOwnNumbers(ctx.db)) ?? NO_OWN_NUMBERS;
  },
});

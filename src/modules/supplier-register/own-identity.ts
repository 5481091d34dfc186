import type { TenantQueries } from "../../core/context.ts";
import { companyNumber } from "./identifier.ts";
import { selectOwnNumbers } from "./store-own-numbers.ts";

/** The company's own numbers in one form each, kind before the number: "cvr:29189846". */
export async function loadOwnNumbers(db: TenantQueries): Promise<readonly string[]> {
  const { numbers } = (await selectOwnNumbers(db)) ?? { numbers: [] };
  return numbers.map(({ kind, number }) => `${kind}:${number}`);
}

/** A number that a document states, in that form; null: it is none of a company. */
export function companyNumberKey(number: string | null, country: string | null): string | null {
  const identifier = companyNumber(number, country);
  return identifier === null ? null : `${identifier.kind}:${identifier.value}`;
}

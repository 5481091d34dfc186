import { type ServiceError, validationError } from "./errors.ts";

/**
 * Refusal of an argument that names a record which the company does not have; another company's reads the same. `where` says
 * what lists the right ones.
 */
export function unknownReference(path: string, what: string, where: string): ServiceError {
  const code = `unknown_${what.replaceAll(" ", "_")}`;
  return validationError([{ path, code, message: `unknown ${what}; ${where}` }]);
}

/** A filter of a list: what was asked for, and whether there is such a thing. */
export interface NamedFilter {
  readonly path: string;
  /** In words, e.g. "data source". */
  readonly what: string;
  readonly where: string;
  /** Null: the list is not filtered by it. */
  readonly value: string | null;
  readonly exists: (value: string) => Promise<boolean>;
}

/**
 * Checks the filters of a list that came out empty: only then can one of them name nothing, so that a list with rows costs no
 * further statement. A page after the first was asked with filters that were checked.
 * @throws ServiceError request.validation_failed naming the first filter that names nothing
 */
export async function assertKnownFilters(
  { items, cursor }: { readonly items: readonly unknown[]; readonly cursor: string | undefined },
  filters: readonly NamedFilter[],
): Promise<void> {
  if (items.length > 0 || cursor !== undefined) return;
  for (const { path, what, where, value, exists } of filters) {
    if (value !== null && !(await exists(value))) throw unknownReference(path, what, where);
  }
}

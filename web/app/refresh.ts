import type { QueryClient } from "@tanstack/react-query";

/** Asks again for everything of a company that is shown; keys of queries name the company second. */
export async function refreshCompany(queries: QueryClient, company: string): Promise<void> {
  await queries.invalidateQueries({ predicate: ({ queryKey: [, of] }) => of === company });
}

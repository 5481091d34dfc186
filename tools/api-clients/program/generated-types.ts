/** The same with the types that openapi-typescript makes of the description, over openapi-fetch. */
import createClient from "openapi-fetch";
import type { components, paths, webhooks } from "../generated/types";

type Entry = components["schemas"]["EmissionEntry"];
type ErrorCode = components["schemas"]["ErrorCode"];
type Invited = webhooks["supplier.invited"]["post"]["requestBody"]["content"]["application/json"];

/** Every entry of scope 1, or the code of the refusal. */
export async function scope1Entries(baseUrl: string, key: string): Promise<Entry[] | ErrorCode> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const entries: Entry[] = [];
  let cursor: string | undefined;
  do {
    const query = { scope: "1", limit: 2, ...(cursor === undefined ? {} : { cursor }) } as const;
    const { data, error } = await client.GET("/emissions", { params: { query } });
    if (error !== undefined) return error.code;
    entries.push(...data.items);
    cursor = data.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return entries;
}

export async function setTarget(baseUrl: string, key: string): Promise<string> {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const { data, error } = await client.POST("/targets", {
    body: {
      name: "Halve",
      baseline_year: 2024,
      target_year: 2030,
      target_reduction_percent: 50,
      baseline_emissions: 10,
    },
  });
  if (error !== undefined) return (error.issues ?? []).map((issue) => issue.message).join("; ");
  const category: string | null = data.category;
  return category ?? data.target_type;
}

export function supplierOf(event: Invited): string {
  return event.data.supplier_identifier ?? event.data.id;
}

import { call } from "../app/call.ts";
import { everyItem } from "../app/every-item.ts";
import type { Operations } from "../app/operations.gen.ts";

export type Department = Operations["list_departments"]["output"]["items"][number];

/** The departments of a company, closed ones too: it has dozens. */
export async function everyDepartment(company: string): Promise<Department[]> {
  return await everyItem((cursor) => call(company, "list_departments", { limit: 200, ...cursor }));
}

import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";

export type StoredFile = Operations["list_upload_files"]["output"]["items"][number];
export type EnteredFile = Omit<Operations["enter_upload_file"]["input"], "id">;

export type StatedColumns = Omit<Operations["state_upload_file_columns"]["input"], "id">;
export type TableOfFile = Operations["get_upload_file_columns"]["output"]["tables"][number];
export type ColumnMeaning = NonNullable<TableOfFile["columns"][number]["read_as"]>;
export type AmountSigns = NonNullable<StatedColumns["amounts"]>;

/** What a column may hold, as it is offered: what most tables lack comes first. */
export const COLUMN_MEANINGS: readonly ColumnMeaning[] = [
  "ignore",
  "date",
  "description",
  "amount",
  "amount_excl_vat",
  "amount_incl_vat",
  "debit",
  "credit",
  "currency",
  "foreign_amount",
  "vat_amount",
  "balance",
  "quantity",
  "unit",
  "unit_amount",
  "supplier",
  "supplier_identifier",
  "account",
  "account_name",
  "category",
  "cost_centre",
  "document_number",
  "entry_id",
  "invoice_number",
  "due_date",
  "period_start",
  "period_end",
  "period",
  "status",
];

const PAGE = 50;
/** While a file is read. */
const POLL_MS = 2_000;

/** Files of the company, newest first; those that somebody has to enter, or all. */
export function useFiles(company: string, missing: boolean) {
  return useInfiniteQuery({
    queryKey: ["files", company, missing],
    queryFn: ({ pageParam }) =>
      call(company, "list_upload_files", {
        limit: PAGE,
        ...(missing ? { needs_entry: true } : {}),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    // What is being read now ends by itself.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some(({ status }) => status === "stored")) === true ? POLL_MS : false,
  });
}

/** The tables of a file with what their columns hold. */
export function useColumns(company: string, id: string) {
  return useQuery({
    queryKey: ["columns", company, id],
    queryFn: () => call(company, "get_upload_file_columns", { id }),
  });
}

/** Books a file by what a person read on it, has it read by what its columns are said to hold, or leaves it out. */
export function useEntering(company: string) {
  const queries = useQueryClient();
  const refresh = async (): Promise<void> => await refreshCompany(queries, company);
  return {
    enter: async (id: string, facts: EnteredFile): Promise<void> => {
      await call(company, "enter_upload_file", { id, ...facts });
      await refresh();
    },
    state: async (id: string, said: StatedColumns) => {
      const answer = await call(company, "state_upload_file_columns", { id, ...said });
      await refresh();
      return answer;
    },
    leaveOut: async (id: string, reason: string): Promise<void> => {
      await call(company, "exclude_upload_file", { id, reason });
      await refresh();
    },
  };
}

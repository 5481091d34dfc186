import { useQuery } from "@tanstack/react-query";
import { call } from "../../app/call.ts";

/** The file that a document was read from; null: it came from no file. */
export function useFileOf(company: string, document_id: string) {
  return useQuery({
    queryKey: ["file-of", company, document_id],
    queryFn: async () => (await call(company, "list_upload_files", { document_id, limit: 1 })).items[0] ?? null,
  });
}

/** The pages of a file, and where its lines stand on them. */
export function useLayout(company: string, file_id: string) {
  return useQuery({
    queryKey: ["layout", company, file_id],
    queryFn: () => call(company, "get_upload_file_layout", { id: file_id }),
    // A file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

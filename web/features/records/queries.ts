import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { keepFiles } from "../../parts/form/evidence.ts";

export type RecordInput = Operations["record_activity"]["input"];
export type Recorded = Operations["record_activity"]["output"];
export type RecordedFile = Operations["record_activities_from_file"]["output"];
export type Subject = Operations["record_activities_from_file"]["input"]["subject"];

/** Records for a company: each first as what it would count, then booked. */
export function useRecording(company: string) {
  const queries = useQueryClient();
  return {
    preview: async (input: RecordInput): Promise<Recorded> =>
      await call(company, "record_activity", { ...input, dry_run: true }),
    book: async (input: RecordInput): Promise<Recorded> => {
      const recorded = await call(company, "record_activity", { ...input, dry_run: false });
      await refreshCompany(queries, company);
      return recorded;
    },
    /** The file is kept before it is looked at; what it says is booked with `bookFile` only. */
    previewFile: async (subject: Subject, file: File): Promise<RecordedFile> => {
      const [kept] = await keepFiles(company, [file]);
      return await call(company, "record_activities_from_file", { subject, file: kept?.id ?? "", dry_run: true });
    },
    bookFile: async (subject: Subject, file: string): Promise<RecordedFile> => {
      const recorded = await call(company, "record_activities_from_file", { subject, file, dry_run: false });
      await refreshCompany(queries, company);
      return recorded;
    },
  };
}

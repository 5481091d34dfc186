import { useQueryClient } from "@tanstack/react-query";
import { addressOf, call, send } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";

export type RecordInput = Operations["record_activity"]["input"];
export type Recorded = Operations["record_activity"]["output"];
export type RecordedFile = Operations["record_activities_from_file"]["output"];
export type Subject = Operations["record_activities_from_file"]["input"]["subject"];

type Evidence = Operations["upload_evidence"]["output"];

/** Keeps files as evidence; nothing is read of them. Answers their ids. @throws Refusal; TypeError without a network */
async function keepEvidence(company: string, files: readonly File[]): Promise<string[]> {
  if (files.length === 0) return [];
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  const address = addressOf(company, "/activities/evidence");
  const { files: kept } = await send<Evidence>("POST", address, form, crypto.randomUUID());
  return kept.map(({ id }) => id);
}

/** Records for a company: each first as what it would count, then booked. */
export function useRecording(company: string) {
  const queries = useQueryClient();
  return {
    preview: async (input: RecordInput): Promise<Recorded> =>
      await call(company, "record_activity", { ...input, dry_run: true }),
    book: async (input: RecordInput, files: readonly File[]): Promise<Recorded> => {
      const evidence = await keepEvidence(company, files);
      const recorded = await call(company, "record_activity", { ...input, evidence, dry_run: false });
      await refreshCompany(queries, company);
      return recorded;
    },
    /** The file is kept before it is looked at; what it says is booked with `bookFile` only. */
    previewFile: async (subject: Subject, file: File): Promise<RecordedFile> => {
      const [id = ""] = await keepEvidence(company, [file]);
      return await call(company, "record_activities_from_file", { subject, file: id, dry_run: true });
    },
    bookFile: async (subject: Subject, file: string): Promise<RecordedFile> => {
      const recorded = await call(company, "record_activities_from_file", { subject, file, dry_run: false });
      await refreshCompany(queries, company);
      return recorded;
    },
  };
}

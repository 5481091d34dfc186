import { addressOf, send } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";

type Evidence = Operations["upload_evidence"]["output"];

/** Keeps files as evidence; nothing is read of them. @throws Refusal; TypeError without a network */
export async function keepFiles(company: string, files: readonly File[]): Promise<Evidence["files"]> {
  if (files.length === 0) return [];
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  const address = addressOf(company, "/activities/evidence");
  return (await send<Evidence>("POST", address, form, crypto.randomUUID())).files;
}

/** The same, answering their ids. */
export async function keepEvidence(company: string, files: readonly File[]): Promise<string[]> {
  return (await keepFiles(company, files)).map(({ id }) => id);
}

/** The files that were chosen in a form; a field that nobody chose in holds one without content. */
export function filesIn(form: FormData, name: string): readonly File[] {
  return form.getAll(name).flatMap((file) => (file instanceof File && file.size > 0 ? [file] : []));
}

import { addressOf, send } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { type KeptFile, keptFiles } from "../kept-files.ts";
import { typedIn } from "./fields.tsx";

/** Most files that the service takes as evidence of one thing. */
export const EVIDENCE_MAX = 20;

/** Keeps files as evidence; nothing is read of them. @throws Refusal; TypeError without a network */
export async function keepFiles(company: string, files: readonly File[]): Promise<readonly KeptFile[]> {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  const address = addressOf(company, "/activities/evidence");
  const answer = await send<Operations["upload_evidence"]["output"]>("POST", address, form, crypto.randomUUID());
  return answer.files.map(({ id, name }) => ({ id, name }));
}

/** Ids of the files that a form names as evidence. @throws Error in the reader's words while some are on their way */
export function evidenceIn(form: FormData): string[] {
  const waits = typedIn(form, "on_way");
  if (waits !== "") throw new Error(waits);
  return keptFiles(typedIn(form, "kept")).map(({ id }) => id);
}

import { expect } from "vitest";
import { pipelineOver } from "./pipeline.ts";
import { recordingSite, type RecordingCompany } from "./recording-site.ts";

/** One file of an upload. */
export interface SentFile {
  readonly name: string;
  readonly content: string | Buffer;
}

/** The service over HTTP with what reads uploads behind it. Bodies are checked by the contract tests. */
export async function ingestingSite({ max_file_bytes = 1_000_000 } = {}) {
  const site = await recordingSite({
    uploads: { max_files: 20, max_file_bytes, max_total_bytes: 5_000_000 },
  });
  const reader = pipelineOver(site.app.db);
  return {
    ...site,
    /** Uploads files, waits until they were read, and answers how each ended. */
    async ingest(by: RecordingCompany, ...files: readonly SentFile[]): Promise<readonly ReadUpload[]> {
      const answer = await site.upload(by, "/activities/bulk", files);
      expect(answer.status, answer.text).toBe(202);
      await reader.drain();
      expect(reader.errors).toEqual([]);
      const { id } = answer.json() as unknown as { readonly id: string };
      return ((await site.get(by, `/activities/bulk/${id}?limit=200`)) as { files: ReadUpload[] }).files;
    },
    /** Works until nothing waits. */
    async drain(): Promise<void> {
      await reader.drain();
      expect(reader.errors).toEqual([]);
    },
    async items<Row>(by: RecordingCompany, path: string): Promise<readonly Row[]> {
      return ((await site.get(by, path)) as { items: Row[] }).items;
    },
    /** The first 50 lines, the newest first, each with all that its own answer says. */
    async lines(by: RecordingCompany): Promise<BookedLine[]> {
      const { items } = (await site.get(by, "/activities?limit=50")) as { items: BookedLine[] };
      return await Promise.all(items.map(async ({ id }) => (await site.get(by, `/activities/${id}`)) as BookedLine));
    },
    /** The answer of a change that must succeed. */
    async change<Body>(by: RecordingCompany, path: string, body: object): Promise<Body> {
      const answer = await site.post(by, body, {}, path);
      expect(answer.status, answer.text).toBe(200);
      return answer.json() as unknown as Body;
    },
    async close(): Promise<void> {
      await reader.stop();
      await site.app.close();
    },
  };
}

export interface ReadUpload {
  readonly id: string;
  readonly status: string;
}

/** What tests look at of a line. */
export interface BookedLine {
  readonly id: string;
  readonly description: string;
  readonly status: string;
  readonly reason: string;
  readonly review_code: string | null;
  readonly amount: number;
  readonly category_id: string;
  readonly supply_id: string | null;
}

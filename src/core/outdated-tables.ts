/**
 * What was calculated rests on tables that were replaced while it waited for its company's books: nothing is written, and the same
 * work done anew reads the tables that are in force now. Requests and jobs do it by themselves.
 */
export class OutdatedTables extends Error {
  override readonly name = "OutdatedTables";
}

/** Tables are replaced by a person's decision, which seldom meets the same work twice. */
const ATTEMPTS_MAX = 3;

/** Does work anew, at most three times, whose tables were replaced before it could be written. `work` reads its tables itself. */
export async function withTablesInForce<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutdatedTables) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

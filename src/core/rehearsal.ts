import type { TenantDb, TenantTransaction } from "./context.ts";

/**
 * What work that writes would answer: it is done in a transaction that is rolled back, so that nothing of it stays. It holds the
 * locks of the work meanwhile. Throws what the work throws.
 */
export async function rehearsed<Told>(db: TenantDb, work: (tx: TenantTransaction) => Promise<Told>): Promise<Told> {
  const told: Told[] = [];
  const takenBack = new Error("a rehearsal is rolled back");
  try {
    await db.transaction(async (tx) => {
      told.push(await work(tx));
      throw takenBack;
    });
  } catch (error) {
    if (error !== takenBack) throw error;
  }
  const [answer] = told;
  if (answer === undefined) throw new Error("a rehearsal answered nothing");
  return answer;
}

/**
 * Child process of test/e2e/webhook-crash.test.ts. Usage: delivery-process.ts <DeliveryProcessPlan as JSON>
 * Sets targets and delivers their events, as the service does, until it is killed; says "ready", then every target that
 * was committed and every one that was rolled back. With `is_last` it sets none, delivers what is left and ends.
 */
import { tmpdir } from "node:os";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { SCOPES } from "../../src/core/scopes.ts";
import { createTarget } from "../../src/modules/targets/create-target.ts";
import type { Connection } from "../../src/platform/db/connection.ts";
import { openDatabase } from "../../src/platform/db/database.ts";
import { openFiles } from "../../src/platform/files/files.ts";
import { idSource } from "../../src/platform/ids.ts";
import { contextFactory } from "./context.ts";
import { testWorker } from "./delivery-worker.ts";
import { TEST_SECRET } from "./stored-document.ts";

export interface DeliveryProcessPlan {
  readonly connection: Connection;
  readonly tenant: TenantIdentity;
  /** How far ahead of the machine its clock goes. */
  readonly ahead_seconds: number;
  readonly is_last: boolean;
}

/** One line of output. */
export type DeliveryProcessMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "committed" | "rolled_back"; readonly id: string };

// The plan is written by the test, in the same checkout.
const plan = JSON.parse(process.argv[2] ?? "") as DeliveryProcessPlan;

function say(message: DeliveryProcessMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function setTargets(ctx: Context): Promise<never> {
  for (;;) {
    // Targets of equal terms are one, which is set and told of once.
    const input = { ...createTarget.example.input, name: ctx.newId(), baseline_emissions: 100 };
    // The operation answers with the record that it made.
    const { id } = (await invoke(createTarget, ctx, input)) as { id: string };
    say({ kind: "committed", id });
    await failedOperation(ctx);
  }
}

/** Work that fails after its event was written. */
async function failedOperation(ctx: Context): Promise<void> {
  const id = ctx.newId();
  const work = ctx.db.transaction(async (tx) => {
    await ctx.emit(tx, "target.created", { id });
    throw new Error("failed after the event");
  });
  await work.catch(() => say({ kind: "rolled_back", id }));
}

const clock = { now: () => new Date(Date.now() + plan.ahead_seconds * 1000) };
const database = await openDatabase(plan.connection);
const context = contextFactory({
  database,
  clock,
  files: await openFiles(tmpdir(), TEST_SECRET),
  newId: idSource(clock),
});
const worker = testWorker({ database, context, clock });
if (plan.is_last) {
  await worker.drain();
  await worker.close();
  await database.close();
} else {
  await worker.start();
  say({ kind: "ready" });
  await setTargets(context(plan.tenant, SCOPES, { is_local: true }));
}

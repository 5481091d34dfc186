import { createHmac, randomUUID } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import type { Context } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { createTenant } from "../../src/modules/tenants/index.ts";
import { median } from "../load.ts";
import { type CpuCost, cpuMeter, startReceiver } from "../processes.ts";
import { type CaseResult, cpuText, information, percent, shown } from "../result.ts";
import { operationNamed, type Stage } from "../stage.ts";

const BUDGET_PER_SECOND = 1000;
/** The most that a company may have; each event is delivered to all of them. */
const SUBSCRIPTIONS = 50;
const IN_FLIGHT = 64;
const POLL_MS = 10;
const TIMEOUT_MS = 120_000;

interface Round extends CpuCost {
  readonly per_second: number;
  readonly floor_per_second: number;
}

/** From the commit of events until the last of their deliveries is in the log as delivered. */
export async function webhooks(stage: Stage, deliveries: number): Promise<CaseResult> {
  const receiver = await startReceiver();
  try {
    const { service } = stage.bench;
    const tenant = await createTenant(service.tenantAdmin, {
      name: "Bench hooks A/S",
      country: "DK",
      plan: "enterprise",
    });
    const ctx = await service.operatorContext(tenant.id, "sandbox", "operator:bench");
    const address = `http://127.0.0.1:${receiver.port}`;
    for (let number = 0; number < SUBSCRIPTIONS; number += 1) {
      await invoke(operationNamed("create_webhook"), ctx, { url: `${address}/${number}`, events: ["target.created"] });
    }
    const events = Math.ceil(deliveries / SUBSCRIPTIONS);
    await deliver(stage, ctx, Math.ceil(events / 4));
    // Autovacuum does this within a minute of the first deliveries; a service that is in use has had it long ago.
    await stage.bench.admin.query("analyze webhook_deliveries, webhook_attempts, webhooks");
    const rounds: Round[] = [];
    for (let round = 0; round < stage.effort.rounds; round += 1) {
      const floor_per_second = await sendBare(address, events * SUBSCRIPTIONS);
      rounds.push({ ...(await deliver(stage, ctx, events)), floor_per_second });
    }
    return reportOf(rounds, events);
  } finally {
    await receiver.stop();
  }
}

function reportOf(rounds: readonly Round[], events: number): CaseResult {
  const per_second = median(rounds.map((round) => round.per_second));
  const floor = median(rounds.map((round) => round.floor_per_second));
  return {
    title: "Webhook deliveries, end to end with the log",
    rows: [
      {
        name: `${events} events to ${SUBSCRIPTIONS} subscriptions each`,
        floor: `${shown(floor)}/s`,
        ours: `${shown(per_second)}/s`,
        ratio: percent(per_second / floor),
        budget: `at least ${BUDGET_PER_SECOND}/s`,
        is_met: per_second >= BUDGET_PER_SECOND,
      },
      information("CPU per delivery, Node + database", cpuText(rounds)),
    ],
    notes: [
      "From the first event's transaction until every delivery is logged as delivered; receiver on loopback, kept alive.",
      `The floor signs and posts the same number of bodies with undici, ${IN_FLIGHT} at once, and keeps nothing.`,
    ],
  };
}

async function deliver(stage: Stage, ctx: Context, events: number): Promise<Omit<Round, "floor_per_second">> {
  const expected = events * SUBSCRIPTIONS + (await delivered(stage, ctx));
  const cpu = cpuMeter(stage.service.pid, stage.bench.serverPid);
  const began = performance.now();
  for (let number = 0; number < events; number += 1) {
    await ctx.db.transaction((tx) => ctx.emit(tx, "target.created", bodyData(ctx.newId())));
  }
  while ((await delivered(stage, ctx)) < expected) {
    if (performance.now() - began > TIMEOUT_MS) throw new Error("the deliveries are not made in time");
    await delay(POLL_MS);
  }
  const elapsed_ms = performance.now() - began;
  const cost = cpu(events * SUBSCRIPTIONS);
  return {
    per_second: ((events * SUBSCRIPTIONS) / elapsed_ms) * 1000,
    ...cost,
  };
}

async function delivered({ bench }: Stage, ctx: Context): Promise<number> {
  const { rows } = await bench.admin.query<{ count: number }>(
    "select count(*)::int from webhook_attempts where tenant_id = $1 and environment = $2 and status = 'delivered'",
    [ctx.tenant.id, ctx.tenant.environment],
  );
  return rows[0]?.count ?? 0;
}

/** About 1 KB. */
function bodyData(id: string): { readonly id: string; readonly name: string } {
  return { id, name: "Halve scope 1 and 2 by 2030. ".repeat(28) };
}

/** Requests per second of signing and sending alone. */
async function sendBare(address: string, count: number): Promise<number> {
  const pool = new Pool(address, { connections: IN_FLIGHT });
  const began = performance.now();
  let next = 0;
  const sender = async (): Promise<void> => {
    for (let number = next++; number < count; number = next++) {
      const body = JSON.stringify({ id: randomUUID(), event: "target.created", data: bodyData(randomUUID()) });
      const t = Math.floor(Date.now() / 1000);
      const v1 = createHmac("sha256", "whsec_bench").update(`${t}.${body}`).digest("hex");
      const headers = { "content-type": "application/json", "x-svc-signature": `t=${t},v1=${v1}` };
      const answer = await pool.request({ method: "POST", path: `/${number % SUBSCRIPTIONS}`, headers, body });
      await answer.body.dump();
      if (answer.statusCode !== 204) throw new Error(`the receiver answered ${answer.statusCode}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, sender));
  const elapsed_ms = performance.now() - began;
  await pool.close();
  return (count / elapsed_ms) * 1000;
}

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { certificatesSettle } from "../../../src/cli/commands/certificates.ts";
import { type Command, parseArguments, type ServiceCommand } from "../../../src/cli/command.ts";
import { sha256Hex } from "../../../src/core/content-hash.ts";
import type { TenantIdentity } from "../../../src/core/context.ts";
import type { Service } from "../../../src/composition/service.ts";
import { recordingSite, type RecordingSite } from "../../support/recording-site.ts";
import { guarantee, instrumentCalls } from "./instruments.ts";

const folder = mkdtempSync(join(tmpdir(), "evidence-"));
const evidence = join(folder, "annullering.pdf");
let site: RecordingSite;
const known = new Map<string, TenantIdentity>();

beforeAll(async () => {
  site = await recordingSite();
  writeFileSync(evidence, "Annulleringsbevis 2026-17");
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await site.app.close();
});

/** The parts of a service that the command uses, over the database of the tests. */
function service(): Service {
  const { db } = site.app;
  const parts = {
    database: db.database,
    operatorContext: async (id: string, _environment: string, actor: string) => {
      const tenant = known.get(id);
      if (tenant === undefined) throw new Error(`no company ${id}`);
      return Promise.resolve(db.context(tenant, undefined, { principal: { kind: "operator", actor } }));
    },
  };
  return parts as unknown as Service;
}

async function settle(...words: readonly string[]) {
  const command: Command = certificatesSettle;
  return await (command as ServiceCommand).run(service(), parseArguments(command, words));
}

async function company() {
  const by = await site.company();
  known.set(by.tenant.id, by.tenant);
  return by;
}

test("an operator finds who registered certificate numbers, and frees them for their owner with evidence", async () => {
  const calls = instrumentCalls(site);
  const [holder, owner] = [await company(), await company()];
  const stated = guarantee(20);
  const made = await calls.registered(holder, stated);
  const [{ from, to } = { from: "0", to: "0" }] = stated.number_ranges;
  const numbers = ["--registry", "DK", "--numbers", `${from}-${to}`] as const;
  expect(await calls.refused(owner, "/energy-instruments", stated)).toEqual(["number_ranges.0 numbers_registered"]);

  const { json, lines } = await settle(...numbers);
  expect(json).toMatchObject([{ tenant_id: holder.tenant.id, instrument_id: made.id, allocated_in: [] }]);
  expect(lines[0]).toContain(holder.tenant.name);
  // Looking changes nothing.
  expect(await site.get(holder, `/energy-instruments/${made.id}`)).toMatchObject({ is_withdrawn: false, version: 1 });

  const decided = ["--withdraw", made.id, "--evidence", evidence, "--reason", "Annulleret til en anden"] as const;
  await settle(...numbers, ...decided);
  const hash = sha256Hex(Buffer.from("Annulleringsbevis 2026-17"));
  expect(await site.get(holder, `/energy-instruments/${made.id}`)).toMatchObject({
    is_withdrawn: true,
    versions: [
      {
        stated_by: "operator",
        reason: expect.stringContaining(`Annulleret til en anden (evidence: SHA-256 ${hash})`) as string,
      },
      {},
    ],
  });
  const { items } = (await site.get(holder, "/audit?limit=50")) as { items: { action: string; payload: object }[] };
  expect(items.find(({ action }) => action === "energy_instrument.ownership_settled")?.payload).toMatchObject({
    evidence_sha256: hash,
  });
  await calls.registered(owner, stated);
  expect((await settle(...numbers)).json).toMatchObject([{ tenant_id: owner.tenant.id }]);
  await site.intact(holder);
  await site.intact(owner);
});

test("nothing is withdrawn that does not hold the numbers, nor without evidence and reason", async () => {
  const calls = instrumentCalls(site);
  const by = await company();
  const { id } = await calls.registered(by, guarantee(1));
  const others = ["--registry", "DK", "--numbers", "1-2"] as const;
  expect((await settle(...others)).lines).toEqual(["Nobody has registered these numbers"]);
  const decided = ["--evidence", evidence, "--reason", "Ours"] as const;
  await expect(settle(...others, "--withdraw", id, ...decided)).rejects.toThrow(/none of the instruments/);
  const [{ from } = { from: "0" }] = (await calls.registered(by, guarantee(1))).number_ranges;
  const own = ["--registry", "DK", "--numbers", from] as const;
  const [held] = (await settle(...own)).json as { instrument_id: string }[];
  const withdraw = ["--withdraw", held?.instrument_id ?? ""] as const;
  await expect(settle(...own, ...withdraw, "--reason", "Ours")).rejects.toThrow(/--evidence is missing/);
  await expect(settle(...own, ...withdraw, "--evidence", evidence)).rejects.toThrow(/--reason is missing/);
  await expect(settle("--registry", "ATLANTIS", "--numbers", "1")).rejects.toThrow(/--registry/);
  await expect(settle("--registry", "DK", "--numbers", "9-1")).rejects.toThrow(/--numbers/);
});

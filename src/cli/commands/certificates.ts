import { readFile } from "node:fs/promises";
import { sha256Hex } from "../../core/content-hash.ts";
import { ENVIRONMENTS } from "../../core/context.ts";
import { isPlainLine } from "../../core/visible-text.ts";
import {
  isKnownRegistry,
  type NumberHolder,
  numberHolders,
  withdrawDisputed,
} from "../../modules/energy-instruments/index.ts";
import { listTenants } from "../../modules/tenants/index.ts";
import { type Arguments, type Command, oneOf, optional, required, UsageError } from "../command.ts";

const REASON_MAX = 300;
const NUMBERS = /^(\d{1,40})(?:-(\d{1,40}))?$/;

export const certificatesSettle: Command = {
  name: "certificates settle",
  usage:
    "--registry <code> --numbers <first>[-<last>] [--environment live|sandbox] " +
    "[--withdraw <id of the instrument> --evidence <file> --reason <text>]",
  summary:
    "Says which company has registered certificate numbers; with --withdraw it takes the instrument out of that company's register, " +
    "because evidence shows that they are another company's",
  options: {
    registry: { type: "string" },
    numbers: { type: "string" },
    environment: { type: "string" },
    withdraw: { type: "string" },
    evidence: { type: "string" },
    reason: { type: "string" },
  },
  async run(service, args) {
    const environment = oneOf(optional(args, "environment") ?? "live", ENVIRONMENTS, "environment");
    const disputed = { registry: registryOf(args), ...numbersOf(args) };
    const held: (NumberHolder & { readonly tenant_id: string; readonly company: string })[] = [];
    for (const { id, name } of await listTenants(service.database.system)) {
      const db = service.database.tenant(id, environment);
      const found = await numberHolders(db, { id, environment }, disputed);
      held.push(...found.map((holder) => ({ ...holder, tenant_id: id, company: name })));
    }
    const withdraw = optional(args, "withdraw");
    if (withdraw === null) return { json: held, lines: held.length === 0 ? [NOBODY] : held.flatMap(describe) };
    const holder = held.find(({ instrument_id }) => instrument_id === withdraw);
    if (holder === undefined) throw new UsageError("--withdraw names none of the instruments that hold these numbers");
    const evidence_sha256 = sha256Hex(await readFile(required(args, "evidence")));
    const reason = `Settled by the operator: ${reasonOf(args)} (evidence: SHA-256 ${evidence_sha256})`;
    const ctx = await service.operatorContext(holder.tenant_id, environment, "operator");
    await withdrawDisputed(ctx, withdraw, { reason, evidence_sha256 });
    return {
      json: { ...holder, reason, evidence_sha256 },
      lines: [
        `${holder.name} of ${holder.company} is withdrawn, and its numbers are free: their owner can register them now`,
        `Keep the evidence (SHA-256 ${evidence_sha256}): the company's audit log names it`,
        ...allocatedLines(holder),
      ],
    };
  },
};

const NOBODY = "Nobody has registered these numbers";

function describe({
  instrument_id,
  name,
  company,
  tenant_id,
  number_ranges,
  created_at,
  ...rest
}: NumberHolder & {
  readonly tenant_id: string;
  readonly company: string;
}): string[] {
  const ranges = number_ranges.map(({ from, to }) => (from === to ? from : `${from}-${to}`)).join(", ");
  return [
    `${company} (${tenant_id}): ${name} (${instrument_id}), registered ${created_at.slice(0, 10)}`,
    `    numbers ${ranges}`,
    ...allocatedLines(rest),
  ];
}

function allocatedLines({ allocated_in }: Pick<NumberHolder, "allocated_in">): string[] {
  if (allocated_in.length === 0) return [];
  const places = allocated_in.map(({ market, year }) => `${market} ${year}`).join(", ");
  return [`    allocated in ${places}: these figures stay until the company allocates anew`];
}

function registryOf(args: Arguments): string {
  const registry = required(args, "registry");
  if (!isKnownRegistry(registry))
    throw new UsageError("--registry is the country of an issuing body (DK), or a register by name (REGO)");
  return registry;
}

function numbersOf(args: Arguments): { readonly from: string; readonly to: string } {
  const [, from, to = from] = NUMBERS.exec(required(args, "numbers")) ?? [];
  if (from === undefined || to === undefined || BigInt(from) > BigInt(to)) {
    throw new UsageError("--numbers is one certificate number, or the first and the last of a range: 100-199");
  }
  return { from, to };
}

function reasonOf(args: Arguments): string {
  const reason = required(args, "reason").trim();
  if (!isPlainLine(reason) || reason.length > REASON_MAX) {
    throw new UsageError(`--reason is one line of at most ${REASON_MAX} characters`);
  }
  return reason;
}

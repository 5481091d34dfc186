import { type Opener, readIdentities, readPassphrase } from "../../backup/archive-key.ts";
import { chosenBackup } from "../../backup/folder.ts";
import type { Manifest } from "../../backup/manifest.ts";
import { restoreBackup } from "../../backup/restore-backup.ts";
import { statement } from "../../core/statement.ts";
import { ENVIRONMENTS } from "../../core/context.ts";
import { openServer } from "../../composition/database-server.ts";
import { pauseAll } from "../../modules/data-sources/index.ts";
import { listTenants } from "../../modules/tenants/index.ts";
import { disableAll } from "../../modules/webhooks/index.ts";
import { readConfig } from "../../platform/config/config.ts";
import { createLog } from "../../platform/log.ts";
import { MIGRATIONS, openService, type Service } from "../../composition/service.ts";
import {
  type Arguments,
  type CommandResult,
  optional,
  required,
  type StandaloneCommand,
  UsageError,
} from "../command.ts";
import { auditVerify, doctor } from "./ledger.ts";

const REASON =
  "This installation is a copy that was restored from a backup; enable it only where the original is gone.";

export const restore: StandaloneCommand = {
  name: "restore",
  usage: "--from <folder> [--backup <id>] [--identity-file <file> | --passphrase-file <file>] [--as-copy]",
  summary:
    "Puts a backup, the newest unless one is named, into an empty DATA_DIR and an empty database, embedded or DATABASE_URL, " +
    "and proves it like audit verify --documents and doctor; --as-copy stops webhooks and data sources, as the original goes on",
  options: {
    from: { type: "string" },
    backup: { type: "string" },
    "identity-file": { type: "string" },
    "passphrase-file": { type: "string" },
    "as-copy": { type: "boolean" },
  },
  async runAlone(args, env) {
    const config = readConfig(env);
    const log = createLog("warn");
    const folder = required(args, "from");
    const opener = await readOpener(args);
    const id = await chosenBackup(folder, optional(args, "backup"));
    const manifest = await restoreBackup(config, {
      folder,
      id,
      opener,
      migrations: MIGRATIONS,
      async withServer(work) {
        const server = await openServer(config, log, "command");
        try {
          await work(server.connection);
        } finally {
          await server.close();
        }
      },
    });
    const service = await openService(config, log, "upgrade");
    try {
      return await prove(service, manifest, args);
    } finally {
      await service.close();
    }
  },
};

async function readOpener(args: Arguments): Promise<Opener | null> {
  const identityFile = optional(args, "identity-file");
  const passphraseFile = optional(args, "passphrase-file");
  if (identityFile !== null && passphraseFile !== null)
    throw new UsageError("give --identity-file or --passphrase-file, not both");
  if (identityFile !== null) return { identities: await readIdentities(identityFile), passphrase: null };
  if (passphraseFile !== null) return { identities: [], passphrase: await readPassphrase(passphraseFile) };
  return null;
}

/** Before anything new is written: the chains end where the backup says, then what the two commands look at. */
async function prove(service: Service, manifest: Manifest, args: Arguments): Promise<CommandResult> {
  const differing = await differingHeads(service, manifest);
  const everything = { options: { documents: true }, operands: [] };
  const audit = await auditVerify.run(service, everything);
  const sums = await doctor.run(service, { options: {}, operands: [] });
  const outgoing = args.options["as-copy"] === true ? await stopOutgoing(service) : await waitingDeliveries(service);
  const failed = differing.length > 0 || audit.failed === true || sums.failed === true;
  const lines = [
    `Restored ${manifest.id}: everything that was acknowledged before ${manifest.moment}`,
    ...differing.map((head) => `  its audit chain does not end where the backup says: ${head}`),
    "audit verify --documents:",
    ...audit.lines.map((line) => `  ${line}`),
    "doctor:",
    ...sums.lines.map((line) => `  ${line}`),
    outgoing.line,
    failed
      ? "NOT PROVEN: see above"
      : "Proven. People log in again; what was revoked after that moment must be revoked again",
  ];
  const json = {
    id: manifest.id,
    moment: manifest.moment,
    ok: !failed,
    differing,
    audit: audit.json,
    doctor: sums.json,
    ...outgoing.json,
  };
  return { json, lines, failed };
}

interface Head {
  readonly tenant_id: string;
  readonly environment: string;
  readonly seq: number;
  readonly hash: string;
}

const HEADS = statement(
  "select tenant_id, environment, seq, hash from audit_heads order by tenant_id, environment limit 1000000",
);

async function differingHeads({ database }: Service, { ledgers }: Manifest): Promise<string[]> {
  const textOf = ({ tenant_id, environment, seq, hash }: Head): string => `${tenant_id} ${environment} ${seq} ${hash}`;
  const heads = new Set((await database.admin.rows<Head>(HEADS)).map(textOf));
  const expected = new Set(ledgers.map(textOf));
  return [...[...expected].filter((head) => !heads.has(head)), ...[...heads].filter((head) => !expected.has(head))];
}

interface Outgoing {
  readonly json: Readonly<Record<string, number>>;
  readonly line: string;
}

const CLOSED = statement(
  "select company_id || ' ' || environment as ledger from closed_ledgers order by company_id, environment limit 1000000",
);

async function stopOutgoing(service: Service): Promise<Outgoing> {
  let disabled_webhooks = 0;
  let paused_data_sources = 0;
  // Books that are closed take no event, and have nothing to send: their company was erased, or the sandbox is being emptied.
  const closed = new Set(
    (await service.database.admin.rows<{ readonly ledger: string }>(CLOSED)).map(({ ledger }) => ledger),
  );
  for (const { id } of await listTenants(service.database.system)) {
    for (const environment of ENVIRONMENTS) {
      if (closed.has(`${id} ${environment}`)) continue;
      const ctx = await service.operatorContext(id, environment, "restore");
      disabled_webhooks += await disableAll(ctx, REASON);
      paused_data_sources += await pauseAll(ctx, REASON);
    }
  }
  const line = `A copy: ${disabled_webhooks} webhooks disabled, ${paused_data_sources} data sources paused, nothing waits to be sent`;
  return { json: { disabled_webhooks, paused_data_sources }, line };
}

const WAITING = statement(
  "select count(*)::int as waiting from webhook_deliveries where status = 'pending' order by 1 limit 1",
);

async function waitingDeliveries({ database }: Service): Promise<Outgoing> {
  const [row] = await database.admin.rows<{ readonly waiting: number }>(WAITING);
  const waiting_deliveries = row?.waiting ?? 0;
  const line =
    waiting_deliveries === 0
      ? "No webhook delivery waits"
      : `${waiting_deliveries} webhook deliveries wait and are sent at the next start, perhaps a second time: with the event ids ` +
        "by which receivers know them";
  return { json: { waiting_deliveries }, line };
}

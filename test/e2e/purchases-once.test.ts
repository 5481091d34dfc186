import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wrongs } from "../modules/purchases/counted-once.ts";
import { hardCase } from "../modules/purchases/drawn-hard-purchases.ts";
import { Draw, type DrawnCase, SUPPLIERS } from "../modules/purchases/drawn-purchases.ts";
import type { HardShape } from "../modules/purchases/purchase-shapes.ts";
import type { Outcome } from "../modules/purchases/register-in-memory.ts";
import { fileOf, nameOf } from "../modules/purchases/told-files.ts";
import { type OwnDatabase, ownDatabase } from "../support/own-database.ts";
import type { TestFile } from "../support/pipeline.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess, until } from "../support/service-process.ts";

/** Each in a supplier of its own; what a company's first rows and rates decide is told of by the drawn test. */
const SHAPES: readonly HardShape[] = [
  "nameless_batch",
  "refund",
  "netting",
  "two_equal_amounts",
  "payment_before_invoice",
  "instalments",
  "late_booking",
  "credit_over_year_end",
  "customer_who_is_a_supplier",
];
const LONG_AGO: TestFile = {
  name: "longago.csv",
  bytes: Buffer.from("Dato;Tekst;Beløb;Saldo;Status\r\n2024-01-02;VISA KONTORARTIKLER BUTIK;-10,00;1000,00;Udført"),
};

let database: OwnDatabase;
let site: Installation;
let env: Record<string, string>;
let services: ServiceProcess[];

beforeAll(async () => {
  database = await ownDatabase();
  env = { DATABASE_URL: database.url, SECRET_KEY: "c2VjcmV0IG9mIHR3byBwcm9jZXNzZXMgb24gb25lIGRi" };
  site = installation();
  services = [await site.start({ env }), await site.start({ env })];
}, 300_000);
afterAll(async () => {
  await site.remove();
  await database.remove();
}, 300_000);

function drawn(seed: number): readonly DrawnCase[] {
  const draw = new Draw(seed);
  return SHAPES.map((shape, index) => {
    const one = { draw, at: "abcdefghi".charAt(index), day: `2026-0${1 + (index % 6)}-05`, rateOf: () => 1 };
    return hardCase(shape, { ...one, supplier: SUPPLIERS[index] ?? "", gross: draw.whole(400, 40_000) * 25 });
  });
}

async function company(name: string): Promise<{ readonly id: string; readonly key: string }> {
  const made = async (...words: readonly string[]) => {
    const { code, stdout, stderr } = await site.cliWith(env, ...words, "--json");
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as { id: string; key: string };
  };
  const { id } = await made("tenant", "create", "--name", name, "--plan", "enterprise");
  return { id, key: (await made("key", "create", "--tenant", id, "--name", "test")).key };
}

/** Sends each file by itself, four at once, to the processes in turn; answers those that were not taken. */
async function send(key: string, files: readonly TestFile[]): Promise<TestFile[]> {
  const waiting = [...files];
  const lost: TestFile[] = [];
  const one = async (turn: number): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const { base } = services[turn % services.length] ?? { base: "" };
      const answer = await restClient(base, key)
        .upload([file])
        .catch(() => null);
      if (answer?.status !== 202) lost.push(file);
    }
  };
  await Promise.all([0, 1, 2, 3].map(one));
  return lost;
}

async function read(id: string): Promise<number> {
  const [row] = await database.sql<{ done: number; open: number }>(
    `select (count(*) filter (where status <> 'stored'))::int as done, (count(*) filter (where status = 'stored'))::int as open
     from upload_files where tenant_id = '${id}'`,
  );
  return row === undefined || row.open > 0 ? -(row?.done ?? 0) : row.done;
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  classified: "counts",
  excluded: "evidence",
  pending_review: "waits",
};

async function told(id: string, cases: readonly DrawnCase[]): Promise<string[]> {
  const rows = await database.sql<{ name: string; status: string }>(
    `select distinct on (f.name) f.name, s.status from upload_files f
     join activities a on a.tenant_id = f.tenant_id and a.document_id = f.document_id
     join activity_splits s on s.tenant_id = f.tenant_id and s.activity_id = a.id
       and not exists (select from activity_splits l where l.tenant_id = s.tenant_id and l.supersedes_split_id = s.id)
     where f.tenant_id = '${id}' order by f.name, a.line_number`,
  );
  const byName = new Map(rows.map(({ name, status }) => [name, OUTCOMES[status]]));
  const named = new Map(cases.flatMap((one) => one.rows.map((row) => [row.name, nameOf(row)])));
  const outcome = (name: string): Outcome => {
    const found = byName.get(named.get(name) ?? "");
    if (found === undefined) throw new Error(`no line of ${name}`);
    return found;
  };
  return cases.flatMap((one) => wrongs(one, outcome).map((wrong) => `${one.shape}: ${wrong}`));
}

async function intact(): Promise<void> {
  const verified = await site.cliWith(env, "audit", "verify", "--json");
  expect(verified, verified.stdout).toMatchObject({ code: 0 });
}

describe("purchases that two processes on one database record", () => {
  test("are counted once or asked about", async () => {
    const { id, key } = await company("Two processes");
    const cases = drawn(20261127);
    const files = new Draw(7).shuffled(cases.flatMap(({ rows }) => rows.map(fileOf)));
    expect(await send(key, [LONG_AGO])).toEqual([]);
    await until("the first file", async () => ((await read(id)) === 1 ? true : null));
    expect(await send(key, files)).toEqual([]);
    await until("every file", async () => ((await read(id)) === files.length + 1 ? true : null));
    expect(await told(id, cases)).toEqual([]);
    await intact();
  }, 300_000);

  test("are so when one of them is killed in the middle", async () => {
    const { id, key } = await company("Killed");
    const cases = drawn(4711);
    const files = new Draw(11).shuffled(cases.flatMap(({ rows }) => rows.map(fileOf)));
    expect(await send(key, [LONG_AGO])).toEqual([]);
    const sending = send(key, files);
    await until("a third of the results", async () => (Math.abs(await read(id)) > files.length / 3 ? true : null), 5);
    const [first] = services;
    first?.signal("SIGKILL");
    await first?.ended();
    services = [await site.start({ env }), ...services.slice(1)];
    await database.sql("update jobs set locked_until = now() where state = 'running'");
    const lost = await sending;
    expect(await send(key, lost)).toEqual([]);
    await until("every file", async () => ((await read(id)) > 0 ? true : null));
    expect(await told(id, cases)).toEqual([]);
    await intact();
  }, 300_000);
});

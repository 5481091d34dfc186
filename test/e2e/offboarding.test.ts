import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import canonicalize from "canonicalize";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256Hex } from "../../src/core/content-hash.ts";
import { PLACES, PLANTED, plantCompany, type PlantedCompany, plantedWord } from "../support/planted-company.ts";
import { restClient } from "../support/rest-client.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";

let site: Installation;
let service: ServiceProcess;
let directory: string;
let company: PlantedCompany;
let exported: string;

beforeAll(async () => {
  site = installation();
  directory = mkdtempSync(join(tmpdir(), "carbon-ledger-offboarding-"));
  exported = join(directory, "export");
  service = await site.start();
  company = await plantCompany(site, service, directory);
}, 600_000);
afterAll(async () => {
  await site.remove();
  rmSync(directory, { recursive: true, force: true });
});

/** Every row of every table, the planner's samples of the columns included, as somebody with the database would see it. */
async function everyRow(): Promise<string> {
  const tables = await site.sql<{ name: string }>(
    "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
  );
  const parts = await site.sql<{ text: string | null }>(
    "select concat_ws(' ', most_common_vals::text, histogram_bounds::text, most_common_elems::text) as text from pg_stats where schemaname = 'public'",
  );
  for (const { name } of tables)
    parts.push(...(await site.sql<{ text: string }>(`select t::text as text from ${name} t`)));
  return parts
    .map(({ text }) => text)
    .join("\n")
    .toLowerCase();
}

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Files of DATA_DIR, PostgreSQL's own ones apart, which hold a planted word in their name or content. */
function filesWithPlanted(): string[] {
  return filesBelow(site.dataDir).filter((path) => {
    const name = relative(site.dataDir, path);
    if (name.startsWith(join("postgres", "data"))) return false;
    return `${name}\n${readFileSync(path, "latin1")}`.toLowerCase().includes(PLANTED);
  });
}

const lines = (path: string, folder = exported): Record<string, unknown>[] =>
  readFileSync(join(folder, path), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("every place holds the word that was planted there", async () => {
  await site.sql("analyze");
  const text = await everyRow();
  expect(PLACES.filter((place) => !text.includes(plantedWord(place)))).toEqual([]);
});

test("an export holds every planted word, the originals byte for byte, and no secret", async () => {
  const result = await site.cli("tenant", "export", "--tenant", company.name, "--to", exported);
  expect(result).toMatchObject({ code: 0, stderr: "" });
  const files = filesBelow(exported);
  const text = files
    .map((path) => `${path}\n${readFileSync(path, "latin1")}`)
    .join("\n")
    .toLowerCase();
  expect(PLACES.filter((place) => !text.includes(plantedWord(place)))).toEqual([]);
  expect(text).not.toMatch(/argon2|secret_sealed":|digest":|hunter2/);
  for (const { path, sha256 } of lines("live/documents.ndjson")) {
    expect(sha256Hex(readFileSync(join(exported, String(path)))), String(path)).toBe(sha256);
  }
  for (const line of readFileSync(join(exported, "SHA256SUMS"), "utf8").trim().split("\n")) {
    expect(sha256Hex(readFileSync(join(exported, line.slice(66)))), line).toBe(line.slice(0, 64));
  }
  expect(readFileSync(join(exported, "live/csv/entries.csv"), "utf8")).toContain("market_based_kg");
  const factors = lines("factors.ndjson");
  const named = new Set(lines("live/tables/emission_entries.ndjson").map((entry) => entry["emission_factor_id"]));
  expect(new Set(factors.map(({ id }) => id))).toEqual(named);
  for (const { used } of factors)
    expect(used).toMatchObject({ source: expect.any(String), licence: expect.any(String) });
});

// By the export's README alone: nothing of the service takes part but the export.
test("an auditor proves the chain and every row from the export", () => {
  const hash = (value: unknown): string => sha256Hex(canonicalize(value) ?? "");
  const recorded = new Map<string, unknown>();
  let before = "0".repeat(64);
  for (const [index, event] of lines("live/tables/audit_events.ndjson").entries()) {
    const { seq, ts, tenant_id, action, actor, subject, payload, prev_hash } = event;
    expect(seq).toBe(index + 1);
    expect(prev_hash).toBe(before);
    before = hash({ seq, ts, tenant_id, action, actor, subject, payload, prev_hash });
    expect(event["hash"]).toBe(before);
    recorded.set(`${String(action)} ${String(subject)}`, payload);
  }
  const manifest = JSON.parse(readFileSync(join(exported, "manifest.json"), "utf8"));
  expect(manifest.ledgers.live.audit_head.hash).toBe(before);
  const actions = {
    documents: "document.recorded",
    activities: "activity.recorded",
    activity_splits: "activity_split.recorded",
    emission_entries: "emission_entry.calculated",
    report_inputs: "report_input.recorded",
  };
  for (const [table, action] of Object.entries(actions)) {
    const rows = lines(`live/tables/${table}.ndjson`);
    expect(rows.length, table).toBeGreaterThan(0);
    for (const line of rows) {
      const payload = recorded.get(`${action} ${String(line["id"])}`) as Record<string, unknown> | undefined;
      const version = payload?.["content_version"] ?? 1;
      const { stated, ...first } = line;
      const row = table === "activity_splits" && version === 1 ? first : line;
      expect(payload, table).toMatchObject({ content_sha256: hash({ row, table, version }) });
      if (row === first) expect(stated).toBeNull();
    }
  }
});

test("an export is never mixed with another one", async () => {
  const again = await site.cli("tenant", "export", "--tenant", company.name, "--to", exported);
  expect(again).toMatchObject({ code: 1 });
  expect(again.stderr).toMatch(/exists already/);
});

test("a sandbox is made empty again; live and the sandbox's keys stay", async () => {
  const sandbox = restClient(service.sandbox, company.sandbox_key);
  const made = await sandbox.post("/api/v1/departments", { name: "Try", code: "T" });
  expect(made.status, made.text).toBe(201);
  const live = await site.sql("select count(*)::int as rows from activities where environment = 'live'");
  expect(await site.cli("sandbox", "reset", "--tenant", company.id)).toMatchObject({ code: 2 });
  const reset = await site.cli("sandbox", "reset", "--tenant", company.id, "--confirm", company.name);
  expect(reset).toMatchObject({ code: 0, stderr: "" });
  expect((await sandbox.get("/api/v1/departments")).body.items).toEqual([]);
  expect((await sandbox.post("/api/v1/departments", { name: "Again", code: "T" })).status).toBe(201);
  expect(await site.sql("select count(*)::int as rows from activities where environment = 'live'")).toEqual(live);
  expect((await site.cli("audit", "verify", "--documents")).code).toBe(0);
});

test("an erased person has no name, address or way in; what stays is listed with its reason", async () => {
  const plan = await site.cli("user", "erase", "--email", company.second_email);
  expect(plan.stdout).toMatch(/Nothing is erased yet[^]*stays .*chains must verify[^]*law keeps five years/);
  expect((await site.cli("user", "list", "--tenant", company.id)).stdout).toContain(company.second_email);
  const wrong = await site.cli("user", "erase", "--email", company.second_email, "--confirm", "somebody@else.example");
  expect(wrong.code).toBe(2);
  const erased = await site.cli("user", "erase", "--email", company.second_email, "--confirm", company.second_email);
  expect(erased).toMatchObject({ code: 0, stderr: "" });
  const id = /beside the id ([0-9a-f-]{36})/.exec(erased.stdout)?.[1] ?? "";
  await site.sql("analyze users");
  expect(await everyRow()).not.toContain(plantedWord("second user"));
  const [user] = await site.sql(
    "select name, email, password_hash, erased_at is not null as is_erased from users where id = $1",
    [id],
  );
  expect(user).toEqual({
    name: "erased person",
    email: `erased-${id}@erased.invalid`,
    password_hash: null,
    is_erased: true,
  });
  const audit = await restClient(service.base, company.live_key).get(`/api/v1/audit?subject=${id}&limit=1`);
  expect(audit.body.items).toMatchObject([{ action: "member.erased", actor: "operator" }]);
  expect((await site.cli("audit", "verify", "--tenant", company.id)).code).toBe(0);
});

test("without confirmation nothing is erased: what would go, what law keeps and until when is said", async () => {
  const plan = await site.cli("tenant", "erase", "--tenant", company.name);
  expect(plan).toMatchObject({ code: 0, stderr: "" });
  expect(plan.stdout).toMatch(/Nothing is erased yet/);
  expect(plan.stdout).toMatch(/empties +1 accounts/);
  expect(plan.stdout).toMatch(/bogføringsloven § 12 keeps them until 20\d\d-12-31/);
  const other = await site.cli("tenant", "erase", "--tenant", company.name, "--financial-year-end", "06-30");
  expect(other.stdout).toMatch(/keeps them until 20\d\d-06-30/);
  expect(await everyRow()).toContain(plantedWord("company"));
});

test.each([
  [
    "a wrong name",
    ["--without-export", "--despite-retention", "tried", "--confirm", "Acme"],
    2,
    /must be the company's name/,
  ],
  ["neither an export nor the wish for none", ["--confirm", "NAME"], 2, /either --export <folder> or --without-export/],
  [
    "vouchers that law keeps",
    ["--without-export", "--confirm", "NAME"],
    1,
    /law keeps its vouchers until 20\d\d-12-31/,
  ],
  [
    "an export of an earlier state",
    ["--export", "EXPORT", "--despite-retention", "tried", "--confirm", "NAME"],
    1,
    /export is older than the (live|sandbox) books/,
  ],
])("%s is refused, and the company goes on", async (_name, words, code, says) => {
  const given = words.map((word) => (word === "NAME" ? company.name : word === "EXPORT" ? exported : word));
  const result = await site.cli("tenant", "erase", "--tenant", company.id, ...given);
  expect(result.code).toBe(code);
  expect(result.stderr).toMatch(says);
  expect((await restClient(service.base, company.live_key).get("/api/v1/departments")).status).toBe(200);
});

test("a changed export is refused", async () => {
  const path = join(exported, "company.json");
  const before = readFileSync(path);
  writeFileSync(path, `${before.toString()} `);
  const words = ["--export", exported, "--despite-retention", "tried", "--confirm", company.name];
  const result = await site.cli("tenant", "erase", "--tenant", company.id, ...words);
  writeFileSync(path, before);
  expect(result).toMatchObject({ code: 1 });
  expect(result.stderr).toMatch(/company\.json is not as it was exported/);
});

test("after the erasure nothing planted is left in any table, file or log, and the chain verifies and counts it", async () => {
  const fresh = join(directory, "export-2");
  expect((await site.cli("tenant", "export", "--tenant", company.id, "--to", fresh)).code).toBe(0);
  const words = ["--export", fresh, "--despite-retention", "the company keeps its vouchers itself"];
  const result = await site.cli("tenant", "erase", "--tenant", company.id, ...words, "--confirm", company.name);
  expect(result).toMatchObject({ code: 0, stderr: "" });
  expect(result.stdout).toMatch(/is erased: \d+ rows and \d+ files removed/);

  const left = await everyRow();
  expect(PLACES.filter((place) => left.includes(plantedWord(place)))).toEqual([]);
  expect(left).not.toContain(PLANTED);
  expect(filesWithPlanted()).toEqual([]);
  expect(service.output().toLowerCase()).not.toContain(PLANTED);
  // The mark of the store; not one document.
  expect(filesBelow(join(site.dataDir, "documents")).map((path) => relative(site.dataDir, path))).toEqual([
    join("documents", "installation"),
  ]);

  const verified = await site.cli("audit", "verify", "--documents");
  expect(verified).toMatchObject({ code: 0, stderr: "" });
  expect(verified.stdout).toMatch(
    /erased company \(live\): intact \(\d+ events, 0 rows, 0 stored files\)\n +erased: \d+ events and the \d+ rows/,
  );
  expect((await site.cli("doctor")).code).toBe(0);
});

test("the erased company's keys are unknown, its people have no way in, and commands say what became of it", async () => {
  const known = [
    [service.base, company.live_key],
    [service.sandbox, company.sandbox_key],
  ] as const;
  for (const [base, key] of known) {
    const answer = await restClient(base, key).get("/api/v1/departments");
    const unknown = await restClient(base, key.replace(/.{8}$/, "00000000")).get("/api/v1/departments");
    const shape = ({ status, body }: typeof answer) => ({ status, code: body.code, detail: body["detail"] });
    expect(shape(answer)).toEqual(shape(unknown));
    expect(answer.status).toBe(401);
  }
  const consultant = restClient(service.base, company.consultant_key, { "x-svc-tenant": company.id });
  expect((await consultant.get("/api/v1/departments")).status).toBe(403);
  for (const words of [
    ["tenant", "rename", "--name", "X"],
    ["tenant", "set-plan", "--plan", "starter"],
    ["key", "create", "--name", "x"],
    ["tenant", "export", "--to", join(directory, "nothing")],
  ]) {
    const [group = "", verb = "", ...rest] = words;
    const result = await site.cli(group, verb, "--tenant", company.id, ...rest);
    expect(result, words.join(" ")).toMatchObject({ code: 1 });
    expect(result.stderr).toMatch(/was erased at/);
  }
  expect((await site.cli("tenant", "list")).stdout).toMatch(/erased company, erased \d{4}-\d\d-\d\d/);
  expect((await site.cli("tenant", "erase", "--tenant", company.id)).stdout).toMatch(/This company was erased at/);
});

test("elsewhere the export makes the same company: same ids, chain and figures, without a way in", async () => {
  const fresh = join(directory, "export-2");
  const back = await site.cli("tenant", "import", "--from", fresh);
  expect(back).toMatchObject({ code: 1 });
  expect(back.stderr).toMatch(/exists here already, or was erased here/);

  const elsewhere = installation();
  try {
    const imported = await elsewhere.cli("tenant", "import", "--from", fresh);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    const verified = await elsewhere.cli("audit", "verify", "--documents");
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect((await elsewhere.cli("doctor")).code).toBe(0);
    const again = join(directory, "export-3");
    expect((await elsewhere.cli("tenant", "export", "--tenant", company.id, "--to", again)).code).toBe(0);
    for (const name of [
      "csv/entries.csv",
      "csv/activities.csv",
      "tables/emission_rollups.ndjson",
      "tables/report_inputs.ndjson",
    ]) {
      expect(readFileSync(join(again, "live", name), "utf8"), name).toBe(
        readFileSync(join(fresh, "live", name), "utf8"),
      );
    }
    const before = readFileSync(join(fresh, "live/tables/audit_events.ndjson"), "utf8");
    expect(readFileSync(join(again, "live/tables/audit_events.ndjson"), "utf8").startsWith(before)).toBe(true);
    const keys = lines("live/tables/api_keys.ndjson", again);
    expect(keys.map((key) => key["revoked_at"] === null)).toEqual([false]);
    expect(lines("live/tables/webhooks.ndjson", again)).toMatchObject([{ status: "deactivated" }]);
    expect((await elsewhere.cli("user", "list", "--tenant", company.id)).stdout).toMatch(/never logged in/);
  } finally {
    await elsewhere.remove();
  }
});

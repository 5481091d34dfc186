import { join } from "node:path";
import { expect } from "vitest";
import { restClient } from "./rest-client.ts";
import { type CommandResult, type Installation, type ServiceProcess, until } from "./service-process.ts";
import { ubl } from "./ubl.ts";

/** A word that stands nowhere else; every planted name is one of these. */
export const PLANTED = "qzplanted";

/** Every place where a name of a person or a company may come to lie. */
export const PLACES = [
  "company",
  "company before it was renamed",
  "user",
  "user's address",
  "second user",
  "supplier",
  "supplier known by a ledger line",
  "contact person in an invoice line",
  "file name",
  "file name of a refused file",
  "department",
  "key",
  "key of the legacy interface",
  "webhook address",
  "webhook description",
  "data source",
  "IMAP login",
  "category rule",
  "report answer",
  "note of a report answer",
  "invited supplier",
  "supplier's address",
  "target",
  "scenario",
  "signer",
  "conclusion that was signed",
  "reason of a decision",
  "reason of a closed department",
  "edited target",
  "reason of an edit of a target",
  "tiltag",
  "edited tiltag",
  "reason of an edit of a tiltag",
] as const;
export type PlantedPlace = (typeof PLACES)[number];

/** The word planted at a place, as it is spelled there; lower case, because addresses are. */
export function plantedWord(place: PlantedPlace): string {
  return `${PLANTED}${String(PLACES.indexOf(place) + 1).padStart(2, "0")}x`;
}

export interface PlantedCompany {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly second_email: string;
  readonly live_key: string;
  readonly sandbox_key: string;
  readonly consultant_key: string;
}

/** Makes a company through commands and requests, with a planted word in every place. `directory` takes files. */
export async function plantCompany(
  site: Installation,
  service: ServiceProcess,
  directory: string,
): Promise<PlantedCompany> {
  const word = plantedWord;
  const json = async (command: string, options: Readonly<Record<string, string>>): Promise<Record<string, string>> => {
    const words = [
      ...command.split(" "),
      ...Object.entries(options).flatMap(([option, value]) => [`--${option}`, value]),
    ];
    const result: CommandResult = await site.cli(...words, "--json");
    expect(result, words.join(" ")).toMatchObject({ code: 0 });
    // Checked by what is done with its members.
    return JSON.parse(result.stdout) as Record<string, string>;
  };
  const name = `${word("company")} ApS`;
  const old_name = `${word("company before it was renamed")} ApS`;
  const { id: tenant = "" } = await json("tenant create", { name: old_name, plan: "enterprise" });
  await json("tenant rename", { tenant, name });
  const email = `${word("user's address")}@firma.example`;
  const second_email = `b@${word("second user")}.example`;
  await json("user create", { tenant, role: "admin", email, name: word("user") });
  await json("user create", { tenant, email: second_email });
  const live = await json("key create", { tenant, name: word("key") });
  const sandbox = await json("key create", { tenant, name: "sandbox", environment: "sandbox" });
  await json("legacy-key create", { tenant, name: word("key of the legacy interface") });
  await plantByRest(service, String(live["key"]));
  const { id: consultant = "" } = await json("consultant create", { name: "Rådgiverne ApS" });
  await json("grant create", { consultant, tenant });
  const consultant_key = await json("consultant key-create", { consultant });
  const file = join(directory, "report.json");
  const terms = { year: "2026", standard: "vsme_basic", format: "json" };
  const { id: report = "" } = await json("report generate", { tenant, ...terms, out: file });
  await json("report attest", {
    tenant,
    consultant,
    report,
    file,
    name: word("signer"),
    role: "Partner",
    engagement: "limited",
    standard: "ISAE 3410",
    statement: `Nothing came to the attention of ${word("conclusion that was signed")}`,
  });
  return {
    id: tenant,
    name,
    email,
    second_email,
    live_key: String(live["key"]),
    sandbox_key: String(sandbox["key"]),
    consultant_key: String(consultant_key["key"]),
  };
}

async function plantByRest(service: ServiceProcess, key: string): Promise<void> {
  const word = plantedWord;
  const rest = restClient(service.base, key, { "idempotency-key": "once" });
  const made = async (path: string, body: unknown): Promise<string> => {
    // A machine that has much to do may make the database too late once: the key makes repeating safe.
    const answer = await until(`an answer of ${path}`, async () => {
      const given = await rest.post(`/api/v1${path}`, body);
      return given.status === 503 ? null : given;
    });
    expect(answer.status, `${path}: ${answer.text}`).toBeLessThan(300);
    return answer.body.id;
  };
  const department = await made("/departments", { name: word("department"), code: "A" });
  await made(`/departments/${department}/close`, { reason: word("reason of a closed department") });
  await made("/webhooks", {
    url: `https://example.com/${word("webhook address")}`,
    description: word("webhook description"),
    events: ["report.attested"],
  });
  await made("/data-sources", {
    name: word("data source"),
    connection: { kind: "imap", host: "example.com", user: `${word("IMAP login")}@example.com` },
    credentials: { password: "hunter2hunter2" },
  });
  await made("/category-rules", {
    category_key: "purchases.services.it_services",
    supplier_name: word("category rule"),
  });
  const target = await made("/targets", {
    name: word("target"),
    baseline_year: 2025,
    baseline_emissions: 1000,
    target_year: 2030,
    target_reduction_percent: 50,
    scope: "1+2",
  });
  await plantEdit(service, key, `/targets/${target}`, {
    changes: { name: word("edited target") },
    reason: word("reason of an edit of a target"),
  });
  const plan = { name: word("scenario"), base_year: 2026, target_year: 2030, growth_pct: 1 };
  const scenario = await made("/scenarios", plan);
  const measure = { name: word("tiltag"), start_year: 2027, reduction_pct: 10 };
  const tiltag = await made(`/scenarios/${scenario}/tiltag`, measure);
  await plantEdit(service, key, `/tiltag/${tiltag}`, {
    changes: { name: word("edited tiltag") },
    reason: word("reason of an edit of a tiltag"),
  });
  const supplier = await made("/suppliers", { supplier_name: word("invited supplier") });
  await made(`/suppliers/${supplier}/invite`, { email: `c@${word("supplier's address")}.example`, report_year: 2026 });
  await plantAnswers(service, key);
  await plantDocuments(service, key);
}

async function plantEdit(service: ServiceProcess, key: string, path: string, edit: object): Promise<void> {
  const response = await fetch(`${service.base}/api/v1${path}`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ version: 1, ...edit }),
  });
  expect(response.status, await response.text()).toBeLessThan(300);
}

async function plantAnswers(service: ServiceProcess, key: string): Promise<void> {
  const word = plantedWord;
  const answers = [
    ["CityOfSite", { member: "a", value: word("report answer") }],
    ["Turnover", { status: "omitted", note: `${word("note of a report answer")} says no` }],
  ] as const;
  for (const [datapoint, body] of answers) {
    const response = await fetch(`${service.base}/api/v1/report-inputs/2026/${datapoint}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status, await response.text()).toBeLessThan(300);
  }
}

async function plantDocuments(service: ServiceProcess, key: string): Promise<void> {
  const word = plantedWord;
  const rest = restClient(service.base, key);
  const line = (text: string, amount: string) => ({ text, quantity: "100", unit: "KWH", amount });
  const invoice = ubl({
    number: "1001",
    supplier: { name: `${word("supplier")} A/S`, cvr: "31415926" },
    lines: [line("Elforbrug", "98.00"), line(`Timer, att. ${word("contact person in an invoice line")}`, "450.00")],
  });
  const ledger = `dato;bilag;leverandør;tekst;beløb\n2026-03-02;77;${word("supplier known by a ledger line")};Diverse;1200,00\n`;
  const upload = await rest.upload([
    { name: `${word("file name")}.xml`, bytes: invoice },
    { name: "ledger.csv", bytes: Buffer.from(ledger) },
    { name: `${word("file name of a refused file")}.bin`, bytes: Buffer.from("no invoice") },
  ]);
  expect(upload.status, upload.text).toBeLessThan(300);
  await rest.read(upload.body.id);
  const { body } = await rest.get("/api/v1/review-items");
  const [item] = body.items;
  if (item === undefined) throw new Error("no line waits for a decision");
  const decided = await rest.post(`/api/v1/review-items/${item.id}/recategorize`, {
    category_id: "purchases.services.it_services",
    reason: `${word("reason of a decision")} knows`,
  });
  expect(decided.status, decided.text).toBeLessThan(300);
}

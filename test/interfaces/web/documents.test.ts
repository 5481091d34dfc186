import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TenantIdentity } from "../../../src/core/context.ts";
import { statement } from "../../../src/core/statement.ts";
import { acceptFiles, readBatch, rejectFile } from "../../../src/modules/ingestion/index.ts";
import { fileError } from "../../../src/modules/reading/index.ts";
import { testApp, type TestApp } from "../../support/app.ts";
import { type Answer, call } from "../../support/http-client.ts";
import { person, type Person } from "../../support/person.ts";

let app: TestApp;
let tenant: TenantIdentity;
let member: Person;
beforeAll(async () => {
  app = await testApp();
  tenant = await app.db.tenant({ plan: "starter", name: "Havn & Søn ApS" });
  member = await person(app, { roles: [{ tenant_id: tenant.id, role: "editor" }] });
  await member.logIn();
});
afterAll(() => app.close());

const PATH = "/account/documents";
const BOUNDARY = "----a-browser-boundary";

interface Sent {
  readonly fields?: Readonly<Record<string, string>>;
  readonly files?: readonly (readonly [name: string, content: string])[];
  readonly who?: Person | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Posts the form as a browser does: fields in their order, then the files. */
async function send({ fields, files = [], who = member, headers = {} }: Sent): Promise<Answer> {
  const csrf_token = who === null ? "" : who.csrf(await who.get("/account"));
  const given = Object.entries({ csrf_token, company: tenant.id, ...fields });
  const part = (head: string, content: string) =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;
  const body = [
    ...given.map(([name, value]) => part(`name="${name}"`, value)),
    ...files.map(([name, content]) =>
      part(`name="files"; filename="${name}"\r\nContent-Type: application/octet-stream`, content),
    ),
    `--${BOUNDARY}--\r\n`,
  ].join("");
  const cookie = who?.cookie() ?? null;
  return await call(app.main, PATH, {
    method: "POST",
    headers: {
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      ...(cookie === null ? {} : { cookie }),
      ...headers,
    },
    body,
  });
}

const NAMES = statement(
  "select name from upload_files where tenant_id = $1 and environment = $2 order by created_at, id limit 100",
);

async function fileNames(): Promise<string[]> {
  return (await app.db.context(tenant).db.rows<{ name: string }>(NAMES)).map(({ name }) => name);
}

describe("what is refused is not stored", () => {
  test.each([
    ["a wrong token", { fields: { csrf_token: "x".repeat(43) } }, 403, "did not come from this page"],
    ["a foreign page", { headers: { origin: "https://evil.example" } }, 403, "did not come from this page"],
    ["another company", { fields: { company: "0198c0de-0000-7000-8000-000000000001" } }, 404, "Documents:"],
    ["no company", { fields: { company: "" } }, 404, "Documents:"],
    ["a field that the form does not have", { fields: { more: "1" } }, 400, "could not be read"],
    ["too large a file", { files: [["big.xml", "x".repeat(1001)]] }, 400, "too large"],
    ["too many files", { files: Array.from({ length: 6 }, (_, n) => [`${n}.xml`, "x"] as const) }, 400, "too many"],
    ["an empty file field", { files: [["", ""]] }, 400, "at least one file"],
  ] as const)("%s", async (_name, sent, status, says) => {
    const answer = await send({ files: [["a.xml", "<Invoice/>"]], ...sent });
    expect([answer.status, answer.text.includes(says)]).toEqual([status, true]);
    expect(await fileNames()).toEqual([]);
    expect(app.temporaryFiles()).toEqual([]);
  });

  test("files of who is not logged in, who goes to the login", async () => {
    const answer = await send({ files: [["a.xml", "<Invoice/>"]], who: null });
    expect([answer.status, answer.headers["location"]]).toEqual([303, `/login?return_to=${PATH}`]);
    expect(app.temporaryFiles()).toEqual([]);
  });

  test("a form that is no upload, and a body that ends early", async () => {
    const csrf_token = member.csrf(await member.get("/account"));
    const answer = await member.post(PATH, { csrf_token, company: tenant.id });
    expect([answer.status, answer.text.includes("could not be read")]).toEqual([400, true]);
  });
});

test("who works in no company has no documents; a consultant's person neither", async () => {
  const nobody = await person(app);
  await nobody.logIn();
  expect((await nobody.get(PATH)).headers["location"]).toBe("/account");
  expect((await nobody.get("/account")).text).not.toContain(PATH);
  expect((await send({ who: nobody, files: [["a.xml", "x"]] })).status).toBe(303);
  expect(app.temporaryFiles()).toEqual([]);
});

test("every file says how it ended and why, in both languages, whatever the plan", async () => {
  const ctx = app.db.context(tenant);
  const content = Buffer.from("nothing");
  const sha256 = createHash("sha256").update(content).digest("hex");
  await ctx.files.put(content, sha256);
  const name = '<b>"regning"</b>.xml';
  const batch = await acceptFiles(ctx, "rest", [{ name, media_type: null, size_bytes: content.length, sha256 }]);
  expect((await member.get(PATH)).text).toContain("Waits to be read");
  const [file] = (await readBatch(ctx, batch)).files;
  await rejectFile(ctx, file?.id ?? "", fileError("file.corrupt", "The document ends early."));
  const english = await member.get(PATH);
  expect(english.text).toContain("<h1>Documents: Havn &amp; Søn ApS</h1>");
  expect(english.text).toContain("&lt;b&gt;");
  for (const says of [
    "Refused",
    "The file is damaged",
    "The document ends early.",
    "Ask the sender",
    "0 of this month&apos;s 100",
  ]) {
    expect([says, english.text.includes(says) || english.text.includes(says.replace("&apos;", "&#39;"))]).toEqual([
      says,
      true,
    ]);
  }
  const dansk = await person(app, { roles: [{ tenant_id: tenant.id, role: "admin" }], language: "da" });
  await dansk.logIn();
  const { text } = await dansk.get(PATH);
  for (const says of ["Bilag: ", "Afvist", "Filen er beskadiget", "Bed afsenderen", "0 af månedens 100 bilag"]) {
    expect([says, text.includes(says)]).toEqual([says, true]);
  }
  expect(text).not.toContain("The file is damaged");
});

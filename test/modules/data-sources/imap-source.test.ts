import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type ImapAttachment, type ImapServer, imapServer } from "../../support/imap-server.ts";
import { type SourceSite, sourceSite } from "../../support/source-site.ts";

let site: SourceSite;
let server: ImapServer;

beforeAll(async () => {
  site = await sourceSite();
});
beforeEach(async () => {
  server = await imapServer();
});
afterEach(async () => {
  await server.close();
  expect(site.service.errors).toEqual([]);
});
afterAll(async () => {
  await site.close();
});

const attachment = (name: string, text: string, overrides: Partial<ImapAttachment> = {}): ImapAttachment => ({
  name: `filename=${name}`,
  type: "text/csv",
  disposition: "attachment",
  bytes: Buffer.from(text),
  ...overrides,
});

function request(overrides: Record<string, unknown> = {}, password = "hemmelig"): Record<string, unknown> {
  const where = { kind: "imap", host: "127.0.0.1", port: server.port, user: "bills", has_tls: false };
  return { connection: { ...where, ...overrides }, credentials: { password } };
}

test("attachments arrive byte for byte with their Danish names, once; pictures in the text are passed over", async () => {
  const company = await site.company();
  const long = Buffer.alloc(150_000, "æøå;1\n");
  server.messages.set(3, [
    attachment("x", "", { name: "filename*=UTF-8''regning%20%C3%A6%C3%B8%C3%A5.csv", bytes: long }),
    attachment("logo.png", "logo", { type: "image/png", disposition: "inline" }),
  ]);
  server.messages.set(4, []);
  server.messages.set(9, [attachment("b.csv", "b;1\n"), attachment("c.pdf", "%PDF-", { type: "application/pdf" })]);
  const { id } = await company.create(request());
  expect(await company.test(id)).toMatchObject({ is_working: true, error_code: null });
  expect(await company.sync(id)).toMatchObject({ status: "idle", error_code: null, failed_count: 0 });
  const sha256 = createHash("sha256").update(long).digest("hex");
  expect(await company.files()).toMatchObject([
    { name: "b.csv" },
    { name: "c.pdf" },
    { name: "regning æøå.csv", sha256 },
  ]);
  server.commands.length = 0;
  await company.sync(id);
  expect(server.commands.filter((command) => command.startsWith("UID FETCH"))).toEqual([]);
  server.messages.set(10, [attachment("d.csv", "d;1\n")]);
  await company.sync(id);
  expect(await company.files()).toHaveLength(4);
});

test("nothing in the mailbox is changed: it is opened for reading and parts are peeked at", async () => {
  const company = await site.company();
  server.messages.set(1, [attachment("a.csv", "a;1\n")]);
  const { id } = await company.create(request());
  await company.sync(id);
  expect(server.commands.some((command) => command.startsWith("EXAMINE"))).toBe(true);
  expect(server.commands.filter((command) => /SELECT|STORE|EXPUNGE|MOVE|BODY\[/.test(command))).toEqual([]);
});

test("when the server numbers its messages anew, they are read again and known contents stay one document", async () => {
  const company = await site.company();
  server.messages.set(8, [attachment("a.csv", "dato;beløb;tekst\n2026-03-05;100,00;Kopipapir\n")]);
  const { id } = await company.create(request());
  await company.sync(id);
  await site.service.drain();
  server.messages.clear();
  server.uid_validity = 2;
  server.messages.set(1, [attachment("a.csv", "dato;beløb;tekst\n2026-03-05;100,00;Kopipapir\n")]);
  server.messages.set(2, [attachment("n.csv", "dato;beløb;tekst\n2026-03-06;200,00;Toner\n")]);
  await company.sync(id);
  await site.service.drain();
  const files = await company.files();
  expect(files.map(({ name, status }) => [name, status === "duplicate"])).toEqual([
    ["a.csv", false],
    ["a.csv", true],
    ["n.csv", false],
  ]);
});

test("more messages than a page holds are all taken", async () => {
  const company = await site.company();
  for (let uid = 1; uid <= 45; uid += 1) server.messages.set(uid, [attachment(`${uid}.csv`, `m;${uid}\n`)]);
  const { id } = await company.create(request());
  await company.sync(id);
  expect(await company.files()).toHaveLength(45);
});

test("a wrong password, and a mailbox that does not exist, need attention", async () => {
  const company = await site.company();
  const { id } = await company.create(request({}, "wrong"));
  expect(await company.sync(id)).toMatchObject({ status: "needs_attention", error_code: "auth_failed" });
  const lost = await company.create(request({ mailbox: "Lost" }));
  expect(await company.sync(lost.id)).toMatchObject({ status: "needs_attention", error_code: "forbidden" });
});

test("a server that speaks no TLS gets no password where TLS is wanted", async () => {
  const company = await site.company();
  const { id } = await company.create(request({ has_tls: true }));
  expect(await company.test(id)).toMatchObject({ is_working: false, error_code: "unavailable" });
  expect(server.commands).not.toContain("LOGIN");
});

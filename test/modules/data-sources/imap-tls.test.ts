import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { testAuthority } from "../../support/certificates.ts";
import { type ImapServer, imapServer } from "../../support/imap-server.ts";
import { type SourceSite, sourceSite } from "../../support/source-site.ts";

const authority = testAuthority();
let trusting: SourceSite;
let doubting: SourceSite;
const servers: ImapServer[] = [];

beforeAll(async () => {
  doubting = await sourceSite();
  const extra_ca_file = join(doubting.service.db.directory, "authority.pem");
  writeFileSync(extra_ca_file, authority.cert);
  trusting = await sourceSite({ extra_ca_file });
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
afterAll(async () => {
  await trusting.close();
  await doubting.close();
});

async function serverFor(...names: string[]): Promise<ImapServer> {
  const server = await imapServer(authority.issue({ names }));
  server.messages.set(1, [
    { name: "filename=a.csv", type: "text/csv", disposition: "attachment", bytes: Buffer.from("a;1\n") },
  ]);
  servers.push(server);
  return server;
}

const request = ({ port }: ImapServer) => ({
  connection: { kind: "imap", host: "localhost", port, user: "bills" },
  credentials: { password: "hemmelig" },
});

test("over TLS the certificate must be for the host; then attachments are fetched", async () => {
  const company = await trusting.company();
  const { id } = await company.create(request(await serverFor("localhost")));
  expect(await company.sync(id)).toMatchObject({ status: "idle", error_code: null });
  expect(await company.files()).toMatchObject([{ name: "a.csv" }]);
});

test("a certificate for another host, or of an unknown authority, gets no password", async () => {
  const other = await serverFor("mail.example.com");
  const company = await trusting.company();
  const { id } = await company.create(request(other));
  expect(await company.sync(id)).toMatchObject({ status: "error", error_code: "unavailable" });
  const unknown = await serverFor("localhost");
  const careful = await doubting.company();
  const source = await careful.create(request(unknown));
  expect(await careful.sync(source.id)).toMatchObject({ status: "error", error_code: "unavailable" });
  expect([...other.commands, ...unknown.commands]).toEqual([]);
});

test("an answer without end is cut off, and its memory with it", async () => {
  const server = await serverFor("localhost");
  server.floods = true;
  const company = await trusting.company();
  const { id } = await company.create(request(server));
  const before = process.memoryUsage().rss;
  expect(await company.sync(id)).toMatchObject({ status: "error", error_code: "unavailable" });
  expect(process.memoryUsage().rss - before).toBeLessThan(1024 * 1024 * 1024);
});

import { createHash } from "node:crypto";
import { getEventListeners } from "node:events";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { freePort } from "../../support/free-port.ts";
import { type SftpServer, sftpServer } from "../../support/sftp-server.ts";
import { type SourceSite, sourceSite } from "../../support/source-site.ts";

let site: SourceSite;
let server: SftpServer;

beforeAll(async () => {
  site = await sourceSite();
});
beforeEach(async () => {
  server = await sftpServer();
});
afterEach(async () => {
  await server.close();
  expect(site.service.errors).toEqual([]);
});
afterAll(async () => {
  await site.close();
});

function request(password = "hemmelig", path = "/out"): Record<string, unknown> {
  return {
    connection: { kind: "sftp", host: "127.0.0.1", port: server.port, user: "firma", path },
    credentials: { password },
  };
}

test("files arrive byte for byte, with Danish names; hidden ones, links and directories are passed over", async () => {
  const company = await site.company();
  const large = Buffer.alloc(200_000, "æøå;1\n");
  server.files.set("regning æøå.csv", large);
  server.files.set(".hidden.csv", Buffer.from("x"));
  server.files.set("b.csv", Buffer.from("x;1\n"));
  server.links.add("passwd");
  const { id } = await company.create(request());
  expect(await company.sync(id)).toMatchObject({ status: "idle", error_code: null, host_key: server.fingerprint });
  const sha256 = createHash("sha256").update(large).digest("hex");
  expect(await company.files()).toMatchObject([{ name: "b.csv" }, { name: "regning æøå.csv", sha256 }]);
  await company.sync(id);
  expect(server.opened).toBe(2);
});

// What waits on the signal of a run holds the bytes of its file until the run ends.
test("a file that was read, and one that could not be, leaves nothing on the signal of the run", async () => {
  const { ctx } = await site.company();
  server.files.set("a.csv", Buffer.from("n;1\n"));
  server.files.set("b.csv", Buffer.from("n;2\n"));
  const access = { host: "127.0.0.1", port: server.port, user: "firma", password: "hemmelig", path: "/out" };
  const connector = ctx.openSource({ kind: "sftp", ...access, private_key: null, passphrase: null, host_key: null });
  const { signal } = new AbortController();
  const { items } = await connector.pull({ cursor: null, signal });
  server.forbidden.add("b.csv");
  const read = items.flatMap((item) => (item.kind === "file" ? [item.read(signal)] : []));
  expect(await Promise.allSettled(read)).toMatchObject([{ status: "fulfilled" }, { status: "rejected" }]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  await connector.close();
});

test("the host key of the first contact is pinned and shown; another one is refused before the password is sent", async () => {
  const company = await site.company();
  const port = await freePort();
  await server.close();
  server = await sftpServer(port);
  const { id } = await company.create(request());
  expect(await company.test(id)).toMatchObject({ is_working: true, host_key: server.fingerprint });
  await server.close();
  server = await sftpServer(port);
  expect(await company.test(id)).toMatchObject({ is_working: false, error_code: "host_key_mismatch" });
  expect(await company.sync(id)).toMatchObject({ status: "needs_attention", error_code: "host_key_mismatch" });
  expect(server.passwords).toEqual([]);
  await company.update(id, { accept_new_host_key: true });
  expect(await company.test(id)).toMatchObject({ is_working: true, host_key: server.fingerprint });
  expect(await company.sync(id)).toMatchObject({ status: "idle" });
});

test("a wrong password, and a directory that does not exist, need attention", async () => {
  const company = await site.company();
  const { id } = await company.create(request("wrong"));
  expect(await company.sync(id)).toMatchObject({ status: "needs_attention", error_code: "auth_failed" });
  const lost = await company.create(request("hemmelig", "/nowhere"));
  expect(await company.sync(lost.id)).toMatchObject({ status: "needs_attention", error_code: "forbidden" });
});

test("a private key that is none is refused as a credential", async () => {
  const company = await site.company();
  const { id } = await company.create({ ...request(), credentials: { private_key: "no key" } });
  expect(await company.sync(id)).toMatchObject({ status: "needs_attention", error_code: "auth_failed" });
});

test("a connection that breaks in the middle loses nothing and doubles nothing", async () => {
  const company = await site.company();
  for (let count = 0; count < 6; count += 1) server.files.set(`${count}.csv`, Buffer.from(`n;${count}\n`));
  server.forbidden.add("1.csv");
  server.breaks_after = 3;
  const { id } = await company.create(request());
  expect(await company.sync(id)).toMatchObject({ status: "error", error_code: "unavailable" });
  server.breaks_after = null;
  expect(await company.sync(id)).toMatchObject({ status: "idle", failed_count: 1, pending_count: 5 });
  expect((await company.files()).map(({ name }) => name)).toEqual(["0.csv", "2.csv", "3.csv", "4.csv", "5.csv"]);
});

test("a port below 1024 that is not of this protocol is not connected to", async () => {
  const company = await site.company();
  const { id } = await company.create({
    connection: { kind: "sftp", host: "127.0.0.1", port: 9, user: "firma" },
    credentials: { password: "x" },
  });
  expect(await company.test(id)).toMatchObject({ is_working: false, error_code: "forbidden" });
});

test.each(["10.0.0.5", "169.254.169.254", "localhost.localdomain", "host/../x", "db.internal"])(
  "the host %s is refused",
  async (host) => {
    const company = await site.company();
    const created = company.create({ connection: { kind: "sftp", host, user: "x" }, credentials: { password: "x" } });
    await expect(created).rejects.toMatchObject({ code: "request.validation_failed" });
  },
);

test("loopback is not reachable outside of the sandbox of an installation on one machine", async () => {
  const company = await site.company({ environment: "live" });
  await expect(company.create(request())).rejects.toMatchObject({ code: "request.validation_failed" });
});

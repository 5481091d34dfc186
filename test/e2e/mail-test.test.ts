import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testAuthority } from "../support/certificates.ts";
import { freePort } from "../support/free-port.ts";
import { type MailServer, mailServer } from "../support/mail-server.ts";
import { type Installation, installation } from "../support/service-process.ts";

let site: Installation;
let open: MailServer;
let strict: MailServer;

beforeAll(async () => {
  site = installation();
  open = await mailServer();
  strict = await mailServer({
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      password === "right" ? done(null, { user: username }) : done(new Error("Wrong name or password \u001b[31m")),
    onRcptTo: ({ address }, _session, done) =>
      address.endsWith("@company.example")
        ? done()
        : done(Object.assign(new Error("5.1.1 No such mailbox here"), { responseCode: 550 })),
  });
});

afterAll(async () => {
  await open.close();
  await strict.close();
  await site.remove();
});

const FROM = { MAIL_FROM: "Ledger <ledger@company.example>" };

test("sends one mail and says what the server answered; code 0", async () => {
  const env = { ...FROM, SMTP_URL: `smtp://127.0.0.1:${open.port}`, BASE_URL: "https://ledger.example" };
  const { code, stdout, stderr } = await site.cliWith(env, "mail-test", "--to", "you@company.example");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(
    /^127\.0\.0\.1:\d+ took the mail from Ledger <ledger@company\.example> to you@company\.example and answered: 250 /,
  );
  expect(open.received).toHaveLength(1);
  expect(open.received[0]).toMatchObject({ from: "ledger@company.example", recipients: ["you@company.example"] });
  expect(open.received[0]?.headers).toContain("Subject: Carbon Ledger can send mail");
  expect(open.received[0]?.body).toContain("https://ledger.example");

  const asJson = await site.cliWith(env, "mail-test", "--to", "you@company.example", "--json");
  expect(JSON.parse(asJson.stdout)).toEqual({
    ok: true,
    server: `127.0.0.1:${open.port}`,
    from: FROM.MAIL_FROM,
    to: "you@company.example",
    answer: expect.stringMatching(/^250 /),
  });
  expect(open.received).toHaveLength(2);
});

test.each([
  ["a password that is wrong", "wrong", "you@company.example", /535[^]*Wrong name or password/],
  ["a mailbox that there is not", "right", "you@elsewhere.example", /550[^]*No such mailbox here/],
])("%s is said in the server's words, without ours; code 1", async (_name, password, to, answer) => {
  const env = { ...FROM, SMTP_URL: `smtp://me:${password}@127.0.0.1:${strict.port}?requireTLS=false` };
  const { code, stdout, stderr } = await site.cliWith(env, "mail-test", "--to", to, "--json");
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ ok: false, to, answer: expect.stringMatching(answer) });
  const people = await site.cliWith(env, "mail-test", "--to", to);
  expect(people).toMatchObject({ code: 1, stderr: "" });
  expect(people.stdout).toMatch(/did not take the mail/);
  expect(people.stdout).not.toMatch(/:wrong|:right/);
  expect(people.stdout).not.toContain("\u001b");
  expect(strict.received).toEqual([]);
});

test("a server that is not there, and one that offers no TLS for a password, are code 1", async () => {
  const away = { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` };
  expect(await site.cliWith(away, "mail-test", "--to", "a@b.example")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("ECONNREFUSED"),
  });
  const clear = { SMTP_URL: `smtp://me:right@127.0.0.1:${strict.port}` };
  expect(await site.cliWith(clear, "mail-test", "--to", "a@company.example")).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/STARTTLS|TLS/),
  });
  expect(strict.received).toEqual([]);
});

test("a certificate of an authority that is not known is said with what to set, and taken when it is", async () => {
  const authority = testAuthority();
  const tls = authority.issue({ names: ["127.0.0.1"] });
  const own = await mailServer({ secure: true, key: tls.key, cert: tls.cert });
  const file = join(site.dataDir, "authority.pem");
  writeFileSync(file, authority.cert);
  try {
    const env = { ...FROM, SMTP_URL: `smtps://127.0.0.1:${own.port}` };
    const refused = await site.cliWith(env, "mail-test", "--to", "you@company.example");
    expect(refused).toMatchObject({ code: 1, stderr: "" });
    expect(refused.stdout).toMatch(/did not take the mail.*certificate.*set NODE_EXTRA_CA_CERTS to its path/);
    const checked = await site.cliWith(env, "check-config", "--connect");
    expect(checked.stdout).toMatch(/mail server.*NODE_EXTRA_CA_CERTS/);
    const trusting = { ...env, NODE_EXTRA_CA_CERTS: file };
    expect(await site.cliWith(trusting, "mail-test", "--to", "you@company.example")).toMatchObject({ code: 0 });
    expect(own.received).toHaveLength(1);
  } finally {
    await own.close();
    rmSync(file);
  }
});

test.each([
  ["without --to", [], {}, /--to is missing/],
  ["two addresses", ["--to", "a@b.example,c@d.example"], {}, /--to is one e-mail address/],
  ["a header in the address", ["--to", "a@b.example\r\nBcc: c@d.example"], {}, /--to is one e-mail address/],
  ["no mail server", ["--to", "a@b.example"], {}, /SMTP_URL: is not set/],
  ["another wrong setting", ["--to", "a@b.example"], { SMTP_URL: "mail.example" }, /SMTP_URL: must be/],
])("%s is code 2 on the error stream, and nothing is sent", async (_name, words, env, says) => {
  const { code, stdout, stderr } = await site.cliWith({ ...env }, "mail-test", ...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(says);
});

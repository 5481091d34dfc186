import { afterEach, describe, expect, test } from "vitest";
import { ensureAccount } from "../../src/modules/users/index.ts";
import { openMailer } from "../../src/platform/mail/mail.ts";
import { testApp } from "../support/app.ts";
import { testAuthority } from "../support/certificates.ts";
import { freePort } from "../support/free-port.ts";
import { type MailServer, mailServer } from "../support/mail-server.ts";
import { person, postForm } from "../support/person.ts";

const MAIL = {
  to: "anna@nordlys.example",
  subject: "Ny adgangskode",
  text: "Hej Åse\n\nhttp://ledger.test/secret-link\n",
};
const FROM = "Carbon Ledger <no-reply@ledger.test>";

interface Line {
  readonly level: "info" | "error";
  readonly fields: Readonly<Record<string, unknown>>;
}

let servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
});

async function server(options: Parameters<typeof mailServer>[0] = {}): Promise<MailServer> {
  const made = await mailServer(options);
  servers.push(made);
  return made;
}

/** Sends one mail; answers with what was logged, errors with all that they carry. */
async function send(smtp_url: string | undefined, mail: Partial<typeof MAIL> = {}): Promise<Line[]> {
  const lines: Line[] = [];
  const log = (level: Line["level"]) => (fields: Line["fields"]) => void lines.push({ level, fields });
  const mailer = openMailer({ smtp_url, mail_from: FROM }, { info: log("info"), error: log("error") });
  await mailer.send({ ...MAIL, ...mail });
  mailer.close();
  return lines;
}

/** Everything of a log line that could be printed, members and messages of errors included. */
function printed(lines: readonly Line[]): string {
  return JSON.stringify(lines, (_name, value: unknown) =>
    value instanceof Error
      ? Object.fromEntries(Object.getOwnPropertyNames(value).map((name) => [name, Reflect.get(value, name)]))
      : value,
  );
}

const decoded = (body: string): string =>
  Buffer.from(
    body
      .replaceAll("=\r\n", "")
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

describe("a mail server", () => {
  test("gets the whole mail, once, and nothing is logged", async () => {
    const { port, received } = await server();
    expect(await send(`smtp://127.0.0.1:${port}`)).toEqual([]);
    expect(received).toMatchObject([{ from: "no-reply@ledger.test", recipients: [MAIL.to], is_encrypted: false }]);
    const [mail] = received;
    expect(mail?.headers).toContain(`From: ${FROM}`);
    expect(mail?.headers).toContain(`To: ${MAIL.to}`);
    expect(mail?.headers).toContain(`Subject: ${MAIL.subject}`);
    expect(mail?.headers.filter((line) => /^content-type:/i.test(line))).toEqual([
      "Content-Type: text/plain; charset=utf-8",
    ]);
    expect(
      decoded(mail?.body ?? "")
        .replaceAll("\r\n", "\n")
        .trimEnd(),
    ).toBe(MAIL.text.trimEnd());
  });

  test("is spoken to with TLS, user and password where the address says so", async () => {
    const authority = testAuthority();
    const { port, received } = await server({
      secure: true,
      ...authority.issue({ names: ["127.0.0.1"] }),
      authOptional: false,
      onAuth: ({ username = "", password }, _session, done) => {
        const isRight = username === "ledger@ledger.test" && password === "p@ss/word";
        done(isRight ? null : new Error("no"), isRight ? { user: username } : undefined);
      },
    });
    const at = (user: string, more: string) => `smtps://${user}@127.0.0.1:${port}${more}`;
    // A certificate of nobody known is refused, as anybody on the way could show one.
    expect(await send(at("ledger%40ledger.test:p%40ss%2Fword", ""))).toMatchObject([{ level: "error" }]);
    expect(received).toEqual([]);
    expect(await send(at("ledger%40ledger.test:p%40ss%2Fword", "?tls.rejectUnauthorized=false"))).toEqual([]);
    expect(received).toMatchObject([{ is_encrypted: true, user: "ledger@ledger.test" }]);
    const refused = await send(at("ledger%40ledger.test:wrong-word", "?tls.rejectUnauthorized=false"));
    expect(refused).toMatchObject([{ level: "error", fields: { to: MAIL.to } }]);
    expect(printed(refused)).not.toContain("wrong-word");
    expect(received).toHaveLength(1);
  });

  test("that offers no TLS is told no password, unless the address allows it", async () => {
    const passwords: string[] = [];
    const { port, received } = await server({
      allowInsecureAuth: true,
      onAuth: ({ username = "", password }, _session, done) => {
        passwords.push(password ?? "");
        done(null, { user: username });
      },
    });
    expect(await send(`smtp://ledger:geheim@127.0.0.1:${port}`)).toMatchObject([{ level: "error" }]);
    expect([passwords, received]).toEqual([[], []]);
    expect(await send(`smtp://ledger:geheim@127.0.0.1:${port}?requireTLS=false`)).toEqual([]);
    expect(passwords).toEqual(["geheim"]);
  });

  test.each([
    ["that is not there", undefined],
    ["that refuses the recipient", "RCPT"],
    ["that refuses the mail", "DATA"],
  ])("%s is logged without the text of the mail", async (_name, refuses) => {
    const made =
      refuses === undefined
        ? null
        : await server({
            onRcptTo: (_address, _session, done) => done(refuses === "RCPT" ? new Error("no such mailbox") : null),
            ...(refuses === "DATA"
              ? { onData: (stream, _session, done) => void stream.resume().on("end", () => done(new Error("full"))) }
              : {}),
          });
    const lines = await send(`smtp://127.0.0.1:${made?.port ?? (await freePort())}`);
    expect(lines).toMatchObject([{ level: "error", fields: { to: MAIL.to, subject: MAIL.subject } }]);
    expect(printed(lines)).not.toContain("secret-link");
  });
});

describe("nothing that people typed becomes a header or a recipient", () => {
  test.each([
    ["a subject of two lines", { subject: "Company\r\nBcc: thief@evil.example\r\n\r\nBody" }],
    ["a subject with a bare line feed", { subject: "Company\nBcc: thief@evil.example" }],
    ["a long subject beyond ASCII", { subject: `${"æ".repeat(300)}\r\nBcc: thief@evil.example` }],
    ["a text like a mail", { text: "\r\n.\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<thief@evil.example>\r\n" }],
    ["an address of two lines", { to: "anna@nordlys.example\r\nBcc: thief@evil.example" }],
    ["two addresses", { to: "anna@nordlys.example, thief@evil.example" }],
    ["an address in brackets", { to: "anna@nordlys.example> <thief@evil.example" }],
  ])("%s", async (_name, mail) => {
    const { port, received } = await server();
    await send(`smtp://127.0.0.1:${port}`, mail);
    for (const { recipients, headers } of received) {
      expect(recipients.filter((address) => address === "thief@evil.example")).toEqual([]);
      expect(recipients).toHaveLength(1);
      expect(headers.filter((line) => /^(?:bcc|cc):/i.test(line))).toEqual([]);
    }
    expect(received.length).toBeLessThanOrEqual(1);
  });
});

describe("from the pages", () => {
  test("a reset reaches the mailbox by SMTP, in the account's language, and the link is in no log", async () => {
    const { port, received } = await server();
    const app = await testApp({ smtp_url: `smtp://127.0.0.1:${port}` });
    try {
      const one = await person(app, { language: "da" });
      await postForm(app, "/account/password-reset", { email: one.email });
      await expect.poll(() => received).toHaveLength(1);
      const body = decoded(received[0]?.body ?? "");
      const [link] = /http:\/\/ledger\.test\/account\/password\/[\w-]{43}/.exec(body) ?? [];
      expect(body).toContain("Her kan du vælge en ny adgangskode");
      expect(JSON.stringify(app.log)).not.toContain("/account/password/");
      const path = new URL(link ?? "").pathname;
      expect((await postForm(app, path, { password: "another four words entirely" })).status).toBe(303);
    } finally {
      await app.close();
    }
  });

  test("the answer does not wait for a mail server that is slow; the stop does, so that no mail is lost", async () => {
    let isTaken = false;
    const { port, received } = await server({
      onMailFrom: (_address, _session, done) => {
        isTaken = true;
        setTimeout(done, 1500);
      },
    });
    const app = await testApp({ smtp_url: `smtp://127.0.0.1:${port}` });
    const { email } = await person(app);
    expect((await postForm(app, "/account/password-reset", { email })).status).toBe(200);
    expect(received).toEqual([]);
    await expect.poll(() => isTaken).toBe(true);
    await app.close();
    expect(received).toHaveLength(1);
  });

  test("work after an answer that fails is logged and harms nothing", async () => {
    const app = await testApp();
    try {
      app.accounts.users.later(() => Promise.reject(new Error("broken")));
      const failure = { level: "error", message: "work after an answer failed" };
      await expect.poll(() => app.log).toMatchObject([failure]);
      await ensureAccount(app.accounts.users, { email: "a@b.example", name: "", language: "en" }, "operator");
    } finally {
      await app.close();
    }
  });

  test("without a mail server the mail is in the log, for whoever installs the service", async () => {
    expect(await send(undefined)).toEqual([{ level: "info", fields: MAIL }]);
  });
});

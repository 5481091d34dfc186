import { ConfigError, readConfig } from "../../platform/config/config.ts";
import { MailError, sendMailNow } from "../../platform/mail/mail.ts";
import { required, type StandaloneCommand, UsageError } from "../command.ts";

const ADDRESS = /^[^\s@<>,;"]{1,64}@[^\s@<>,;"]{1,255}$/;

export const mailTest: StandaloneCommand = {
  name: "mail-test",
  usage: "--to <address>",
  summary: "Sends one mail through SMTP_URL, from MAIL_FROM, and says what the server answered",
  options: { to: { type: "string" } },
  async runAlone(args, env) {
    const to = required(args, "to");
    if (!ADDRESS.test(to)) throw new UsageError("--to is one e-mail address, for example you@company.example");
    const { smtp_url, mail_from, base_url } = readConfig(env);
    if (smtp_url === undefined) {
      throw new ConfigError([
        "SMTP_URL: is not set, so that there is no server to send through; links are shown instead",
      ]);
    }
    const { host } = new URL(smtp_url);
    const subject = "Carbon Ledger can send mail";
    const text = `This is the test that an operator asked for.\n\nThe service is at ${base_url}\n`;
    try {
      const answer = await sendMailNow(smtp_url, mail_from, { to, subject, text });
      return {
        json: { ok: true, server: host, from: mail_from, to, answer },
        lines: [`${host} took the mail from ${mail_from} to ${to} and answered: ${answer}`],
      };
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      return {
        json: { ok: false, server: host, from: mail_from, to, answer: error.message },
        lines: [`${host} did not take the mail from ${mail_from} to ${to}: ${error.message}`],
        failed: true,
      };
    }
  },
};

import { createTransport } from "nodemailer";

/** Structural part of the logger that mail needs. */
export interface MailLog {
  info(fields: Readonly<Record<string, unknown>>, message: string): void;
  error(fields: Readonly<Record<string, unknown>>, message: string): void;
}

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Never throws: a mail that could not be handed over is in the log, without its text. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

export interface MailSettings {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  readonly smtp_url: string | undefined;
  readonly mail_from: string;
}

const TIMEOUT_MS = 15_000;

/** Mail by SMTP; without a server the whole mail is written to the log, so that whoever installs the service gets on. */
export function openMailer({ smtp_url, mail_from }: MailSettings, log: MailLog): Mailer {
  if (smtp_url === undefined) {
    return {
      send(mail) {
        log.info({ to: mail.to, subject: mail.subject, text: mail.text }, "mail not sent: SMTP_URL is not set");
        return Promise.resolve();
      },
      close: () => undefined,
    };
  }
  const transport = createTransport({
    url: smtp_url,
    dnsTimeout: TIMEOUT_MS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    requireTLS: needsTls(smtp_url),
    // Texts are our own; nothing in them may make the library read a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from: mail_from, to: { name: "", address: to }, subject, text });
      } catch (error) {
        log.error({ err: error, to, subject }, "mail could not be sent");
      }
    },
    close: () => transport.close(),
  };
}

/** Passwords do not go out in clear because somebody on the way hides STARTTLS; `?requireTLS=false` allows it. */
function needsTls(smtp_url: string): boolean {
  if (!URL.canParse(smtp_url)) return true;
  const { username, searchParams } = new URL(smtp_url);
  return username !== "" && searchParams.get("requireTLS") !== "false";
}

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
const ANSWER_MAX = 1_000;

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
  const transport = smtpTransport(smtp_url);
  return {
    async send(mail) {
      const { to, subject } = mail;
      try {
        await transport.sendMail(messageOf(mail, mail_from));
      } catch (error) {
        log.error({ err: error, to, subject, ...adviceOn(error) }, "mail could not be sent");
      }
    },
    close: () => transport.close(),
  };
}

/** One mail, handed over now. Answers with what the server said. @throws MailError with what it said, or why it did not */
export async function sendMailNow(smtp_url: string, mail_from: string, mail: OutgoingMail): Promise<string> {
  return await withTransport(smtp_url, async (transport) => {
    const { response } = await transport.sendMail(messageOf(mail, mail_from));
    return printable(response);
  });
}

/** Connects, and logs in where there is a user; sends nothing. @throws MailError */
export async function tryMailServer(smtp_url: string): Promise<void> {
  await withTransport(smtp_url, async (transport) => {
    await transport.verify();
  });
}

/** A mail server that was not reached or refused: the message says what it answered, without our password. */
export class MailError extends Error {
  override readonly name = "MailError";
}

type Transport = ReturnType<typeof smtpTransport>;

async function withTransport<Result>(
  smtp_url: string,
  work: (transport: Transport) => Promise<Result>,
): Promise<Result> {
  const transport = smtpTransport(smtp_url);
  try {
    return await work(transport);
  } catch (cause) {
    const said = printable(cause instanceof Error ? cause.message : String(cause));
    const { advice } = adviceOn(cause);
    throw new MailError(advice === undefined ? said : `${said}. ${advice}`, { cause });
  } finally {
    transport.close();
  }
}

/** OpenSSL's words for a chain that ends at an authority which is not known here. */
const UNKNOWN_AUTHORITY =
  /self[- ]signed certificate|unable to (?:get (?:local )?issuer|verify the first) certificate/i;

/** What the operator can do about a failure of which the server's words do not tell. */
function adviceOn(error: unknown): { readonly advice?: string } {
  if (!(error instanceof Error) || !UNKNOWN_AUTHORITY.test(error.message)) return {};
  return {
    advice:
      "Its certificate comes from an authority that is not known here: put that authority's certificate into a PEM file, set " +
      "NODE_EXTRA_CA_CERTS to its path (/etc/ssl/certs/ca-certificates.crt has those that this machine trusts), and start again",
  };
}

function smtpTransport(smtp_url: string) {
  return createTransport({
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
}

function messageOf({ to, subject, text }: OutgoingMail, from: string) {
  return { from, to: { name: "", address: to }, subject, text };
}

/** What a foreign server says goes to a terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e\u00a0-\uffff]+/g, " ").slice(0, ANSWER_MAX);
}

/** Passwords do not go out unencrypted because somebody on the way hides STARTTLS; `?requireTLS=false` allows it. */
function needsTls(smtp_url: string): boolean {
  if (!URL.canParse(smtp_url)) return true;
  const { username, searchParams } = new URL(smtp_url);
  return username !== "" && searchParams.get("requireTLS") !== "false";
}

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  readonly content: Buffer;
}

const BOUNDARY = "=-next-part";

/** An e-mail (RFC 5322, MIME) with a short text and the attachments given; bytes as mail programs send them. */
export function mailOf(attachments: readonly MailAttachment[]): Buffer {
  const boundary = `${BOUNDARY}-${attachments.length}-${attachments.reduce((size, { content }) => size + content.length, 0)}`;
  const parts = attachments.map(({ name, type, content }) => {
    const encoded = type === "message/rfc822" ? content.toString("latin1") : lines(content.toString("base64"));
    return [
      `Content-Type: ${type}`,
      `Content-Transfer-Encoding: ${type === "message/rfc822" ? "8bit" : "base64"}`,
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
      "",
      encoded,
    ].join("\r\n");
  });
  const body = ["Content-Type: text/plain; charset=utf-8\r\n\r\nVedhæftet faktura.", ...parts];
  const text = [
    "From: faktura@example.com",
    "To: bilag@example.org",
    "Subject: Faktura",
    "Date: Mon, 02 Mar 2026 08:00:00 +0100",
    "MIME-Version: 1.0",
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    ...body.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    "",
  ].join("\r\n");
  return Buffer.from(text, "latin1");
}

function lines(base64: string): string {
  return base64.replaceAll(/.{76}/g, "$&\r\n");
}

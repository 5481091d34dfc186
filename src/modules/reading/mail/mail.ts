import PostalMime, { type Attachment, type Email } from "postal-mime";
import { FileRefusal } from "../file-errors.ts";
import { cleanFileName, type UnpackedFile, type UnpackedFiles } from "../unpacked-file.ts";
import { sniff } from "../sniff.ts";

/** A forwarded mail, the mail in it, and the one in that (contract 10.2). */
const MAIL_DEPTH_MAX = 3;
const ATTACHMENTS_MAX = 500;
const PART_DEPTH_MAX = 50;
const HEADER_BYTES_MAX = 256 * 1024;
/** Pictures below this are logos and icons of signatures: a photograph of a receipt that can be read is larger. */
const LOGO_BYTES_MAX = 20 * 1024;
/** The same for pictures that the text of the mail shows in place. */
const SHOWN_PICTURE_BYTES_MAX = 100 * 1024;

/** Signatures, business cards and calendar entries that mail programs attach. */
const NO_DOCUMENT =
  /^(?:application\/(?:pkcs7-signature|x-pkcs7-signature|pgp-signature|pgp-keys|ics|ms-tnef)|text\/(?:calendar|vcard|x-vcard|directory)|message\/(?:delivery-status|disposition-notification))$/;

/**
 * Takes the attachments out of an e-mail and out of mails forwarded in it. Logos, signatures and calendar entries are
 * left out; the text of the mail stays in the mail itself, which is kept as it came.
 * @throws FileRefusal file.no_invoice_data without attachments, file.decompression_limit, file.corrupt.
 */
export async function unpackMail(bytes: Uint8Array): Promise<UnpackedFiles> {
  const mailParts: Found = { files: [], warnings: [], hidden: 0 };
  await takeMail(bytes, 1, mailParts);
  if (mailParts.files.length === 0) {
    throw new FileRefusal("file.no_invoice_data", "The e-mail has no attachment that could be an invoice.");
  }
  const hidden =
    mailParts.hidden === 0 ? [] : [`${mailParts.hidden} pictures and signatures of the mail were left out`];
  return { files: mailParts.files, warnings: [...mailParts.warnings, ...hidden] };
}

interface Found {
  readonly files: UnpackedFile[];
  readonly warnings: string[];
  hidden: number;
}

async function takeMail(bytes: Uint8Array, depth: number, mailParts: Found): Promise<void> {
  const mail = await parseMail(bytes);
  for (const attachment of mail.attachments) {
    const content = bytesOf(attachment);
    if (isMail(attachment, content)) {
      if (depth < MAIL_DEPTH_MAX) await takeMail(content, depth + 1, mailParts);
      else mailParts.warnings.push(`a mail more than ${MAIL_DEPTH_MAX} deep was left out`);
    } else if (isDocument(attachment, content)) take(attachment, content, mailParts);
    else mailParts.hidden += 1;
  }
}

async function parseMail(bytes: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      forceRfc822Attachments: true,
      maxNestingDepth: PART_DEPTH_MAX,
      maxHeadersSize: HEADER_BYTES_MAX,
    });
  } catch {
    throw new FileRefusal("file.corrupt", "The e-mail is damaged or nests its parts too deep.");
  }
}

function bytesOf({ content }: Attachment): Uint8Array {
  if (typeof content === "string") return Buffer.from(content, "utf8");
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

function isMail({ mimeType }: Attachment, content: Uint8Array): boolean {
  return mimeType === "message/rfc822" || sniff(content).kind === "mail";
}

function isDocument({ mimeType, disposition, related }: Attachment, content: Uint8Array): boolean {
  if (content.length === 0 || NO_DOCUMENT.test(mimeType)) return false;
  if (!mimeType.startsWith("image/")) return true;
  const isShown = related === true || disposition === "inline";
  return content.length > (isShown ? SHOWN_PICTURE_BYTES_MAX : LOGO_BYTES_MAX);
}

function take({ filename, mimeType }: Attachment, content: Uint8Array, mailParts: Found): void {
  if (mailParts.files.length >= ATTACHMENTS_MAX) {
    throw new FileRefusal("file.decompression_limit", `The e-mail has more than ${ATTACHMENTS_MAX} attachments.`);
  }
  // A name is no path here; folders in it are the sender's mistake or an attack.
  const name =
    cleanFileName(filename ?? "")
      .split("/")
      .at(-1) ?? "";
  mailParts.files.push({
    name: name === "" || name === ".." ? `attachment.${mimeType.split("/")[1] ?? "bin"}` : name,
    bytes: content,
  });
}

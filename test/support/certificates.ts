import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** A key and its certificate, both PEM, as a TLS server takes them. */
export interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Names (or addresses) that a certificate is for, and its validity; now and a day each way unless given. */
export interface CertificateRequest {
  readonly names: readonly string[];
  readonly not_before?: Date;
  readonly not_after?: Date;
}

/** A certificate authority of a test's own. */
export interface TestAuthority {
  readonly cert: string;
  issue(request: CertificateRequest): ServerCertificate;
}

const DAY_MS = 86_400_000;
const ISSUER = "Test authority";

// Object identifiers in DER (RFC 5280, RFC 5758).
const ECDSA_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex");
const BASIC_CONSTRAINTS = Buffer.from("0603551d13", "hex");

const TRUE = der(0x01, Buffer.from([0xff]));

/** Makes keys and X.509 certificates (RFC 5280 4.1) on the spot: nothing secret or expiring lies in the repository. */
export function testAuthority(): TestAuthority {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const signer = pair.privateKey;
  const constraints = sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(TRUE)));
  return {
    cert: certificate({ subject: ISSUER, key: pair.publicKey, extension: constraints, signer }),
    issue({ names, not_before, not_after }) {
      const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const extension = sequence(SUBJECT_ALT_NAME, der(0x04, sequence(...names.map(generalName))));
      const subject = names[0] ?? "nobody";
      const cert = certificate({ subject, key: own.publicKey, extension, signer, not_before, not_after });
      return { key: String(own.privateKey.export({ type: "pkcs8", format: "pem" })), cert };
    },
  };
}

interface Contents {
  readonly subject: string;
  readonly key: KeyObject;
  readonly extension: Buffer;
  readonly signer: KeyObject;
  readonly not_before?: Date | undefined;
  readonly not_after?: Date | undefined;
}

function certificate({ subject, key, extension, signer, not_before, not_after }: Contents): string {
  const algorithm = sequence(ECDSA_SHA256);
  const from = time(not_before ?? new Date(Date.now() - DAY_MS));
  const until = time(not_after ?? new Date(Date.now() + DAY_MS));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    name(ISSUER),
    sequence(from, until),
    name(subject),
    key.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension)),
  );
  const signature = sign("sha256", signed, createPrivateKey(signer.export({ type: "pkcs8", format: "pem" })));
  const whole = sequence(signed, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

function generalName(text: string): Buffer {
  return isIP(text) === 0 ? der(0x82, Buffer.from(text)) : der(0x87, Buffer.from(ipaddr.parse(text).toByteArray()));
}

function name(text: string): Buffer {
  return sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
}

/** GeneralizedTime in seconds. */
function time(moment: Date): Buffer {
  return der(0x18, Buffer.from(`${moment.toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { isIP, type Socket } from "node:net";
import { connect, createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { ConfigError } from "../config/config.ts";
import { SafeFetchError } from "./safe-fetch-types.ts";

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Trust for outgoing connections: TLS 1.2 and up, the authorities of Node and those of the operator's PEM file.
 * @throws ConfigError when the file cannot be read or is no certificate
 */
export function trustedAuthorities(extra_ca_file: string | undefined): SecureContext {
  if (extra_ca_file === undefined) return createSecureContext({ minVersion: "TLSv1.2" });
  try {
    const extra = readFileSync(extra_ca_file, "utf8").match(PEM_CERTIFICATE) ?? [];
    if (extra.length === 0) throw new Error("there is no PEM certificate in it");
    // Read first: the context would leave out silently what is no certificate.
    const authorities = extra.map((pem) => new X509Certificate(pem).toString());
    return createSecureContext({ minVersion: "TLSv1.2", ca: [...rootCertificates, ...authorities] });
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it is no certificate";
    throw new ConfigError([`WEBHOOK_EXTRA_CA_FILE: cannot be used: ${reason}`]);
  }
}

/**
 * Makes the TLS connection over an open socket; the certificate must be valid for `host`. Sessions are not resumed, so each
 * new connection verifies anew. On failure the socket is destroyed.
 * @throws SafeFetchError tls, or the reason of `signal`
 */
export function startTls(
  socket: Socket,
  { host, address, authorities }: { host: string; address: string | null; authorities: SecureContext },
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secure = connect({
      socket,
      host,
      // RFC 6066 3: an address is no server name.
      servername: isIP(host) === 0 ? host : "",
      secureContext: authorities,
      rejectUnauthorized: true,
      ALPNProtocols: ["http/1.1"],
    });
    const stop = (): void => {
      secure.destroy();
      socket.destroy();
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    secure.on("error", (error) => {
      signal.removeEventListener("abort", stop);
      socket.destroy();
      reject(tlsFailure(error, address));
    });
    secure.once("secureConnect", () => {
      signal.removeEventListener("abort", stop);
      resolve(secure);
    });
  });
}

/** Also for what the other side finds only after its handshake, such as a missing client certificate. */
export function tlsFailure(error: Error, address: string | null): SafeFetchError {
  const code = "code" in error ? String(error.code) : "unknown";
  const reason = REASONS[code] ?? "the TLS handshake failed";
  return new SafeFetchError("tls", `${reason} (${code})`, { address, cause: error });
}

const REASONS: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: "the certificate is for another name",
  CERT_HAS_EXPIRED: "the certificate has expired",
  CERT_NOT_YET_VALID: "the certificate is not valid yet",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the certificate is self-signed",
  SELF_SIGNED_CERT_IN_CHAIN: "the certificate's authority is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the certificate's authority is not trusted, or an intermediate one is missing",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the certificate's authority is not trusted, or an intermediate one is missing",
  ECONNRESET: "the connection was closed during the TLS handshake",
};

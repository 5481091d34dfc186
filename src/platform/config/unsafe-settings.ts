import type { Config } from "./config.ts";
import { isLoopbackName, loopbackReach } from "../loopback-reach.ts";

/** Settings that work, and together leave open what the operator may believe closed. */
export interface UnsafeSettings {
  readonly settings: readonly string[];
  readonly sentence: string;
}

/** Fewer different characters than this were typed, not drawn. */
const SECRET_CHARACTERS_MIN = 10;
const EVERYBODY = new Set(["0.0.0.0/0", "::/0"]);

/** What is known to be unsafe in settings that are right each by itself, in the order of the README's table. Nothing is asked. */
export function unsafeSettings(config: Config): readonly UnsafeSettings[] {
  return [...addresses(config), ...database(config), ...secrets(config), ...reach(config), ...mailAndLimits(config)];
}

function* addresses(config: Config): Generator<UnsafeSettings> {
  const { base_url, api_url, sandbox_api_url, trusted_proxies, host } = config;
  const named = { BASE_URL: base_url, API_URL: api_url, SANDBOX_API_URL: sandbox_api_url };
  const open = Object.entries(named).filter(([, url]) => isPublic(url));
  const clear = open.filter(([, url]) => url.startsWith("http:")).map(([name]) => name);
  if (clear.length > 0) {
    yield {
      settings: clear,
      sentence:
        "passwords, keys and documents cross the network in clear: use https, with a proxy that ends TLS in front",
    };
  }
  if (open.length > 0 && isLoopbackName(host) && trusted_proxies.length === 0) {
    yield {
      settings: ["TRUSTED_PROXIES", "HOST", "BASE_URL"],
      sentence:
        "requests come through a proxy on this machine that is not trusted: all clients share the limits of its address, and " +
        "allowlists of keys see it instead of them. Set TRUSTED_PROXIES=127.0.0.1/32,::1/128",
    };
  }
  if (trusted_proxies.some((range) => EVERYBODY.has(range))) {
    yield {
      settings: ["TRUSTED_PROXIES"],
      sentence:
        "every client is believed to be a proxy and can claim any address: name the ranges of the proxies alone",
    };
  }
}

function* database({ database_url, database_app_url, database_system_url }: Config): Generator<UnsafeSettings> {
  if (database_url === undefined) return;
  const logins = {
    DATABASE_URL: database_url,
    DATABASE_APP_URL: database_app_url,
    DATABASE_SYSTEM_URL: database_system_url,
  };
  const clear = Object.entries(logins).flatMap(([name, url]) =>
    url !== undefined && isUnencrypted(url) ? [name] : [],
  );
  if (clear.length > 0) {
    yield {
      settings: clear,
      sentence: "the database is on another machine and the connection is not encrypted: add ?sslmode=verify-full",
    };
  }
  if (database_app_url === undefined) {
    yield {
      settings: ["DATABASE_APP_URL", "DATABASE_SYSTEM_URL"],
      sentence:
        "without them the service works with the login that owns the tables, which can switch the isolation of companies off",
    };
  }
}

function* secrets({ secret_key, has_demo, base_url, test_clock }: Config): Generator<UnsafeSettings> {
  if (secret_key !== undefined && new Set(secret_key).size < SECRET_CHARACTERS_MIN) {
    yield {
      settings: ["SECRET_KEY"],
      sentence:
        "has few different characters, so that it can be guessed: a new installation takes one of `openssl rand -hex 32`",
    };
  }
  if (has_demo && isPublic(base_url)) {
    yield {
      settings: ["DEMO", "BASE_URL"],
      sentence:
        "an empty database gets the demonstration company, with keys that are printed at the start: set DEMO=off",
    };
  }
  if (test_clock !== undefined) {
    yield {
      settings: ["TEST_CLOCK"],
      sentence: "the clock stands still: sessions, keys and links never expire, and every document is of the same day",
    };
  }
}

function* reach(config: Config): Generator<UnsafeSettings> {
  const { warning } = loopbackReach(config);
  if (warning !== null) yield { settings: ["WEBHOOK_ALLOW_LOOPBACK", "HOST", "BASE_URL"], sentence: warning };
}

function* mailAndLimits(config: Config): Generator<UnsafeSettings> {
  const { smtp_url, mail_from, host, http_connections_per_address, http_body_bytes_per_second } = config;
  if (smtp_url !== undefined && sendsPasswordUnencrypted(smtp_url)) {
    yield {
      settings: ["SMTP_URL"],
      sentence: "requireTLS=false lets the password for the mail server cross the network in clear",
    };
  }
  if (smtp_url !== undefined && /@localhost>?$/.test(mail_from)) {
    yield {
      settings: ["MAIL_FROM", "SMTP_URL"],
      sentence:
        "mails come from an address at localhost, which most mail servers refuse: set MAIL_FROM to one of yours",
    };
  }
  if (config.upload_max_file_mib > config.upload_max_total_mib) {
    yield {
      settings: ["UPLOAD_MAX_FILE_MIB", "UPLOAD_MAX_TOTAL_MIB"],
      sentence: "one file may be larger than all files of an upload together, which is what counts",
    };
  }
  if (!isLoopbackName(host) && (http_connections_per_address === 0 || http_body_bytes_per_second === 0)) {
    yield {
      settings: ["HTTP_CONNECTIONS_PER_ADDRESS", "HTTP_BODY_BYTES_PER_SECOND", "HOST"],
      sentence:
        "without these limits one client that sends slowly can hold every connection: leave it to a proxy that has them",
    };
  }
}

function isPublic(url: string): boolean {
  return URL.canParse(url) && !isLoopbackName(new URL(url).hostname);
}

function isUnencrypted(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, searchParams } = new URL(url);
  // An address that names a directory is a Unix socket.
  const isHere = hostname === "" || searchParams.get("host")?.startsWith("/") === true || isLoopbackName(hostname);
  const mode = searchParams.get("sslmode");
  // The driver encrypts with every mode but these, also where libpq would only prefer to.
  const isEncrypted = mode === null ? searchParams.get("ssl") === "true" : !["disable", "allow"].includes(mode);
  return !isHere && !isEncrypted;
}

function sendsPasswordUnencrypted(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, hostname, searchParams } = new URL(url);
  const isPlain = protocol === "smtp:" && searchParams.get("requireTLS") === "false";
  return isPlain && username !== "" && !isLoopbackName(hostname);
}

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Context, TenantIdentity } from "../../src/core/context.ts";
import { openCredentials } from "../../src/modules/data-sources/data-source.ts";
import { factorVersion } from "../../src/modules/factors/factor-version.ts";
import { supplierId } from "../../src/modules/suppliers/supplier-identity.ts";
import { beginTotp, findSession, pendingTotp } from "../../src/modules/users/index.ts";
import { openDevice } from "../../src/modules/users/known-device.ts";
import { startSession } from "../../src/modules/users/sessions.ts";
import { specifiedSignature, standardSignature } from "../../src/modules/webhooks/signature.ts";
import { secretBinding } from "../../src/modules/webhooks/signing-secret.ts";
import { credentialSealers, installationSealer } from "../../src/platform/credential-sealer.ts";
import { decrypt, derivedKey, encrypt, secretFromText } from "../../src/platform/crypto.ts";
import { cursorCodecFor } from "../../src/platform/cursor-codec.ts";
import { driverSettings } from "../../src/platform/db/connection.ts";
import { companyKeys, documentName, openFiles } from "../../src/platform/files/files.ts";
import { testApp, type TestApp } from "../support/app.ts";
import { shippedCatalog } from "../support/catalog.ts";
import { person } from "../support/person.ts";
import { expectPinned, foundInSource, pinnedLists } from "../support/pinned.ts";

/**
 * Known answers of everything that turns the installation's secret into keys, sealed bytes, cursors and signatures. They were
 * made by a program of its own from what each format says of itself, with fixed salts and nonces. What an installation has
 * sealed opens for ever, whatever the code that does it is called.
 */
const FOLDER = join(import.meta.dirname, "pinned");
/** The installation's secret: 32 times the byte 5. */
const SECRET = Buffer.alloc(32, 5);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

interface KnownAnswers {
  readonly secret_key_text: { readonly text: string; readonly secret: string };
  readonly derived_keys: Readonly<Record<string, string>>;
  readonly documents: {
    readonly tenant_id: string;
    readonly name_key: string;
    readonly content_key: string;
    readonly secret_id: string;
    readonly small: { readonly sha256: string; readonly name: string; readonly bytes_base64: string };
    readonly long: { readonly sha256: string; readonly name: string };
  };
  readonly cursor: { readonly text: string; readonly position: readonly string[] };
  readonly session: { readonly cookie: string; readonly digest: string; readonly form_token: string };
  readonly sealed: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly signatures: Readonly<Record<string, string>> & { readonly timestamp_s: number };
  readonly ids: { readonly supplier: string; readonly factor: string };
}

// Written with the interface above.
const KNOWN = JSON.parse(readFileSync(join(FOLDER, "secrets.json"), "utf8")) as KnownAnswers;
const TENANT: TenantIdentity = {
  id: KNOWN.documents.tenant_id,
  name: "Nordlys Møbler ApS",
  country: "DK",
  plan: "enterprise",
  environment: "live",
};

function sealed(name: string): Readonly<Record<string, string>> & { readonly bytes: Buffer } {
  const one = KNOWN.sealed[name] ?? {};
  return { ...one, bytes: Buffer.from(one["hex"] ?? "", "hex") } as ReturnType<typeof sealed>;
}

describe("keys of the installation", () => {
  test("come from a text of the configuration", () => {
    expect(hex(secretFromText(KNOWN.secret_key_text.text))).toBe(KNOWN.secret_key_text.secret);
  });

  test.each(Object.entries(KNOWN.derived_keys))("for the purpose %s", (purpose, key) => {
    expect(hex(derivedKey(SECRET, purpose))).toBe(key);
  });

  test("are derived for these purposes, and what is sealed is bound to these words", () => {
    const purposes = foundInSource(
      /(?:derivedKey|credentialSealers|installationSealer)\((?:[^()]|\([^()]*\))*?, ["`]([^"`]+)["`]\)/g,
    );
    expectPinned(purposes, "sealing-words.json", "purposes");
    const words = pinnedLists("sealing-words.json")["bound_to"] ?? [];
    expect(foundInSource(/["`]((?:\\.|[^"`\n])+)["`]/g).filter((text) => words.includes(text))).toEqual(words);
  });

  test("of a company's documents", () => {
    const { names, contents } = companyKeys(SECRET, TENANT);
    expect([hex(names), hex(contents)]).toEqual([KNOWN.documents.name_key, KNOWN.documents.content_key]);
  });
});

describe("sealed documents", () => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), "carbon-ledger-vectors-"));
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const pathOf = (name: string): string =>
    join(directory, "documents", "sealed", name.slice(0, 2), name.slice(2, 4), name);

  test.each([
    ["of one frame", KNOWN.documents.small, () => Buffer.from(KNOWN.documents.small.bytes_base64, "base64")],
    ["of two frames", KNOWN.documents.long, () => readFileSync(join(FOLDER, "sealed-document.bin"))],
  ])("%s are found by their name and opened", async (_what, { sha256, name }, bytes) => {
    expect(documentName(companyKeys(SECRET, TENANT), sha256)).toBe(name);
    const files = await openFiles(directory, SECRET);
    mkdirSync(dirname(pathOf(name)), { recursive: true });
    writeFileSync(pathOf(name), bytes());
    const content = await files.of(TENANT.id, TENANT.environment).read(sha256);
    expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
  });

  test("begin with the same header and have the same size", async () => {
    const files = await openFiles(directory, SECRET);
    const content = Buffer.from("<Invoice>another one</Invoice>");
    const sha256 = createHash("sha256").update(content).digest("hex");
    await files.of(TENANT.id, TENANT.environment).put(content, sha256);
    const written = readFileSync(pathOf(documentName(companyKeys(SECRET, TENANT), sha256)));
    expect(hex(written.subarray(0, 16))).toBe(`434c5345414c0001${KNOWN.documents.secret_id}`);
    expect(written.length).toBe(328);
  });
});

describe("sealed values", () => {
  test("open with the key and what they are bound to, and are written in that form", () => {
    const key = derivedKey(SECRET, "stored secrets");
    const { bytes, bound = "", plain } = sealed("stored_secret");
    expect(decrypt(key, bytes, bound).toString()).toBe(plain);
    const again = encrypt(key, Buffer.from("hello"), bound);
    expect([again[0], again.length]).toEqual([1, bytes.length]);
  });

  test("of a credential open with its clear text", () => {
    const { bytes, bound = "", token = "", plain } = sealed("of_a_credential");
    expect(credentialSealers(SECRET, "oauth replay")(token).open(bytes, bound).toString()).toBe(plain);
  });

  test("hold the secrets of webhooks and data sources", async () => {
    const secrets = installationSealer(SECRET, "stored secrets");
    const webhook = sealed("webhook_secret");
    const bound = secretBinding({ tenant: TENANT }, webhook["webhook_id"] ?? "");
    expect(secrets.open(webhook.bytes, bound).toString()).toBe(webhook["text"]);
    const source = sealed("data_source");
    // Of a Context, the credentials need these two.
    const ctx = { secrets, tenant: TENANT } as Context;
    expect(openCredentials(ctx, source["id"] ?? "", source.bytes)).toEqual({ password: source["password"] });
  });
});

test("cursors are sealed and opened as they were handed out", () => {
  const codec = cursorCodecFor(derivedKey(SECRET, "cursors"))(TENANT.id, "live");
  const purpose = { list: "list_activities", filters: { to: null, from: "2026-01-01", unused: undefined } };
  expect(codec.seal(purpose, KNOWN.cursor.position)).toBe(KNOWN.cursor.text);
  expect(codec.open(purpose, KNOWN.cursor.text)).toEqual(KNOWN.cursor.position);
});

test("deliveries are signed as receivers verify them", () => {
  const { secret = "", body = "", event_id = "", specified, standard, timestamp_s } = KNOWN.signatures;
  expect(specifiedSignature({ body, event_id, timestamp_s }, [secret])).toBe(specified);
  expect(standardSignature({ body, event_id, timestamp_s }, [secret])).toBe(standard);
});

test("ids that come from names are the same in every release", async () => {
  expect(supplierId(TENANT, "id:29189846")).toBe(KNOWN.ids.supplier);
  const factor = (await shippedCatalog()).factor("fuel.diesel.l");
  if (factor === undefined) throw new Error("the catalog has no diesel");
  const { id: _id, content_hash: _hash, ...row } = factor;
  expect(factorVersion({ ...row, region: "DK", valid_year: 2023, release: "1" }).id).toBe(KNOWN.ids.factor);
});

describe("accounts", () => {
  let app: TestApp;
  let owner: Client;
  beforeAll(async () => {
    app = await testApp();
    owner = new Client(driverSettings(app.db.connection));
    await owner.connect();
  });
  afterAll(async () => {
    await owner.end();
    await app.close();
  });

  test("sessions are kept by this digest, and forms carry this token", async () => {
    const { cookie, digest, form_token } = KNOWN.session;
    const { user_id } = await person(app);
    const users = { ...app.accounts.users, randomBytes: () => Buffer.alloc(32, 3) };
    expect(await startSession(users, users.system, user_id)).toBe(cookie);
    const { rows } = await owner.query("select encode(digest, 'hex') as digest from user_sessions");
    expect(rows).toContainEqual({ digest });
    expect(await findSession(users, cookie)).toMatchObject({ user_id, csrf_token: form_token });
  });

  test("a second factor that was begun opens for its account", async () => {
    const { bytes, user_id = "", secret_hex } = sealed("totp");
    await owner.query(
      `insert into users (id, email, name, language, created_by, totp_sealed)
       values ($1, 'anne@nordlys.example', 'Anne', 'da', 'operator', $2)`,
      [user_id, bytes],
    );
    expect(hex((await pendingTotp(app.accounts.users, user_id)) ?? Buffer.alloc(0))).toBe(secret_hex);
    expect(await beginTotp(app.accounts.users, user_id)).toHaveLength(20);
  });

  test("a browser that has logged in is known", () => {
    const { account = "", base64url, id } = KNOWN.sealed["device"] ?? {};
    expect(openDevice(app.accounts.users, account, base64url)).toBe(id);
  });
});

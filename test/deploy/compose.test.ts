import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { configurationTable, readConfig } from "../../src/platform/config/config.ts";
import { type DatabaseServer, databaseServer } from "../support/database-server.ts";
import { type Installation, installation } from "../support/service-process.ts";

const FOLDER = join(import.meta.dirname, "../../deploy/compose");
const text = (name: string): string => readFileSync(join(FOLDER, name), "utf8");
const serviceSchema = z.looseObject({
  environment: z.record(z.string(), z.string()),
  ports: z.array(z.string()).optional(),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.looseObject({ ipv4_address: z.string() }))]),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
});
const { services } = z
  .looseObject({ services: z.record(z.string(), serviceSchema) })
  .parse(parse(text("compose.yaml"), { merge: true }));
const { ledger, worker, database, proxy } = services;
const settings = configurationTable.map(({ name }) => name);

/** The variables of the example, with what they are set to; null: commented out. */
const example = Object.fromEntries(
  [...text(".env.example").matchAll(/^(#?)([A-Z_]+)=(.*)$/gm)].map(([, off, name = "", value]) => [
    name,
    off === "#" ? null : value,
  ]),
);
const asked = [...text("compose.yaml").matchAll(/\$\{([A-Z_]+)(:?[?-][^}]*)?\}/g)].map(([, name = "", rest = ""]) => ({
  name,
  rest,
}));

/** What the operator's settings make of a value of compose.yaml. */
function filled(value: string, given: Readonly<Record<string, string>>): string {
  return value.replaceAll(
    /\$\{([A-Z_]+)(?::?([?-])([^}]*))?\}/g,
    (_all, name: string, kind?: string, word?: string) => {
      return given[name] ?? (kind === "-" ? (word ?? "") : "");
    },
  );
}

describe("the compose file", () => {
  test("asks for exactly the variables of .env.example", () => {
    expect([...new Set(asked.map(({ name }) => name))].toSorted()).toEqual(Object.keys(example).toSorted());
    const ofProxy = [...text("Caddyfile").matchAll(/\{\$([A-Z_]+)\}/g)].map(([, name = ""]) => name);
    expect(Object.keys(proxy?.environment ?? {})).toEqual(expect.arrayContaining(ofProxy));
  });

  test("has no default for names, passwords and secrets: without them it ends with a sentence that says what to set", () => {
    const required = ["LEDGER_HOST", "SANDBOX_HOST", "DATABASE_PASSWORD", "SECRET_KEY", "MAIL_FROM"];
    for (const name of required) {
      expect(example[name], name).toBe("");
      expect(asked.find((one) => one.name === name)?.rest, name).toMatch(
        new RegExp(`^:\\?Set ${name} in \\.env to|^:\\?Set ${name} in \\.env,`),
      );
      expect(
        asked.filter((one) => one.name === name && one.rest.startsWith(":-")),
        name,
      ).toEqual([]);
    }
  });

  test("gives the service settings that it has, which it takes", () => {
    for (const environment of [ledger?.environment ?? {}, worker?.environment ?? {}]) {
      expect(settings).toEqual(expect.arrayContaining(Object.keys(environment)));
      const given = {
        LEDGER_HOST: "ledger.example.com",
        SANDBOX_HOST: "sandbox.example.com",
        DATABASE_PASSWORD: "0a1b2c",
        SECRET_KEY: "0123456789abcdef0123456789abcdef",
        MAIL_FROM: "Carbon Ledger <no-reply@example.com>",
      };
      const env = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filled(value, given)]));
      expect(readConfig(env)).toMatchObject({
        base_url: "https://ledger.example.com",
        sandbox_api_url: "https://sandbox.example.com",
        database_url: "postgres://ledger:0a1b2c@database:5432/ledger",
        has_demo: false,
        smtp_url: undefined,
      });
    }
    expect([ledger?.environment["ROLE"], worker?.environment["ROLE"]]).toEqual(["${LEDGER_ROLE:-all}", "worker"]);
  });

  test("opens no port but the proxy's, and believes nobody else about who asks", () => {
    expect([ledger?.ports, worker?.ports, database?.ports]).toEqual([undefined, undefined, undefined]);
    const networks = proxy?.networks ?? [];
    const address = Array.isArray(networks) ? undefined : networks["front"]?.ipv4_address;
    expect(ledger?.environment["TRUSTED_PROXIES"]).toBe(`${address}/32`);
  });

  test("lets the service change nothing but its volume, and gives it no capability", () => {
    for (const one of [ledger, worker]) expect(one).toMatchObject({ read_only: true, cap_drop: ["ALL"] });
  });
});

describe("the roles that it makes in an empty database", () => {
  const PASSWORD = "it's a password";
  let server: DatabaseServer;
  let site: Installation;

  beforeAll(async () => {
    server = await databaseServer();
    site = installation();
    const admin = new Client({
      connectionString: server.url.replace(/\/\/ledger@(.*)\/ledger$/, "//admin@$1/postgres"),
    });
    await admin.connect();
    await admin.query("drop database ledger");
    await admin.query("drop role ledger");
    const sql = /<< 'SQL'\n([^]*)SQL\n/.exec(text("database-roles.sh"))?.[1] ?? "";
    const statements = sql.split(";\n").filter((statement) => statement.trim() !== "");
    for (const statement of statements)
      await admin.query(statement.replace(":'password'", admin.escapeLiteral(PASSWORD)));
    await admin.end();
    expect(statements).toHaveLength(5);
  }, 300_000);
  afterAll(async () => {
    await site.remove();
    await server.remove();
  });

  test("are enough for the service, whose sessions cannot become the owner", async () => {
    const as = (login: string): string =>
      server.url.replace("//ledger@", `//${login}:${encodeURIComponent(PASSWORD)}@`);
    const DATABASE_URL = as("ledger");
    const env = { DATABASE_URL, DATABASE_APP_URL: as("carbon_app"), DATABASE_SYSTEM_URL: as("carbon_system") };
    const service = await site.start({ env });
    expect(service.output()).not.toMatch(/DATABASE_APP_URL|"level":"(?:warn|error)"/);
    service.signal("SIGTERM");
    expect(await service.ended()).toEqual({ code: 0, signal: null });
  }, 300_000);
});

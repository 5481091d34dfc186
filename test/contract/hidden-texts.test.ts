import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { SCOPES } from "../../src/core/scopes.ts";
import { ServiceError } from "../../src/core/errors.ts";
import { parseInput } from "../../src/core/input.ts";
import type { Operation } from "../../src/core/operation.ts";
import { hasHidden, isAsGiven, isPlainLine } from "../../src/core/visible-text.ts";
import { mintApiKey } from "../../src/modules/api-keys/index.ts";
import { createConsultant, mintConsultantKey } from "../../src/modules/consultants/index.ts";
import { mintLegacyKey } from "../../src/modules/legacy-keys/index.ts";
import { createTenant } from "../../src/modules/tenants/index.ts";
import { ensureAccount } from "../../src/modules/users/index.ts";
import { OPERATIONS } from "../../src/operations.ts";
import { testApp, type TestApp } from "../support/app.ts";
import { consultant, consultantAdmin } from "../support/consultants.ts";
import { placeholdersOf } from "../support/demo.ts";

/** Nobody sees these, or they turn what is seen: two names with and without them are one to people and two to programs. */
const HIDDEN: readonly (readonly [number, number])[] = [
  [0x01, 0x08],
  [0x0b, 0x0c],
  [0x0e, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x180b, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0d],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0xe0001, 0xe007f],
];

const hidden = fc
  .constantFrom(...HIDDEN)
  .chain(([first, last]) => fc.integer({ min: first, max: last }))
  .map((point) => String.fromCodePoint(point));

/** A name with a hidden character inside, which no trimming takes away. */
const hiddenName = hidden.map((character) => `No${character}rd`);

type Schema = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** Where a schema takes free text; forms such as ids and dates say themselves what they take. */
function textPaths(node: unknown, path: Path = []): Path[] {
  if (typeof node !== "object" || node === null) return [];
  const schema = node as Schema;
  const isFree = ["format", "enum", "const", "pattern"].every((key) => schema[key] === undefined);
  const own = schema["type"] === "string" && isFree ? [path] : [];
  const branches = ["anyOf", "oneOf", "allOf"].flatMap((key) => (schema[key] ?? []) as unknown[]);
  const members = Object.entries((schema["properties"] ?? {}) as Schema);
  return [
    ...own,
    ...branches.flatMap((branch) => textPaths(branch, path)),
    ...(schema["items"] === undefined ? [] : textPaths(schema["items"], [...path, 0])),
    ...members.flatMap(([name, member]) => textPaths(member, [...path, name])),
  ];
}

function withText(value: unknown, [key, ...rest]: Path, text: string): unknown {
  if (key === undefined) return text;
  if (typeof key === "number") {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    return [withText(list[0], rest, text), ...list.slice(1)];
  }
  const object = (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {}) as Schema;
  return { ...object, [key]: withText(object[key], rest, text) };
}

function inputOf(operation: Operation): unknown {
  const text = placeholdersOf(operation).reduce(
    (json, name) => json.replaceAll(`"$${name}"`, '"0198c0de-0000-7000-8000-00000000dead"'),
    JSON.stringify(operation.example.input),
  );
  return JSON.parse(text);
}

function pathsRefused(operation: Operation, input: unknown): readonly string[] | null {
  try {
    parseInput(operation.input, input);
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return (error.extras.issues ?? []).map((issue) => issue.path);
  }
}

const CASES = OPERATIONS.flatMap((operation) =>
  textPaths(z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }))
    .filter(([top]) => !isAsGiven(operation.input.shape[String(top)]))
    .map((path) => ({ name: `${operation.name} ${path.join(".")}`, operation, path })),
);

describe("a hidden character in a text", () => {
  test("there are texts to try", () => {
    expect(CASES.length).toBeGreaterThan(100);
  });

  test.each(CASES)("is refused by $name", ({ operation, path }) => {
    const example = inputOf(operation);
    const isTaken = pathsRefused(operation, withText(example, path, "Nord")) === null;
    fc.assert(
      fc.property(hiddenName, (name) => {
        const refused = pathsRefused(operation, withText(example, path, name));
        expect(refused).not.toBeNull();
        if (isTaken) expect(refused).toContain(path.join("."));
      }),
      { numRuns: 30 },
    );
  });
});

test("hidden is what the list says, and nothing that people write", () => {
  fc.assert(fc.property(hiddenName, (name) => hasHidden(name) && !isPlainLine(name)));
  for (const name of [
    "Ærø Møbler & Søn A/S",
    "Ünïcode Ltd. (日本)",
    "شركة الطاقة",
    "Grøn 🌱❤️ 👩‍🌾 1️⃣ 🇩🇰",
    "a\u00A0b",
    "e\u0301",
  ]) {
    expect(isPlainLine(name), name).toBe(true);
  }
  for (const text of ["to\nlinjer", "tab\tulator", "\u00A0", "\u2800", "\u3164"]) expect(isPlainLine(text)).toBe(false);
  expect(hasHidden("Line one.\r\nLine two.\tEnd")).toBe(false);
});

describe("what commands and pages make", () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  test("has no hidden character in its name: company, account, consultant, keys of every kind", async () => {
    const admin = consultantAdmin(app.db);
    const ctx = app.db.context(await app.db.tenant());
    const consultant_id = await consultant(app.db);
    const made: Readonly<Record<string, (name: string) => Promise<unknown>>> = {
      company: (name) =>
        createTenant({ ...admin, tenantDb: app.db.database.tenant }, { name, country: "DK", plan: "starter" }),
      account: (name) =>
        ensureAccount(app.accounts.users, { email: "a@example.com", name, language: "da" }, "operator"),
      consultant: (name) => createConsultant(admin, { name }),
      consultant_key: (name) => mintConsultantKey(admin, { consultant_id, environment: "live", name, scopes: SCOPES }),
      legacy_key: (name) => mintLegacyKey(ctx, { name }),
      key: (name) => ctx.db.transaction((tx) => mintApiKey(ctx, tx, { name, scopes: SCOPES })),
    };
    for (const [kind, make] of Object.entries(made)) {
      for (const name of ["No\u200Brd", "No\u202Erd", "No\u0007rd", "\u3164", "No\nrd"]) {
        await expect(make(name), `${kind} ${JSON.stringify(name)}`).rejects.toMatchObject({
          code: "request.validation_failed",
        });
      }
      await make("Nord ApS");
    }
  });
});

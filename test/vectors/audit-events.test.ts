import { afterAll, beforeAll, expect, test } from "vitest";
import type { Operation } from "../../src/core/operation.ts";
import { OPERATIONS } from "../../src/operations.ts";
import type { TestKey } from "../support/app.ts";
import { type Demo, demoTenant } from "../support/demo.ts";
import { expectPinned, foundInSource, pinnedLists, sourceTexts } from "../support/pinned.ts";
import { callerOf, forConsultantsAtClients, viaRest } from "../contract/calls.ts";

/**
 * Events are hashed as they stand, and people and programs read them for years: actions, members of payloads, and how actors
 * are written. What the demo company and one call of every writing operation leave in the log is held against the list.
 */
let demo: Demo;
let key: TestKey;

beforeAll(async () => {
  demo = await demoTenant();
  key = await demo.app.key(demo.tenant);
});
afterAll(() => demo.close());

interface EventShape {
  readonly action: string;
  readonly members: readonly string[];
}

const SHAPES = `
  select action, array_agg(distinct member order by member) filter (where member is not null) as members
  from audit_events left join lateral jsonb_object_keys(payload) as member on true
  group by action order by action limit 500`;

/** Actions in the sources: with the members of their payload where these are written beside it, and those of a list. */
const STATED = [...sourceTexts().values()].flatMap((text) =>
  [...text.matchAll(/action: "([a-z_]+\.[a-z_]+)",\s*subject: [^{}]*?payload: \{([^{}]*)\}/g)].flatMap(
    ([, action = "", members = ""]) =>
      [...members.matchAll(/(?:^|,)\s*([a-z_0-9]+)/g)].map(([, member = ""]) => `${action} ${member}`),
  ),
);
const NAMED = foundInSource(/action(?::| =) "([a-z_]+\.[a-z_]+)"/g);

const ACTORS = `
  select distinct regexp_replace(actor, '[0-9a-f]{8}-[0-9a-f-]{27}', '<id>', 'g') as actor from audit_events order by 1 limit 500`;

test("actions, members of payloads and actors are what stored chains have", { timeout: 600_000 }, async () => {
  const writes = OPERATIONS.filter((operation) => operation.access === "write" && !forConsultantsAtClients(operation));
  for (const operation of writes) await called(operation);
  await demo.id("$attested_report_id");
  const { rows } = await demo.owner.query<EventShape>(SHAPES);
  expect(rows.length).toBeGreaterThan(30);
  const shapes = rows.flatMap(({ action, members }) => (members ?? []).map((member) => `${action} ${member}`));
  expectPinned([...new Set([...shapes, ...STATED])], "audit-events.json", "payload_members");
  const actors = await demo.owner.query<{ actor: string }>(ACTORS);
  expectPinned(
    actors.rows.map(({ actor }) => actor),
    "audit-events.json",
    "actors",
  );
});

test("actions in the sources are those of the list, and each of the list is there", () => {
  const { actions = [] } = pinnedLists("audit-events.json");
  const literals = new Set(foundInSource(/["`]([a-z_]+\.(?:[a-z_]+|\$\{[^}]+\}))["`]/g).map(withoutValue));
  const isThere = (action: string): boolean => literals.has(action) || literals.has(`${action.split(".")[0]}.*`);
  expectPinned([...NAMED, ...actions.filter(isThere)], "audit-events.json", "actions");
});

// Beside actors these are keys of what is remembered of suppliers, of products, of limits, and what secrets are bound to.
test("texts of a word and a value are written in these forms, actors among them", () => {
  const written = foundInSource(
    /["`]((?:[a-z_]+:\$\{[^}`]+\})(?:@[a-z]+:\$\{[^}`]+\})?|operator(?::[a-z]+)?|system)["`]/g,
  );
  const forms = written.map((text) => text.replaceAll(/\$\{[^}]+\}/g, "<value>"));
  expectPinned(forms, "audit-events.json", "words_with_values");
});

/** "scenario.${DONE[action]}" is "scenario.*". */
function withoutValue(text: string): string {
  return text.replace(/\$\{[^}]+\}/, "*");
}

async function called(operation: Operation): Promise<void> {
  const input = await demo.example(operation);
  await callerOf(demo, key, operation);
  const answer = await viaRest(demo, key, operation, input);
  expect(answer.status, `${operation.name} ${answer.text}`).toBeLessThan(300);
}

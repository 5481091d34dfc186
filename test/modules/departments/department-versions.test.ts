import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MILEAGE, type RecordingCompany } from "../../support/recording-site.ts";
import { type VersionedBody, versionsSite, type VersionsSite } from "../../support/versions-site.ts";

let site: VersionsSite;
let company: RecordingCompany;

beforeAll(async () => {
  site = await versionsSite();
});
afterAll(() => site.app.close());
beforeEach(async () => {
  company = await site.company();
});

type Change = Readonly<Record<string, unknown>> & { readonly reason?: string };

const create = (body: object) => site.done(company, "POST", "/departments", body);
const read = (id: string) => site.done(company, "GET", `/departments/${id}`);
const change = (version: number, { reason = "Reorganised", ...changes }: Change) => ({ version, changes, reason });
const update = (id: string, version: number, changes: Change) =>
  site.done(company, "PATCH", `/departments/${id}`, change(version, changes));
const notUpdated = (id: string, version: number, changes: Change) =>
  site.refused(company, "PATCH", `/departments/${id}`, change(version, changes));
const close = (id: string, body: object = {}) =>
  site.done(company, "POST", `/departments/${id}/close`, { reason: "Sold", ...body });
const notClosed = (id: string, body: object = {}) =>
  site.refused(company, "POST", `/departments/${id}/close`, { reason: "Sold", ...body });
const reopen = (id: string) => site.done(company, "POST", `/departments/${id}/reopen`, { reason: "By mistake" });
const notReopened = (id: string) =>
  site.refused(company, "POST", `/departments/${id}/reopen`, { reason: "By mistake" });
const listed = async () => (await site.get(company, "/departments")) as { readonly items: readonly VersionedBody[] };
const told = ({ versions }: VersionedBody) =>
  versions.map(({ version, name, changed, reason, stated_by_name }) => ({
    version,
    name,
    changed: changed.join(),
    reason,
    stated_by_name,
  }));

describe("a department that is renamed", () => {
  test("keeps its id and tells what it was, who changed it and why; the log has each change and no reason", async () => {
    const { id } = await create({ name: "Salg", code: "SALG" });
    await update(id, 1, { name: "Salg og messer", reason: "Merged with fairs" });
    const renamed = await update(id, 2, { code: "S-10", reason: "New chart of accounts" });
    expect(renamed).toMatchObject({ id, name: "Salg og messer", code: "S-10", version: 3, is_active: true });
    const by = 'Key "test"';
    expect(told(renamed)).toEqual([
      { version: 3, name: "Salg og messer", changed: "code", reason: "New chart of accounts", stated_by_name: by },
      { version: 2, name: "Salg og messer", changed: "name", reason: "Merged with fairs", stated_by_name: by },
      { version: 1, name: "Salg", changed: "", reason: null, stated_by_name: by },
    ]);
    expect(await read(id)).toEqual(renamed);
    expect((await listed()).items).toMatchObject([{ id, name: "Salg og messer", code: "S-10", version: 3 }]);
    const events = await site.events(company, id);
    expect(events.map(({ action }) => action)).toEqual([
      "department.created",
      "department.updated",
      "department.updated",
    ]);
    expect(events.map(({ payload }) => payload).join()).not.toContain("Merged with fairs");
    await site.intact(company);
  });

  test("keeps what is left out, and null takes code and unit above away", async () => {
    const above = await create({ name: "Drift" });
    const { id } = await create({ name: "Lager", code: "L", parent_id: above.id });
    expect(await update(id, 1, { name: "Lageret" })).toMatchObject({ code: "L", parent_id: above.id });
    expect(await update(id, 2, { code: null, parent_id: null })).toMatchObject({
      name: "Lageret",
      code: null,
      parent_id: null,
    });
    expect(await notUpdated(id, 3, {})).toContain("nothing_to_change");
  });

  // Nobody undoes what another has just decided without having seen it.
  test("by two at once takes the first and tells the second to read again; the same change twice is one version", async () => {
    const { id } = await create({ name: "Salg" });
    const names = ["A", "B", "C", "D", "E"];
    const answers = await Promise.all(
      names.map((name) => site.call(company, "PATCH", `/departments/${id}`, change(1, { name }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
    const refused = answers.find(({ status }) => status === 400)?.json();
    expect(refused?.issues).toMatchObject([{ path: "version", code: "changed_meanwhile" }]);
    const { name, version } = await read(id);
    expect(version).toBe(2);
    expect(await update(id, 1, { name })).toMatchObject({ version: 2 });
  });

  test("does not get the code of another open one, but that of a closed one", async () => {
    const old = await create({ name: "Salg", code: "SALG" });
    const { id } = await create({ name: "Salg Øst" });
    expect(await notUpdated(id, 1, { code: " salg " })).toMatch(/^code code_taken: .*"Salg" \(.*close that one/);
    await close(old.id);
    expect(await update(id, 1, { code: "salg" })).toMatchObject({ code: "salg" });
    expect(await notReopened(old.id)).toContain("code code_taken");
    // What to do is what the refusal says: a closed one can be given another code.
    await update(old.id, 2, { code: "SALG-OLD" });
    expect(await reopen(old.id)).toMatchObject({ is_active: true, code: "SALG-OLD", version: 4 });
  });

  test("of another company or environment is not there", async () => {
    const { id } = await create({ name: "Salg" });
    const other = await site.company();
    for (const [method, path, body] of [
      ["GET", `/departments/${id}`, undefined],
      ["PATCH", `/departments/${id}`, change(1, { name: "Mine" })],
      ["POST", `/departments/${id}/close`, { reason: "x" }],
      ["POST", `/departments/${id}/reopen`, { reason: "x" }],
    ] as const) {
      expect(await site.refused(other, method, path, body)).toBe("resource.not_found");
    }
    const theirs = await site.done(other, "POST", "/departments", { name: "Theirs" });
    expect(await notUpdated(id, 1, { parent_id: theirs.id })).toBe("resource.not_found");
    expect(await read(id)).toMatchObject({ name: "Salg", version: 1 });
  });
});

describe("a department that is moved", () => {
  test("does not come to stand below itself, also when two moves that would make a circle come at once", async () => {
    const top = await create({ name: "Top" });
    const middle = await create({ name: "Middle", parent_id: top.id });
    const low = await create({ name: "Low", parent_id: middle.id });
    for (const parent_id of [top.id, middle.id, low.id]) {
      expect(await notUpdated(top.id, 1, { parent_id })).toContain("parent_id below_itself");
    }
    expect(await update(low.id, 1, { parent_id: top.id })).toMatchObject({ parent_id: top.id });
    const [a, b] = [await create({ name: "A" }), await create({ name: "B" })];
    const moves = await Promise.all([
      site.call(company, "PATCH", `/departments/${a.id}`, change(1, { parent_id: b.id })),
      site.call(company, "PATCH", `/departments/${b.id}`, change(1, { parent_id: a.id })),
    ]);
    expect(moves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  test("does not go below a closed one, nor is one with open units below it closed or reopened below a closed one", async () => {
    const above = await create({ name: "Above" });
    const { id } = await create({ name: "Below", parent_id: above.id });
    expect(await notClosed(above.id)).toMatch(/^id open_below: .*"Below" \(/);
    await close(id);
    await close(above.id);
    expect(await notReopened(id)).toContain("parent_id closed_parent");
    expect(await site.refused(company, "POST", "/departments", { name: "New", parent_id: above.id })).toContain(
      "parent_id closed_parent",
    );
    await reopen(above.id);
    expect(await reopen(id)).toMatchObject({ is_active: true });
  });
});

describe("a closed department", () => {
  const record = (department_id: string | null) =>
    site.post(company, { ...MILEAGE, ...(department_id === null ? {} : { department_id }) });
  const total = async (department_id: string) =>
    (await site.get(company, `/emissions/summary?from=2026-01-01&to=2026-12-31&department_id=${department_id}`)) as {
      readonly total_co2e_kg: number | null;
    };

  test("keeps its activities in lists and totals, and takes no new ones until it is reopened", async () => {
    const { id } = await create({ name: "Salg" });
    const { activity_id } = site.bodyOf(await record(id));
    const closed = await close(id, { closed_on: "2026-10-31", reason: "Sold to Nord" });
    expect(closed).toMatchObject({ is_active: false, closed_on: "2026-10-31", version: 2 });
    expect(closed.versions[0]).toMatchObject({ changed: ["closed_on"], reason: "Sold to Nord" });
    expect((await listed()).items).toMatchObject([{ id, is_active: false, closed_on: "2026-10-31" }]);
    expect((await total(id)).total_co2e_kg).toBeGreaterThan(0);
    expect(await site.get(company, `/activities?department_id=${id}`)).toMatchObject({ items: [{ id: activity_id }] });

    const says =
      /^department_id department_closed: .*"Salg" has been closed since 2026-10-31 .*list_departments.*reopen/;
    expect(await site.refused(company, "POST", "/activities", { ...MILEAGE, department_id: id })).toMatch(says);
    const dry = { ...MILEAGE, department_id: id, dry_run: true };
    expect(await site.refused(company, "POST", "/activities", dry)).toMatch(says);
    const other = site.bodyOf(await record(null)).activity_id;
    expect(await site.refused(company, "POST", `/activities/${other}/department`, { department_id: id })).toMatch(says);
    // What is there already is not new.
    await site.done(company, "POST", `/activities/${activity_id}/department`, { department_id: id });

    expect(await reopen(id)).toMatchObject({ is_active: true, closed_on: null, version: 3 });
    expect((await record(id)).status).toBe(201);
    await site.intact(company);
  });

  test("keeps the correction of what it has, and gets back what was taken away when that is undone", async () => {
    const { id } = await create({ name: "Salg" });
    const { activity_id } = site.bodyOf(await record(id));
    await close(id);
    const before = (await total(id)).total_co2e_kg ?? 0;
    await site.done(company, "POST", `/activities/${activity_id}/correct`, {
      facts: { quantity: 620, unit: "km" },
      reason: "Typo",
    });
    expect((await total(id)).total_co2e_kg).toBeCloseTo(before / 2, 3);
    await site.done(company, "POST", `/activities/${activity_id}/department`, { department_id: null });
    expect((await total(id)).total_co2e_kg).toBeNull();
    await site.done(company, "POST", `/activities/${activity_id}/undo`, { reason: "As it was" });
    expect((await total(id)).total_co2e_kg).toBeCloseTo(before / 2, 3);
    await site.intact(company);
  });

  test("is closed today unless said otherwise, not in the future, and closing it again changes nothing", async () => {
    const { id } = await create({ name: "Salg" });
    expect(await notClosed(id, { closed_on: "2026-11-21" })).toContain("closed_on in_future");
    const closed = await close(id);
    expect(closed).toMatchObject({ closed_on: "2026-11-20", version: 2 });
    expect(await close(id, { closed_on: "2026-01-01", reason: "Another" })).toEqual(closed);
    const open = await create({ name: "Open" });
    expect(await reopen(open.id)).toMatchObject({ version: 1 });
    expect((await site.events(company, id)).map(({ action }) => action)).toEqual([
      "department.created",
      "department.closed",
    ]);
  });

  test("makes the rows of a template wrong that name it, with row and column; the others can be booked", async () => {
    const { id } = await create({ name: "Salg" });
    await close(id);
    const head = "Beskrivelse;Kilometer;Fra dato;Til dato;Kilde til tallet;Land (kode);Afdeling (id)";
    const row = (words: string, department: string) => `${words};10,0;01-01-2026;31-01-2026;Log;;${department}`;
    const content = [head, row("Salg", id), row("Lager", "")].join("\r\n");
    const uploaded = await site.upload(company, "/activities/evidence", [{ name: "km.csv", content }]);
    const file = (uploaded.json() as unknown as { files: { id: string }[] }).files[0]?.id;
    const body = { subject: "mileage", file };
    expect(await site.refused(company, "POST", "/activities/record-files", body)).toMatch(
      /^rows\.2\.department_id department_closed: .*has been closed since 2026-11-20/,
    );
    expect(
      await site.done(company, "POST", "/activities/record-files", { ...body, skip_wrong_rows: true }),
    ).toMatchObject({ recorded: 1, wrong: 1 });
  });
});

import { expect, test } from "vitest";
import { scopesOf } from "../../src/core/roles.ts";
import { screensFor } from "../../web/app/screens.ts";

const DECIDING = ["review", "upload", "records"];
const offered = (role: Parameters<typeof scopesOf>[0]): readonly string[] =>
  screensFor([...scopesOf(role)]).map(([name]) => name);

test("the menu offers a role no screen that only refuses it", () => {
  const all = offered("admin");
  expect(all).toEqual(expect.arrayContaining([...DECIDING, "history", "overview", "documents", "settings"]));
  expect(offered("editor")).toEqual(all);
  expect(offered("auditor")).toEqual(all.filter((name) => !DECIDING.includes(name)));
  expect(offered("reader")).toEqual(all.filter((name) => ![...DECIDING, "history"].includes(name)));
});

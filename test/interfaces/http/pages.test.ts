import { hash } from "node:crypto";
import { expect, test } from "vitest";
import { errorListPage, homePage, PAGE_HEADERS } from "../../../src/interfaces/http/pages.ts";

const addresses = {
  base_url: "https://ledger.test",
  api_url: "https://api.ledger.test",
  sandbox_api_url: "https://sandbox.ledger.test",
  errors_url: "https://ledger.test/errors",
};

test.each([
  ["home", homePage(addresses)],
  ["errors", errorListPage(addresses.errors_url)],
])("the %s page is one well-formed document whose only style the policy allows", (_name, page) => {
  const order = ["<!doctype html>", "<html", "<head>", "<title>", "<style>", "</head>", "<body>", "</body>", "</html>"];
  const places = order.map((tag) => page.indexOf(tag));
  expect(places).toEqual(places.toSorted((left, right) => left - right));
  expect(places).not.toContain(-1);
  for (const tag of order) expect(page.split(tag)).toHaveLength(2);
  expect(page).not.toContain("<script");
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? "";
  expect(PAGE_HEADERS["content-security-policy"]).toContain(`'sha256-${hash("sha256", style, "base64")}'`);
});

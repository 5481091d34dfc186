import { describe, expect, test } from "vitest";
import { addressGroup, clientAddress } from "../../../src/interfaces/http/client-address.ts";
import { rangeMatcher } from "../../../src/core/address-ranges.ts";
import { siteResolver } from "../../../src/interfaces/http/hosts.ts";

const THREE = {
  base_url: "https://ledger.example",
  api_url: "https://api.ledger.example",
  sandbox_api_url: "https://sandbox.ledger.example:8443",
};
const APPLICATION = { is_application: true, rest: null };
const LIVE = { is_application: false, rest: "live" };
const SANDBOX = { is_application: false, rest: "sandbox" };

describe("the site of a request", () => {
  test.each([
    ["ledger.example", APPLICATION],
    ["LEDGER.example:443", APPLICATION],
    ["api.ledger.example", LIVE],
    ["sandbox.ledger.example:8443", SANDBOX],
    ["sandbox.ledger.example", APPLICATION],
    ["evil.example", APPLICATION],
    [undefined, APPLICATION],
  ])("%s on the main listener", (host, site) => {
    expect(siteResolver(THREE, "main")(host)).toEqual(site);
  });

  test("[contract 11.2] any other host on the sandbox listener is the sandbox", () => {
    expect(siteResolver(THREE, "sandbox")("127.0.0.1:3001")).toEqual(SANDBOX);
    expect(siteResolver(THREE, "sandbox")("api.ledger.example")).toEqual(LIVE);
  });

  test("when the application and the live API share an authority, it is both", () => {
    const one = { ...THREE, api_url: "https://ledger.example" };
    expect(siteResolver(one, "main")("anything")).toEqual({ is_application: true, rest: "live" });
  });
});

describe("addresses", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("%s is counted as %s", (address, group) => {
    expect(addressGroup(address)).toBe(group);
  });

  test("the mapped form of IPv4 is IPv4, for the limit and for trust", () => {
    const isTrusted = rangeMatcher(["10.0.0.0/8"]);
    expect(clientAddress("::ffff:192.0.2.9", undefined, isTrusted)).toBe("192.0.2.9");
    expect(clientAddress("::ffff:10.0.0.1", "192.0.2.9", isTrusted)).toBe("192.0.2.9");
    expect(clientAddress("10.0.0.1", "10.0.0.2, 10.0.0.3", isTrusted)).toBe("10.0.0.2");
    expect(clientAddress(undefined, "192.0.2.9", isTrusted)).toBe("0.0.0.0");
  });
});

import { BlockList } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createSafeFetch } from "../../src/platform/outbound/safe-fetch.ts";
import { type SafeFetch, SafeFetchError } from "../../src/platform/outbound/safe-fetch-types.ts";
import { type ConnectRecorder, recordConnects } from "../support/connect-recorder.ts";
import { type DnsServer, dnsServer } from "../support/dns-server.ts";
import { PUBLIC_HOSTS, REFUSED_ANSWERS, REFUSED_FORMS, REFUSED_HOSTS } from "../support/untrusted-addresses.ts";

let names: DnsServer;
let outbound: SafeFetch;
let connects: ConnectRecorder;

beforeAll(async () => {
  // A name that nobody listed is public: only the rule itself can refuse it.
  names = await dnsServer({ addresses: ["93.184.215.14"] });
  outbound = createSafeFetch({
    allow_cidrs: [],
    dns_servers: [names.address],
    extra_ca_file: undefined,
    proxy_url: undefined,
  });
  connects = recordConnects();
});
afterEach(() => connects.clear());
afterAll(async () => {
  connects.stop();
  await outbound.close();
  await names.close();
});

/** The refusal of a request, after which no connection may have been asked for. */
async function refusalOf(url: string): Promise<string> {
  const request = { url, method: "POST", headers: {}, body: "{}", allow_loopback: false } as const;
  const bounds = { connect_timeout_ms: 1000, deadline_ms: 1000, response_limit_bytes: 1000 };
  const failure = await outbound.fetch({ ...request, ...bounds }).then(
    () => null,
    (error: unknown) => error,
  );
  expect(connects.addresses(), url).toEqual([]);
  return failure instanceof SafeFetchError ? failure.failure : String(failure);
}

const verdict = async (url: string) => (await outbound.check(url, { allow_loopback: false })).kind;

describe("addresses that lead inside", () => {
  test("there are at least 158 of them, each listed once", () => {
    expect(new Set(REFUSED_HOSTS).size).toBe(REFUSED_HOSTS.length);
    expect(REFUSED_HOSTS.length + REFUSED_ANSWERS.length).toBeGreaterThanOrEqual(158);
  });

  test.each(REFUSED_HOSTS)("https://%s/ is blocked without a connection", async (host) => {
    expect(await refusalOf(`https://${host}/`)).toMatch(/^(blocked|invalid_url)$/);
    expect(await verdict(`https://${host}/`)).toBe("refused");
  });

  test.each(REFUSED_ANSWERS.map((answer, index) => ({ answer, name: `name-${index}.example.com` })))(
    "a name with $answer is blocked without a connection",
    async ({ answer, name }) => {
      names.set(name, { addresses: answer });
      expect(await refusalOf(`https://${name}/`)).toBe("blocked");
      expect(await verdict(`https://${name}/`)).toBe("refused");
    },
  );

  test("what a blocked name resolves to is not told", async () => {
    names.set("inside.example.com", { addresses: ["10.9.8.7"] });
    const check = await outbound.check("https://inside.example.com/", { allow_loopback: false });
    expect(check).toMatchObject({ kind: "refused", code: "host_not_public" });
    expect(JSON.stringify(check)).not.toContain("10.9");
  });
});

describe("other URLs that are not delivered to", () => {
  test("there are at least 46 of them, each listed once", () => {
    expect(new Set(REFUSED_FORMS).size).toBe(REFUSED_FORMS.length);
    expect(REFUSED_FORMS.length).toBeGreaterThanOrEqual(46);
  });

  test.each(REFUSED_FORMS.map((url) => [JSON.stringify(url).slice(0, 80), url] as const))("%s", async (_shown, url) => {
    expect(await refusalOf(url)).toMatch(/^(blocked|invalid_url)$/);
    expect(await verdict(url)).toBe("refused");
  });
});

describe("the public internet", () => {
  test.each(PUBLIC_HOSTS)("https://%s/ is accepted", async (host) => {
    expect(await verdict(`https://${host}/`)).toBe("accepted");
    expect(await verdict(`https://${host}:8443/path?query=1`)).toBe("accepted");
  });
});

/** The same registries in another library, as a judge of ours. */
function listedBlocks(): BlockList {
  const list = new BlockList();
  const blocks =
    "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 " +
    "192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 " +
    "168.63.129.16/32";
  for (const block of blocks.split(" ")) {
    const [network = "", bits] = block.split("/");
    list.addSubnet(network, Number(bits), "ipv4");
  }
  return list;
}

test("every spelling of any IPv4 address gets the verdict of the address, and none inside IPv6 is accepted", async () => {
  const listed = listedBlocks();
  const blocks = [0, 10, 100, 127, 168, 169, 172, 192, 198, 203, 223, 224, 240, 255];
  const address = fc.tuple(
    fc.oneof(fc.constantFrom(...blocks), fc.nat(255)),
    fc.oneof(fc.constantFrom(0, 16, 18, 51, 63, 64, 88, 168, 254), fc.nat(255)),
    fc.oneof(fc.constantFrom(0, 2, 100, 113, 129), fc.nat(255)),
    fc.nat(255),
  );
  await fc.assert(
    fc.asyncProperty(address, async ([a, b, c, d]) => {
      const number = ((a * 256 + b) * 256 + c) * 256 + d;
      const expected = listed.check(`${a}.${b}.${c}.${d}`, "ipv4") ? "refused" : "accepted";
      const spellings = [
        `${a}.${b}.${c}.${d}`,
        String(number),
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        `${a}.${b}.${c * 256 + d}`,
        `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}.`,
      ];
      for (const spelling of spellings) expect(await verdict(`https://${spelling}/`), spelling).toBe(expected);
      const [high, low] = [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
      for (const prefix of ["::", "::ffff:", "::ffff:0:", "64:ff9b::", "64:ff9b:1::", "fe80::5efe:"]) {
        expect(await verdict(`https://[${prefix}${high}:${low}]/`), prefix).toBe("refused");
      }
      expect(await verdict(`https://[2002:${high}:${low}::1]/`)).toBe("refused");
    }),
    { numRuns: 500 },
  );
});

test("no text at all makes the check fail, and what it accepts is https to a host that it names", async () => {
  const text = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 30 }).map((host) => `https://${host}/`),
    fc
      .tuple(fc.constantFrom("127.0.0.1", "10.0.0.1", "[::1]", "localhost"), fc.string({ maxLength: 5 }))
      .map(([host, noise]) => `https://${noise}${host}${noise}/`),
  );
  await fc.assert(
    fc.asyncProperty(text, async (url) => {
      const check = await outbound.check(url, { allow_loopback: false });
      if (check.kind === "refused") return;
      const accepted = new URL(check.url);
      expect(accepted.protocol).toBe("https:");
      expect(accepted.hostname).toMatch(/^[a-z0-9_.:[\]-]+$/);
      expect(accepted.hostname).not.toMatch(/^(?:127|10)(?:\.\d+){3}$|^\[::|(?:^|\.)localhost\.?$/);
    }),
    { numRuns: 1000 },
  );
});

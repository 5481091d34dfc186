import { expect, test } from "vitest";
import { ecbCsv, publisherServer } from "../support/publisher-server.ts";
import { installation, until } from "../support/service-process.ts";

test("a started service fetches what is due, and doctor and factors fetch tell of it; off, nothing is asked for", async () => {
  const site = installation();
  const publishers = await publisherServer();
  const { url } = publishers;
  const addresses = { ECB_URL: url, EUROSTAT_URL: url, STATBANK_URL: url, ENERGI_DATA_SERVICE_URL: url, DEMO: "off" };
  publishers.ecb(ecbCsv([["M", "USD", "2026-03", "1.155832"]]));
  try {
    const off = await site.start({ env: addresses });
    off.signal("SIGTERM");
    await off.ended();
    expect(await site.cliWith(addresses, "factors", "fetch")).toMatchObject({ code: 2 });
    expect((await site.cliWith(addresses, "doctor")).stdout).not.toContain("reference data");
    expect(publishers.connections()).toBe(0);

    const env = { ...addresses, REFERENCE_DATA: "fetch" };
    const on = await site.start({ env });
    await until("requests to all publishers", () => (publishers.asked.length === 4 ? true : null));
    const doctor = await until("what the service recorded", async () => {
      const result = await site.cliWith(env, "doctor");
      return result.stdout.includes("eds-declaration: never answered") ? result : null;
    });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toMatch(/reference data ecb-means: fetched 20/);
    const fetched = await site.cliWith(env, "factors", "fetch");
    expect(fetched).toMatchObject({ code: 1 });
    expect(fetched.stdout).toMatch(/ecb-means: unchanged, 0 added, 1 known, 0 refused \(SHA-256 [0-9a-f]{64}\)/);
    expect(fetched.stdout).toMatch(/eurostat-hicp: failed, .*: the answer has status 404/);
    on.signal("SIGTERM");
    await on.ended();
  } finally {
    publishers.close();
    await site.remove();
  }
}, 300_000);

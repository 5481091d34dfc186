import { ensureDemo } from "../../demo/ensure-demo.ts";
import { ingestionWorker } from "../../composition/workers/ingestion-worker.ts";
import type { Command } from "../command.ts";

export const demoLoad: Command = {
  name: "demo load",
  mode: "setup",
  usage: "",
  summary: "Creates the demo company with two years of invoices, and prints new keys for it",
  options: {},
  async run(service) {
    const worker = ingestionWorker(service);
    try {
      const work = { onFill: () => undefined, untilIdle: () => worker.drain() };
      const demo = await ensureDemo(service, work, { newKeys: true });
      return {
        json: demo,
        lines: [
          `Demo company ${demo.tenant_name} (${demo.tenant_id})`,
          `login:       ${service.config.base_url}/login  ${demo.login.email}  ${demo.login.password ?? ""}`,
          `live key:    ${demo.live_key}`,
          `sandbox key: ${demo.sandbox_key}`,
          `Consultant ${demo.consultant_name}, with X-Svc-Tenant: ${demo.tenant_id}`,
          `live key:    ${demo.consultant_live_key}`,
          `sandbox key: ${demo.consultant_sandbox_key}`,
        ],
      };
    } finally {
      await worker.close();
    }
  },
};

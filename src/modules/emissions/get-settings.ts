import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { currentSettings } from "./company-settings.ts";
import { companySettings, EXAMPLE_SETTINGS } from "./settings-record.ts";

export const getSettings = defineOperation({
  name: "get_settings",
  title: "Read the company's settings",
  description:
    "What the company has chosen of the ways in which emissions may be counted, and who chose it; set_by is null while the " +
    "defaults hold. aviation_non_co2 (default true): flights and air freight with the multiplier for effects besides CO2.",
  layer: null,
  scope: "tenant:read",
  access: "read",
  input: z.object({}),
  output: companySettings,
  errors: [],
  emits: [],
  rest: { method: "GET", path: "/settings" },
  tool: false,
  callers: "any",
  example: { input: {}, output: EXAMPLE_SETTINGS },
  async run(ctx) {
    return await currentSettings(ctx.db);
  },
});

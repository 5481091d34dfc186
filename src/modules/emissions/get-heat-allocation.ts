import { z } from "zod";
import { defineOperation } from "../../core/operation.ts";
import { financialYears } from "../financial-years/index.ts";
import { BY_DAYS, EXAMPLE_HEAT_ALLOCATION, heatAllocation } from "./heat-allocation-record.ts";
import { selectHeatAllocation, toHeatAllocation } from "./store-heat-allocations.ts";

export const getHeatAllocation = defineOperation({
  name: "get_heat_allocation",
  title: "Read how district heating is allocated to months",
  description:
    "By days, or by heating degree days from a month on, with the degree days that the company stated, who stated them and why. id is null " +
    "while nothing was stated: then days count.",
  layer: null,
  scope: "tenant:read",
  access: "read",
  input: z.object({}),
  output: heatAllocation,
  errors: [],
  emits: [],
  rest: { method: "GET", path: "/heat-allocation" },
  tool: false,
  callers: "any",
  example: { input: {}, output: EXAMPLE_HEAT_ALLOCATION },
  async run(ctx) {
    const [row, years] = await Promise.all([selectHeatAllocation(ctx.db), financialYears(ctx.db)]);
    return row === undefined ? BY_DAYS : toHeatAllocation(row, years);
  },
});

import { z } from "zod";
import { canonicalJson } from "../../core/content-hash.ts";
import { validationError } from "../../core/errors.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { assertNewestVersion, versionOrNoneInput } from "../../core/record-version.ts";
import { appendAudit, lockAuditChain } from "../audit/index.ts";
import { askedYear, financialYears } from "../financial-years/index.ts";
import { EXAMPLE_HEAT_ALLOCATION, HEAT_METHODS, heatAllocation, monthOfDegreeDays } from "./heat-allocation-record.ts";
import {
  type HeatAllocationRow,
  insertHeatAllocation,
  selectHeatAllocation,
  toHeatAllocation,
} from "./store-heat-allocations.ts";

/** Ten years of months, and the months of a bill before and after them. */
const MONTHS_MAX = 150;

const statement = z.object({
  version: versionOrNoneInput,
  method: z.enum(HEAT_METHODS),
  from_year: z
    .int()
    .min(1990)
    .max(2100)
    .describe("Year in which the first financial year by degree days ends; needed with degree_days")
    .optional(),
  period_end: dayInput.describe("Last day of that year, needed where two end in from_year").optional(),
  independent_percent: z
    .number()
    .min(0)
    .max(100)
    .multipleOf(0.01)
    .describe("Percent of the heat by days, e.g. hot water; default 0")
    .optional(),
  degree_days: z.array(monthOfDegreeDays).max(MONTHS_MAX).optional(),
  source: z.string().trim().min(1).max(200).describe("Who published them, and for which place").optional(),
  reason: z.string().trim().min(1).max(500).describe("Why, for the auditor"),
});

export const setHeatAllocation = defineOperation({
  name: "set_heat_allocation",
  title: "State how district heating is allocated to months",
  description:
    "By days, or from a financial year on by heating degree days, which the company states with their source. Earlier months keep their share by days; " +
    "what a bill prints of its months goes first; where a month of a bill has no degree days, days count. Holds for lines that are " +
    "read or corrected from then on; rerun_review_items reads a supplier's again. Replaces the whole statement: send the version that you read, when somebody stated another since nothing is " +
    "written. The same statement changes nothing.",
  layer: null,
  scope: "tenant:write",
  access: "write",
  idempotent: true,
  input: statement,
  output: heatAllocation,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "PUT", path: "/heat-allocation" },
  tool: false,
  callers: "any",
  example: {
    input: {
      version: 0,
      method: "degree_days",
      from_year: 2026,
      independent_percent: 25,
      degree_days: EXAMPLE_HEAT_ALLOCATION.degree_days,
      source: "The heating company, Aarhus",
      reason: "It is settled so",
    },
    output: EXAMPLE_HEAT_ALLOCATION,
  },
  async run(ctx, input) {
    const { method, independent_percent = 0, source = null, reason } = input;
    assertWhole(input);
    const degree_days = (input.degree_days ?? []).toSorted((one, other) => (one.month < other.month ? -1 : 1));
    const { from_year: report_year, period_end } = input;
    const years = await financialYears(ctx.db);
    const year = report_year === undefined ? null : askedYear(years, { report_year, period_end }, "from_year");
    const stated = {
      method,
      from_ym: method === "days" ? null : (year?.from_ym ?? null),
      independent_percent: String(independent_percent),
      degree_days,
      source,
      reason,
    };
    return await ctx.db.transaction(async (tx) => {
      const chain = await lockAuditChain(tx);
      const before = await selectHeatAllocation(tx);
      if (before !== undefined && isSame(before, stated)) return toHeatAllocation(before, years);
      const newest = before?.version ?? 0;
      assertNewestVersion(input.version, newest);
      const id = ctx.newId();
      const after = await insertHeatAllocation(tx, {
        ...stated,
        id,
        version: newest + 1,
        set_by: ctx.principal.actor,
      });
      await appendAudit(ctx, tx, [{ action: "heat_allocation.stated", subject: id, payload: { ...stated } }], chain);
      return toHeatAllocation(after, years);
    });
  },
});

type Stated = Omit<HeatAllocationRow, "id" | "version" | "set_by" | "set_by_name" | "set_at">;

function isSame(before: Stated, now: Stated): boolean {
  const told = ({ method, from_ym, independent_percent, degree_days, source, reason }: Stated): string =>
    canonicalJson({ method, from_ym, percent: Number(independent_percent), degree_days, source, reason });
  return told(before) === told(now);
}

/** @throws ServiceError request.validation_failed for degree days without a first year, without a source or with a month stated twice */
function assertWhole({ method, from_year, source, degree_days = [] }: z.output<typeof statement>): void {
  const twice = degree_days.findIndex(({ month }, index) =>
    degree_days.some((one, at) => at < index && one.month === month),
  );
  const missing = (path: string, message: string) => ({ path, code: "required", message });
  const issues = [
    ...(method === "degree_days" && from_year === undefined
      ? [missing("from_year", "from which financial year on are degree days used?")]
      : []),
    ...(method === "degree_days" && source === undefined ? [missing("source", "who published the degree days?")] : []),
    ...(method === "degree_days" && degree_days.length === 0
      ? [missing("degree_days", "state the degree days of at least one month")]
      : []),
    ...(twice === -1
      ? []
      : [{ path: `degree_days.${twice}.month`, code: "stated_twice", message: "the month is stated twice" }]),
  ];
  if (issues.length > 0) throw validationError(issues);
}

import { z } from "zod";
import { validationError } from "../../core/errors.ts";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { dayInput, storedDay } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { periodInput, resolvePeriod } from "../../core/period.ts";
import { dataSourceFilter } from "../data-sources/index.ts";
import { departmentFilter } from "../departments/index.ts";
import { touchedMonths } from "../emissions/index.ts";
import { ACTIVITY_LIST_EXAMPLE, activityListItem, toActivityListItem } from "./activity-record.ts";
import { selectActivities } from "./store.ts";

export const listActivities = defineOperation({
  name: "list_activities",
  title: "List activities",
  description:
    "Invoice lines and transactions, newest first, with how each is read now: status (classified: counted; " +
    "pending_review: waits for a person, not counted; excluded: not emission-relevant), category_id and confidence 0-1. " +
    "from/to compare with the transaction date, used_from/used_to with its period, or else date, inclusive. Amounts are as " +
    "the source states them, in currency; quantities in unit. pending_review shows what still lacks in the totals. Next: " +
    "get_emission_lineage for an entry, list_emission_categories.",
  layer: 1,
  scope: "activities:read",
  access: "read",
  input: z.object({
    ...periodInput,
    data_source_id: z.uuid().describe("Only activities of this data source, see list_data_sources").optional(),
    status: z.enum(["pending_review", "classified", "excluded"]).describe("How the activity is read now").optional(),
    department_id: z.uuid().describe("Only this department, see list_departments").optional(),
    used_from: dayInput.describe("First day of use").optional(),
    used_to: dayInput.describe("Last day of use").optional(),
    ...pageInput,
  }),
  output: page(activityListItem),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/activities" },
  tool: true,
  callers: "any",
  example: {
    input: { status: "pending_review", limit: 10 },
    output: { items: [ACTIVITY_LIST_EXAMPLE], next_cursor: null },
  },
  async run(ctx, input) {
    const period = resolvePeriod(input);
    const { data_source_id = null, status = null, department_id = null } = input;
    const [used_from, used_to] = [storedDay(input.used_from), storedDay(input.used_to)];
    if (used_from !== null && used_to !== null && used_to < used_from) {
      throw validationError([{ path: "used_to", code: "before_start", message: "must not be before used_from" }]);
    }
    const filter = { data_source_id, status, department_id, used_from, used_to, ...period };
    const purpose = { list: "list_activities", filters: filter };
    const activityPage = await keysetPage(ctx.cursors, purpose, input, (after, limit) =>
      selectActivities(ctx.db, { ...filter, ...touchedMonths(period) }, after, limit),
    );
    await assertKnownFilters({ ...activityPage, cursor: input.cursor }, [
      dataSourceFilter(ctx.db, data_source_id),
      departmentFilter(ctx.db, department_id),
    ]);
    return {
      items: activityPage.items.map((row) => toActivityListItem(ctx.tenant, row)),
      next_cursor: activityPage.next_cursor,
    };
  },
});

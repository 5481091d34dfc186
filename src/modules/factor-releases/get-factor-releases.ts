import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { yearOfDay } from "../../core/financial-year.ts";
import { dayInput } from "../../core/moment.ts";
import { defineOperation } from "../../core/operation.ts";
import { selectReleasesInForce } from "../emissions/index.ts";
import { financialYears, yearEndingOn } from "../financial-years/index.ts";
import { type SubjectOfYear, subjectsOfYear } from "./releases-of-year.ts";

const releases = z.object({
  period: z.object({ from: z.iso.date(), to: z.iso.date() }),
  subjects: z.array(
    z.object({
      subject: z.string(),
      release: z.string().describe("Counts, or will with the first entry of the year"),
      imports: z.array(z.string()),
      in_force_since: z.union([z.iso.datetime(), z.null()]).describe("Null: no entry of the year yet"),
      newest_release: z.string(),
      is_newest: z.boolean(),
      releases: z.array(z.object({ release: z.string(), shipped_on: z.iso.date(), editions: z.array(z.string()) })),
      importable: z.array(z.string()).describe("Editions that the operator imported and that do not count in the year"),
    }),
  ),
});

export const getFactorReleases = defineOperation({
  name: "get_factor_releases",
  title: "Get the releases of factors of a year",
  description:
    "By which release the factors of each subject count in a financial year, and which ones ship. A year keeps the release that " +
    "it began with until preview_factor_releases and apply_factor_releases give it another.",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({
    period_end: dayInput
      .describe("Last day of the year, from GET /financial-years; default the year that runs")
      .optional(),
  }),
  output: releases,
  errors: ["request.validation_failed"],
  emits: [],
  rest: { method: "GET", path: "/factor-releases" },
  tool: false,
  callers: "any",
  example: {
    input: { period_end: "2025-12-31" },
    output: {
      period: { from: "2025-01-01", to: "2025-12-31" },
      subjects: [
        {
          subject: "water",
          release: "2026.1",
          imports: [],
          in_force_since: "2026-01-05T09:30:00.000000Z",
          newest_release: "2026.1",
          is_newest: true,
          releases: [{ release: "2026.1", shipped_on: "2026-11-22", editions: ["UK Government@2025-v1"] }],
          importable: [],
        },
      ],
    },
  },
  async run(ctx, { period_end }) {
    const statement = await financialYears(ctx.db);
    const day = period_end ?? calendarDay(ctx.clock.now());
    const { from, to } = yearEndingOn(yearOfDay(statement, day), period_end ?? yearOfDay(statement, day)?.to ?? day);
    const subjects = subjectsOfYear(await ctx.catalog(), await selectReleasesInForce(ctx.db), { from, to });
    return { period: { from, to }, subjects: subjects.map(told) };
  },
});

function told({ subject, release, imports, in_force, newest, shipped, importable }: SubjectOfYear) {
  return {
    subject,
    release: release.release,
    imports: [...imports],
    in_force_since: in_force?.since ?? null,
    newest_release: newest.release,
    is_newest: release.release === newest.release,
    releases: shipped.map(({ release: name, shipped_on, editions }) => ({
      release: name,
      shipped_on,
      editions: [...editions],
    })),
    importable: [...importable],
  };
}

import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";

const textOrNull = z.union([z.string(), z.null()]);
const idOrNull = z.union([z.uuid(), z.null()]);
const dayOrNull = z.union([z.iso.date(), z.null()]);

const departmentVersion = z.object({
  version: z.int(),
  name: z.string(),
  code: textOrNull,
  parent_id: idOrNull,
  closed_on: dayOrNull.describe("Its last day; null = open"),
  changed: z.array(z.string()).describe("What differs from the version before; empty for the first"),
  reason: textOrNull.describe("Null for the first version"),
  stated_by: textOrNull,
  stated_by_name: textOrNull,
  created_at: z.iso.datetime(),
});

/** An organisational unit that activities are allocated to, as its newest version has it. */
export const departmentRecord = z.object({
  id: z.uuid(),
  name: z.string(),
  code: textOrNull,
  parent_id: idOrNull,
  is_active: z.boolean(),
  closed_on: dayOrNull,
  version: z.int(),
  created_at: z.iso.datetime(),
  versions: z.array(departmentVersion).describe("The last ones, newest first; only of one department").optional(),
});
SCHEMA_NAMES.add(departmentRecord, { name: "Department" });

/** The department with what it was before. */
export type DepartmentVersions = Omit<z.output<typeof departmentRecord>, "versions"> & {
  readonly versions: z.output<typeof departmentVersion>[];
};

export const EXAMPLE_DEPARTMENT: z.output<typeof departmentRecord> = {
  id: "0198c0de-0000-7000-8000-000000000001",
  name: "Produktion",
  code: "PROD",
  parent_id: null,
  is_active: true,
  closed_on: null,
  version: 1,
  created_at: "2026-01-05T08:00:00.000000Z",
};

const FIRST_VERSION: DepartmentVersions["versions"][number] = {
  version: 1,
  name: "Produktion",
  code: "PROD",
  parent_id: null,
  closed_on: null,
  changed: [],
  reason: null,
  stated_by: "api_key:0198c0de-0000-7000-8000-000000000011",
  stated_by_name: 'Key "ERP export"',
  created_at: "2026-01-05T08:00:00.000000Z",
};

export const EXAMPLE_VERSIONS: DepartmentVersions = { ...EXAMPLE_DEPARTMENT, versions: [FIRST_VERSION] };

/** What an example shows of a department after one change. */
export function exampleAfter(
  terms: Partial<Pick<DepartmentVersions, "name" | "closed_on">>,
  changed: readonly string[],
  reason: string,
): DepartmentVersions {
  const is_active = (terms.closed_on ?? null) === null;
  const later = { version: 2, changed: [...changed], reason, created_at: "2026-02-01T08:00:00.000000Z" };
  const versions = [{ ...FIRST_VERSION, ...terms, ...later }, FIRST_VERSION];
  return { ...EXAMPLE_DEPARTMENT, ...terms, is_active, version: 2, versions };
}

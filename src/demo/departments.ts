import { z } from "zod";
import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { createDepartment } from "../modules/departments/create-department.ts";
import { listDepartments } from "../modules/departments/list-departments.ts";

/** The codes are those that the demo documents state. A unit stands below the one that `parent` names. */
const DEPARTMENTS = [
  { name: "Produktion", code: "PROD" },
  { name: "Lager og levering", code: "LAGER", parent: "PROD" },
  { name: "Salg og messer", code: "SALG" },
  { name: "Administration", code: "ADM" },
] as const;

const departments = z.object({ items: z.array(z.object({ id: z.uuid(), code: z.union([z.string(), z.null()]) })) });
const made = z.object({ id: z.uuid() });

/** Makes the demo company's departments in the context's environment; before its documents, which name them. */
export async function loadDepartments(ctx: Context): Promise<void> {
  const { items } = departments.parse(await invoke(listDepartments, ctx, {}));
  const ids = new Map(items.map(({ id, code }) => [code, id]));
  for (const { name, code, ...position } of DEPARTMENTS.filter((department) => !ids.has(department.code))) {
    const parent_id = "parent" in position ? ids.get(position.parent) : undefined;
    const { id } = made.parse(await invoke(createDepartment, ctx, { name, code, parent_id }));
    ids.set(code, id);
  }
}

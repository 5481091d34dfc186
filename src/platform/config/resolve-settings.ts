import { z } from "zod";
import {
  CATEGORY_MODEL_SETTINGS,
  categoryModelOf,
  type CategoryModelSettings,
} from "../model/category-model-settings.ts";
import { SETTINGS } from "./settings.ts";

type Table = typeof SETTINGS;

/** Variables whose setting has a name of its own; the settings of the language model are one. */
const RENAMED = [
  "DEMO",
  "OTEL_EXPORTER_OTLP_ENDPOINT",
  "OTEL_SDK_DISABLED",
] as const satisfies readonly (keyof Table)[];
const NAMED_OTHERWISE: ReadonlySet<string> = new Set([...RENAMED, ...Object.keys(CATEGORY_MODEL_SETTINGS)]);
type NamedOtherwise = (typeof RENAMED)[number] | keyof typeof CATEGORY_MODEL_SETTINGS;

/** What nobody changes once it is read. */
type Fixed<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

type NamedAlike = {
  readonly [Name in Exclude<keyof Table, NamedOtherwise> as Lowercase<Name>]: Fixed<z.output<Table[Name]["schema"]>>;
};

/** What every variable is set to, or its default: a member per row of the table, by the variable's name in lower case. */
export interface Settings extends NamedAlike {
  readonly has_demo: boolean;
  readonly otel_endpoint: string | undefined;
  readonly otel_disabled: boolean;
  readonly category_model: CategoryModelSettings | undefined;
}

function schemaOfTable() {
  const schemas: Record<string, unknown> = {};
  for (const [name, { schema }] of Object.entries(SETTINGS)) schemas[name] = schema;
  // The compiler does not follow the names and schemas of the table through entries.
  return z.object(schemas as { readonly [Name in keyof Table]: Table[Name]["schema"] });
}

/** Reads all variables at once, by the table's schemas. */
export const settingValues = schemaOfTable();

/** The settings that the variables, as read, come to. Pure. */
export function settingsOf(values: z.output<typeof settingValues>): Settings {
  const byName: Readonly<Record<string, unknown>> = values;
  const alike: Record<string, unknown> = {};
  for (const name of Object.keys(SETTINGS)) {
    if (!NAMED_OTHERWISE.has(name)) alike[name.toLowerCase()] = byName[name];
  }
  return {
    // Nor through names in lower case.
    ...(alike as NamedAlike),
    // A process that only serves would not read the company's documents.
    has_demo: values.DEMO && values.ROLE !== "web",
    otel_endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    otel_disabled: values.OTEL_SDK_DISABLED,
    category_model: categoryModelOf(values),
  };
}

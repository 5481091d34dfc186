import { z } from "zod";
import { calendarDay } from "../../core/days.ts";
import { notFound } from "../../core/errors.ts";
import { JsonText } from "../../core/json-text.ts";
import { defineOperation } from "../../core/operation.ts";
import { encodeEntry, type EmissionEntry, emissionEntry } from "./emission-entry.ts";
import { EXAMPLE_ENTRY } from "./list-emissions.ts";
import { selectEntry } from "./store-entries.ts";

export const getEmission = defineOperation({
  name: "get_emission",
  title: "Get an emission entry",
  description:
    "One emission entry, as list_emissions shows it, also one that a correction replaced: list_changes says by which. Next: " +
    "get_emission_lineage.",
  layer: null,
  scope: "emissions:read",
  access: "read",
  input: z.object({ id: z.uuid().describe("Id of the entry, from list_emissions") }),
  output: emissionEntry,
  errors: ["request.validation_failed", "resource.not_found"],
  emits: [],
  rest: { method: "GET", path: "/emissions/:id" },
  tool: false,
  callers: "any",
  example: { input: { id: "$entry_id" }, output: EXAMPLE_ENTRY },
  async run(ctx, { id }) {
    const entry = await selectEntry(ctx.db, id);
    if (entry === undefined) throw notFound("emission entry");
    return new JsonText<EmissionEntry>(encodeEntry(entry, calendarDay(ctx.clock.now())));
  },
});

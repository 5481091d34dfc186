import { z } from "zod";
import { countryInput, isCountry } from "../../core/country.ts";
import { assertKnownFilters } from "../../core/known-filters.ts";
import { keysetPage } from "../../core/keyset.ts";
import { defineOperation } from "../../core/operation.ts";
import { page, pageInput } from "../../core/page.ts";
import { INSTRUMENT_KINDS } from "./instrument-facts.ts";
import { EXAMPLE_INSTRUMENT, instrumentRecord, toInstrumentRecord } from "./instrument-record.ts";
import { selectInstruments } from "./store.ts";
import { mixTables } from "./write-instrument.ts";

const { versions: _versions, ...EXAMPLE_ITEM } = EXAMPLE_INSTRUMENT;

export const listEnergyInstruments = defineOperation({
  name: "list_energy_instruments",
  title: "List energy contracts and certificates",
  description:
    "Contracts, certificates and supplier products of the company for scope 2, newest first, withdrawn ones included",
  layer: null,
  scope: "factors:read",
  access: "read",
  input: z.object({
    kind: z.enum(INSTRUMENT_KINDS).describe("Only of this kind").optional(),
    market: countryInput.describe("Only for consumption in this country").optional(),
    is_withdrawn: z.boolean().describe("Only withdrawn ones, or only others").optional(),
    ...pageInput,
  }),
  output: page(instrumentRecord),
  errors: ["request.validation_failed", "pagination.invalid_cursor"],
  emits: [],
  rest: { method: "GET", path: "/energy-instruments" },
  tool: false,
  callers: "any",
  example: { input: { market: "DK" }, output: { items: [EXAMPLE_ITEM], next_cursor: null } },
  async run(ctx, { cursor, limit, ...filters }) {
    const { kind = null, market = null, is_withdrawn = null } = filters;
    const purpose = { list: "list_energy_instruments", filters };
    const found = await keysetPage(ctx.cursors, purpose, { cursor, limit }, (after, count) =>
      selectInstruments(ctx.db, { kind, market, is_withdrawn }, after, count),
    );
    // A country of which there is none is no slip; a code that is no country's is one.
    await assertKnownFilters({ ...found, cursor }, [
      {
        path: "market",
        what: "country",
        where: "state its code of two letters (ISO 3166-1 alpha-2)",
        value: market,
        exists: async (code) => Promise.resolve(isCountry(code)),
      },
    ]);
    const tables = await mixTables(ctx, ctx.db);
    return { items: found.items.map((row) => toInstrumentRecord(row, tables)), next_cursor: found.next_cursor };
  },
});

import { z } from "zod";
import { SCHEMA_NAMES } from "../../core/schema-names.ts";
import { validationError } from "../../core/errors.ts";
import { lineInput } from "../../core/visible-text.ts";
import { COMMODITIES, SUPPLY_IDENTIFIER_KINDS, type SupplyIdentifier, supplyIdentifier } from "./supply-identifier.ts";

const textOrNull = z.union([z.string(), z.null()]);

/** A metered supply of the company. */
export const supplyRecord = z.object({
  id: z.uuid(),
  commodity: z.union([z.enum(COMMODITIES), z.null()]),
  name: textOrNull,
  supplier_identity_id: z
    .union([z.uuid(), z.null()])
    .describe("The supplier that named it first; get_supplier_identity says whether it was merged"),
  identifiers: z.array(
    z.object({
      kind: z.enum(SUPPLY_IDENTIFIER_KINDS),
      value: z.string().describe("In the form in which it is compared"),
      shown: z.string(),
      stated_by: z.string().describe("document, or who added it"),
      stated_by_name: textOrNull,
    }),
  ),
  stated_by: z.string().describe("document, or who added the supply"),
  stated_by_name: textOrNull,
  created_at: z.iso.datetime(),
});
SCHEMA_NAMES.add(supplyRecord, { name: "Supply" });

const CHANGES_MAX = 20;

const identifierInput = z.strictObject({
  kind: z.enum(SUPPLY_IDENTIFIER_KINDS),
  value: lineInput(200).describe("As written"),
});

export const identifiersInput = z.array(identifierInput).max(CHANGES_MAX);

/** Facts of a supply that are no identifiers. */
export const supplyFacts = {
  commodity: z.enum(COMMODITIES).optional(),
  name: lineInput(200).describe("What people call it, e.g. Lager Vejle").optional(),
  supplier_identity_id: z.uuid().describe("From list_supplier_identities").optional(),
};

export const reasonInput = lineInput(500).describe("Why, for the audit log");

const FORMS: Readonly<Record<(typeof SUPPLY_IDENTIFIER_KINDS)[number], string>> = {
  gsrn: "a metering point has 18 digits, of which the last one is the check digit of the others",
  installation: "an installation's number has at least 4 letters and digits",
  address: "an address has a street and a number",
  customer_number: "a customer number has at least 4 letters and digits",
};

/** @throws ServiceError request.validation_failed for a text that is no identifier of its kind */
export function statedIdentifiers(path: string, stated: z.infer<typeof identifiersInput>): SupplyIdentifier[] {
  return stated.map(({ kind, value }, index) => {
    const identifier = supplyIdentifier(kind, value);
    if (identifier === null) {
      throw validationError([{ path: `${path}.${index}.value`, code: "invalid", message: FORMS[kind] }]);
    }
    return identifier;
  });
}

export const EXAMPLE_SUPPLY: z.infer<typeof supplyRecord> = {
  id: "0198c0de-0000-7000-8000-000000000021",
  commodity: "electricity",
  name: "Lager Vejle",
  supplier_identity_id: "0198c0de-0000-7000-8000-000000000011",
  identifiers: [
    { kind: "customer_number", value: "8841205", shown: "8841205", stated_by: "document", stated_by_name: null },
    {
      kind: "gsrn",
      value: "571313000000000013",
      shown: "571313000000000013",
      stated_by: "document",
      stated_by_name: null,
    },
  ],
  stated_by: "document",
  stated_by_name: null,
  created_at: "2026-04-02T08:00:00.123456Z",
};

import { decimal, decimalText } from "../../src/core/quantity.ts";
import { convert, parseUnit } from "../../src/core/units.ts";
import type { ReadDocument, ReadFile, ReadLine } from "./read-samples.ts";
import type { Expected, ExpectedActivity, Sample } from "./sample-manifest.ts";

/** One value that the manifest states of a file, and whether the service has it. */
export interface Field {
  readonly name: string;
  readonly is_right: boolean;
  /** What the service has instead. */
  readonly read: unknown;
}

/** Categories, by their beginning, in which a quantity of the manifest may be booked. */
const BOOKED_AS: Readonly<Record<string, RegExp>> = {
  electricity: /^energy\.electricity\./,
  natural_gas: /^energy\.stationary\.natural_gas/,
  water: /^purchases\.water\./,
  waste: /^waste\./,
  waste_residual: /^waste\.operations\.residual_/,
  diesel: /^transport\.own\.diesel/,
  petrol: /^transport\.own\.petrol/,
  district_heating: /^energy\.heat\./,
  // The manifest itself leaves open which of the two it is.
  district_heating_or_energy: /^(?:energy\.heat\.|unclassified\.pending)/,
};

/** Every value that the manifest states of a sample, beside what its document in the ledger says. */
export function fieldsOf({ outcome, expected }: Sample, files: readonly ReadFile[]): Field[] {
  if (outcome === "container") return containerFields(expected, files.slice(1));
  const document = files[0]?.document ?? null;
  if (outcome !== "parsed") return [];
  return [...headerFields(expected, document), ...lineFields(expected, document), ...sumFields(expected, document)];
}

function field(name: string, expected: unknown, read: unknown): Field[] {
  return expected === undefined ? [] : [{ name, is_right: expected === read, read }];
}

function containerFields({ documents, invoice_numbers = [] }: Expected, files: readonly ReadFile[]): Field[] {
  const numbers = files.map((file) => file.document?.invoice_number ?? "").toSorted();
  return [
    ...field("documents", documents, files.length),
    ...field("invoice_numbers", invoice_numbers.toSorted().join(" "), numbers.join(" ")),
  ];
}

function headerFields(expected: Expected, document: ReadDocument | null): Field[] {
  const { currency } = expected;
  return [
    ...field(
      "invoice_number",
      expected.invoice_number ?? expected.document_number ?? undefined,
      document?.invoice_number,
    ),
    ...field("issue_date", expected.issue_date, document?.issue_date),
    // Exports do not name their currency, or the manifest says in words that it is not stated.
    ...field("currency", currency !== null && currency?.length === 3 ? currency : undefined, document?.currency),
    ...field("supplier_name", expected.supplier_name, document?.supplier_name),
    ...field("supplier_cvr", expected.supplier_cvr, document?.supplier_identifier),
    ...field("document_type", expected.document_type, document?.document_type),
    ...field("total_excl_vat", expected.total_excl_vat ?? undefined, document?.total_excl_vat),
    ...field("total_incl_vat", expected.total_incl_vat ?? undefined, document?.total_incl_vat),
  ];
}

function lineFields(expected: Expected, document: ReadDocument | null): Field[] {
  const lines = document?.lines.filter(({ kind }) => kind === "line") ?? [];
  // Items without an amount are comments between the lines of ZUGFeRD 1.0; profiles without lines state none.
  const stated = expected.lines?.filter(({ amount }) => amount !== null) ?? [];
  const sign = signOf(expected);
  const text = (description: string | null, quantity: number | null, amount: number | null): string =>
    `${description} ${quantity} ${amount}`;
  return [
    ...field("line_count", stated.length > 0 ? stated.length : undefined, lines.length),
    ...stated.flatMap(({ description, quantity, amount }, index) => {
      const read = lines[index];
      const booked = amount === null ? null : sign * amount + 0;
      return field(
        `line ${index + 1}`,
        text(description, quantity, booked),
        read === undefined ? undefined : text(read.description, read.quantity, read.amount),
      );
    }),
  ];
}

/** -1 where the manifest prints positive figures that must be booked negative. */
function signOf({ total_excl_vat, signed_total_excl_vat }: Expected): 1 | -1 {
  return (total_excl_vat ?? 0) * (signed_total_excl_vat ?? 0) < 0 ? -1 : 1;
}

function sumFields(expected: Expected, document: ReadDocument | null): Field[] {
  const lines = document?.lines ?? [];
  const outflows = lines.filter(({ amount }) => (amount ?? 0) > 0);
  return [
    ...field("records", expected.records ?? expected.expense_lines, lines.length),
    ...field("outflow_records", expected.outflow_records, outflows.length),
    ...field("sum_outflow", expected.sum_outflow, -sumOf(outflows.map(({ amount }) => amount))),
    ...totalField(expected, lines),
    ...(expected.activity ?? []).map((activity) => quantityField(activity, document)),
  ];
}

/** Amounts of invoice lines are printed rounded: their sum may differ from the net by half a hundredth per line. */
function totalField(expected: Expected, lines: readonly ReadLine[]): Field[] {
  const read = sumOf(lines.map(({ amount }) => amount));
  const invoice = expected.signed_total_excl_vat;
  if (invoice === undefined) return field("booked_total", expected.sum ?? expected.sum_expense, read);
  const rounding = 0.005 * (expected.lines?.length ?? 0);
  return [{ name: "booked_total", is_right: Math.abs(read - invoice) <= rounding + Number.EPSILON * 1000, read }];
}

/** A quantity counts as right when what is booked in its category adds up to it, in any unit of the same measure. */
function quantityField({ category, quantity, unit }: ExpectedActivity, document: ReadDocument | null): Field {
  const booked = (document?.quantities ?? []).filter((one) => BOOKED_AS[category]?.test(one.category) === true);
  const wanted = parseUnit(unit);
  const converted = booked.map((one) => {
    const own = parseUnit(one.unit);
    return own === null || wanted === null ? null : convert(String(one.quantity), own, wanted);
  });
  const read = booked.map((one) => `${one.quantity} ${one.unit}`).join(" + ");
  const is_right = converted.every((value) => value !== null) && sumOf(converted.map(Number)) === quantity;
  return { name: "quantities", is_right, read };
}

function sumOf(values: readonly (number | null)[]): number {
  return Number(decimalText(values.reduce((sum, value) => sum.plus(value ?? 0), decimal("0"))));
}

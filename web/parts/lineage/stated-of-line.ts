import { formatNumber, type NumberLanguage } from "../../../src/core/number-format.ts";
import { numberOf } from "../../app/typed-number.ts";
import { emissionsOf } from "../emissions-fields.tsx";
import { typedIn } from "../form/fields.tsx";
import { slip } from "../form/issues.tsx";
import type { Correction, Line } from "./line-queries.ts";

type Facts = NonNullable<Correction["facts"]>;

/** Stands for a VAT treatment that a person cannot state, and which so stays as it is. */
export const AS_NOW = "as_now";

/** What the fields of a line hold at first. */
export function fieldsOf(line: Line, language: NumberLanguage): Readonly<Record<string, string>> {
  // A person's keyboard has a hyphen in place of a minus sign.
  const figure = (value: number | null): string =>
    value === null ? "" : formatNumber(value, language).replace("\u2212", "-");
  // A price of a unit stands in place of the document's quantity.
  const [price, , priced] = nowStated(line, "unit_price")?.split(" ") ?? [];
  return {
    date: line.transaction_date.slice(0, 10),
    amount: figure(line.amount),
    currency: line.currency ?? "",
    tax: treatmentOf(line),
    quantity: figure(line.quantity),
    unit: line.unit ?? priced ?? "",
    unit_price: price === undefined ? "" : figure(Number(price)),
    from: line.service_period_start ?? "",
    to: line.service_period_end ?? "",
    supplier: line.supplier_name ?? "",
    number: line.supplier_identifier ?? "",
  };
}

/** What people state of a line in place of its document, in words; null: nobody states it, or it was taken back. */
function nowStated({ readings }: Line, fact: string): string | null {
  return readings[0]?.stated.find((stated) => stated.fact === fact)?.value ?? null;
}

export const isEmissionsStated = (line: Line): boolean => nowStated(line, "emissions") !== null;

export function treatmentOf({ tax_treatment }: Line): "excl_vat" | "incl_vat" | typeof AS_NOW {
  return tax_treatment === "excl_vat" || tax_treatment === "incl_vat" ? tax_treatment : AS_NOW;
}

/** What was typed, by the names of fields. */
export type Typed = Readonly<Record<string, string>>;

/** What in a form differs from the line that it was filled with: reasons, and fields that somebody changed. */
export function typedOver(form: FormData, line: Line, language: NumberLanguage): Typed {
  const before: Typed = {
    ...fieldsOf(line, language),
    category: line.category_id ?? "",
    department: line.department_id ?? "none",
  };
  return Object.fromEntries(
    [...form.keys()].flatMap((name) => {
      const text = typedIn(form, name);
      return text === (before[name] ?? "") ? [] : [[name, text]];
    }),
  );
}

/** Why what was typed is not sent. */
export type Slip = "vat_unsaid" | "amount_needed" | "period_half" | "date_needed" | "supplier_needed";

/** What was typed that differs from the line as it was read; empty: nothing does. @throws Refusal by which each field tells what is wrong with it */
export function statedOf(form: FormData, line: Line, language: NumberLanguage): Facts | Slip {
  const before = fieldsOf(line, language);
  const typed = (name: string): string => typedIn(form, name);
  const differs = (...names: readonly string[]): boolean => names.some((name) => typed(name) !== before[name]);
  const figure = (name: "amount" | "quantity"): number | null =>
    // What nobody touched is sent as it is, with every digit.
    differs(name) ? numberTyped(typed(name), language) : line[name];
  if (differs("date") && typed("date") === "") return "date_needed";
  const figures = ["amount", "quantity", "unit_price"] as const;
  const wrong = figures.filter(
    (name) => differs(name) && typed(name) !== "" && numberTyped(typed(name), language) === null,
  );
  if (wrong.length > 0) throw slip(wrong.map((name) => [name, "number_wrong"]));
  const [amount, quantity, tax] = [figure("amount"), figure("quantity"), typed("tax")];
  const isMoney = differs("amount", "currency", "tax");
  if (isMoney && amount === null) return "amount_needed";
  if (isMoney && tax !== "excl_vat" && tax !== "incl_vat") return "vat_unsaid";
  const [from, to] = [typed("from"), typed("to")];
  const isPeriod = differs("from", "to");
  if (isPeriod && (from === "") !== (to === "")) return "period_half";
  const isSupplier = differs("supplier", "number");
  if (isSupplier && typed("supplier") === "") return "supplier_needed";
  const unit_price = numberTyped(typed("unit_price"), language);
  // The amount makes the quantity by it, whatever the document's is.
  const isPriced = unit_price !== null && (differs("unit_price") || (differs("unit") && !differs("quantity")));
  if (isPriced && differs("quantity") && quantity !== null) throw slip([["unit_price", "price_or_quantity"]]);
  const isMeasured = !isPriced && differs("quantity", "unit_price", "unit");
  const emissions = emissionsOf(typed, language);
  const clear = [
    ...(typed("no_emissions") === "on" ? (["emissions"] as const) : []),
    ...(isMeasured && quantity === null ? (["quantity"] as const) : []),
    ...(isPeriod && from === "" ? (["service_period"] as const) : []),
  ];
  return {
    ...(differs("date") ? { transaction_date: typed("date") } : {}),
    ...(isMoney && amount !== null
      ? {
          amount,
          ...(typed("currency") === "" ? {} : { currency: typed("currency").toUpperCase() }),
          ...(tax === "excl_vat" || tax === "incl_vat" ? { tax_treatment: tax } : {}),
        }
      : {}),
    ...(isPriced ? { unit_price } : {}),
    ...(isPriced && typed("unit") !== "" ? { unit: typed("unit") } : {}),
    ...(emissions === null ? {} : { emissions }),
    ...(isMeasured && quantity !== null ? { quantity, ...(typed("unit") === "" ? {} : { unit: typed("unit") }) } : {}),
    ...(isPeriod && from !== "" ? { service_period_start: from, service_period_end: to } : {}),
    ...(isSupplier
      ? {
          supplier_name: typed("supplier"),
          ...(typed("number") === "" ? {} : { supplier_identifier: typed("number") }),
        }
      : {}),
    ...(clear.length === 0 ? {} : { clear }),
  };
}

function numberTyped(text: string, language: NumberLanguage): number | null {
  return numberOf(text.replace("\u2212", "-"), language);
}

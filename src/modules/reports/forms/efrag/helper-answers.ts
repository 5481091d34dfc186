import { vsmeCatalog } from "../../datapoints/catalog.ts";
import type { ReportInputRow } from "../../datapoints/report-input.ts";
import type { HelperAnswer } from "./reported-facts.ts";

/**
 * What people have answered only so that a datapoint could be derived (hourly pay, board members): no form of the report
 * tells it but EFRAG's workbook, which calculates those datapoints itself.
 */
export function helperAnswers(inputs: readonly ReportInputRow[]): HelperAnswer[] {
  const { by_id } = vsmeCatalog();
  return inputs.flatMap(({ datapoint, member, value, status }) => {
    const isHelper = by_id.get(datapoint)?.requirement === "helper";
    return isHelper && status === "reported" && value !== null ? [{ datapoint, member, value }] : [];
  });
}

import { useFormats, useTexts } from "../../app/language.ts";
import { REVIEW_TEXTS } from "./texts.ts";

/** Adds to what is said of a decision the closed years that it waits for, by their last days. */
export function useWithYears(): (text: string, years: readonly string[]) => string {
  const texts = useTexts(REVIEW_TEXTS);
  const formats = useFormats();
  return (text, years) => [text, ...years.map((day) => texts.waits_for_year(formats.day(day)))].join(" ");
}

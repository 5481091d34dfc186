import { createContext, use } from "react";
import { formatNumber, type NumberLanguage } from "../../src/core/number-format.ts";

export const LanguageContext = createContext<NumberLanguage>("da");

/** The texts of a screen in the reader's language. */
export function useTexts<Texts>(catalog: { readonly da: Texts; readonly en: Texts }): Texts {
  return catalog[use(LanguageContext)];
}

export interface Formats {
  readonly language: NumberLanguage;
  number(value: number, decimals?: number): string;
  /** Kilograms as people read them: tonnes from a thousand on; "?" where nothing is known. */
  mass(kg: number | null): string;
  /** A round figure of an axis: no decimals that say nothing. */
  axis(kg: number): string;
  day(iso: string): string;
  moment(iso: string): string;
  /** The time of the day where the reader is. */
  time(ms: number): string;
}

export function useFormats(): Formats {
  const language = use(LanguageContext);
  const locale = language === "da" ? "da-DK" : "en-GB";
  return {
    language,
    number: (value, decimals) => formatNumber(value, language, decimals),
    mass: (kg) => {
      if (kg === null) return "?";
      return Math.abs(kg) < 1000 ? `${formatNumber(kg, language, 1)} kg` : `${formatNumber(kg / 1000, language, 1)} t`;
    },
    axis: (kg) => {
      if (kg === 0) return "0";
      return Math.abs(kg) < 1000 ? `${formatNumber(kg, language)} kg` : `${formatNumber(kg / 1000, language)} t`;
    },
    // Days are UTC everywhere: a day must not become the one before in another zone.
    day: (iso) => new Date(iso).toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" }),
    moment: (iso) => new Date(iso).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" }),
    time: (ms) => new Date(ms).toLocaleTimeString(locale, { timeStyle: "short" }),
  };
}

import { useFormats, useTexts } from "../../app/language.ts";
import { SHELL_TEXTS } from "../../app/texts.ts";
import { STANDARD_NAMES } from "../report/standards.ts";
import type { Happening } from "./queries.ts";

type Words = Readonly<Record<string, string>>;

/** Which role, financial year or report a row is about, as far as its event holds it. */
export function useDetails(): (happening: Happening) => readonly string[] {
  const roles: Words = useTexts(SHELL_TEXTS).roles;
  const standards: Words = useTexts(STANDARD_NAMES);
  const { day, language: reader } = useFormats();
  return ({ action, parameters }) => {
    const said = (name: string): string => String(parameters[name] ?? "");
    const [from, to] = [said("from"), said("to")];
    const isCalendar = from.slice(0, 4) === to.slice(0, 4) && from.endsWith("-01-01") && to.endsWith("-12-31");
    const year = to === "" ? "" : isCalendar ? to.slice(0, 4) : `${day(from)} – ${day(to)}`;
    const language = said("language");
    const details = action.startsWith("report.")
      ? [
          standards[said("standard_type")],
          said("report_year"),
          said("format").toUpperCase(),
          language === "" ? "" : new Intl.DisplayNames([reader], { type: "language" }).of(language),
        ]
      : action.startsWith("financial_year.")
        ? [year]
        : action === "member.role_set"
          ? [roles[said("role")]]
          : [];
    return details.filter((detail) => detail !== undefined && detail !== "") as string[];
  };
}

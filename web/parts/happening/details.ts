interface Words {
  readonly language: string;
  day(iso: string): string;
  readonly roles: Readonly<Record<string, string>>;
  readonly standards: Readonly<Record<string, string>>;
}

interface Told {
  readonly action: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Which role, financial year or report a row is about, as far as its event holds it. */
export function detailsOf({ action, parameters }: Told, { roles, standards, day, language }: Words): readonly string[] {
  const said = (name: string): string => {
    const value = parameters[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "";
  };
  const details: (string | undefined)[] = [];
  if (action.startsWith("report.")) {
    const written = said("language");
    details.push(standards[said("standard_type")], said("report_year"), said("format").toUpperCase());
    if (written !== "") details.push(new Intl.DisplayNames([language], { type: "language" }).of(written));
  } else if (action.startsWith("financial_year.") && said("to") !== "") {
    const [from, to] = [said("from"), said("to")];
    const year = to.slice(0, 4);
    const isCalendar = from === `${year}-01-01` && to === `${year}-12-31`;
    details.push(isCalendar ? year : `${day(from)} – ${day(to)}`);
  } else if (action === "member.role_set") details.push(roles[said("role")]);
  return details.filter((detail) => detail !== undefined && detail !== "") as string[];
}

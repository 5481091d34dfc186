import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { CORRECT_TEXTS } from "./correct-texts.ts";
import type { Line } from "./line-queries.ts";

/** A line that counts in no figure, and why; nothing where it counts: its figure says the rest. */
export function LineAlone({ line }: { readonly line: Line }): ReactNode {
  const company = useCompany();
  const texts = useTexts(CORRECT_TEXTS);
  const formats = useFormats();
  const mayDecide = useMay("activities:write");
  const isWaiting = line.status === "pending_review";
  if (line.status === "classified" && line.current_entry_ids.length > 0) return null;
  const money = line.amount === null ? "" : ` · ${formats.number(line.amount, 2)} ${line.currency ?? ""}`;
  return (
    <>
      <p className="note">
        {isWaiting ? texts.waiting_line : line.status === "excluded" ? texts.out_line : texts.counts_nothing}{" "}
        {isWaiting && mayDecide ? (
          <Link to="/$company/gennemgang" params={{ company: company.id }} search={{ linje: line.id }}>
            {texts.to_review}
          </Link>
        ) : null}
      </p>
      <p>{line.description}</p>
      <p className="soft">
        {line.supplier_name ?? ""}
        {money} · {formats.day(line.transaction_date)}
      </p>
    </>
  );
}

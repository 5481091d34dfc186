import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { useFileOf } from "./queries.ts";
import { PAGE_TEXTS } from "./texts.ts";

/** The document that a line may repeat, to be looked at; nothing while it is not known, or was no file. */
export function OtherDocument({ document_id }: { readonly document_id: string }): ReactNode {
  const company = useCompany();
  const texts = useTexts(PAGE_TEXTS);
  const { data: file } = useFileOf(company.id, document_id);
  if (file === null || file === undefined) return null;
  return (
    <p>
      {texts.other}{" "}
      <Link to="/$company/bilag" params={{ company: company.id }} search={{ fil: file.id }}>
        {file.name}
      </Link>
    </p>
  );
}

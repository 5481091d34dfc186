import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../app/call.ts";
import { useCompany, useMay } from "../app/company.tsx";
import { useTexts } from "../app/language.ts";
import { Loading } from "./state.tsx";

const NOTHING_YET_TEXTS = {
  da: { nothing: "Der er endnu ikke indlæst nogen bilag.", upload: "Indlæs bilag" },
  en: { nothing: "No documents have been uploaded yet.", upload: "Upload documents" },
};

/** The way to the upload, for those who may. */
export function UploadLink({ className }: { readonly className?: string }): ReactNode {
  const company = useCompany();
  const texts = useTexts(NOTHING_YET_TEXTS);
  if (!useMay("activities:bulk")) return null;
  return (
    <Link to="/$company/indlaes" params={{ company: company.id }} className={className}>
      {texts.upload}
    </Link>
  );
}

/**
 * What a list without filters says when it is empty: that nothing was uploaded, where that is why, and else what the list itself
 * says.
 */
export function NothingYet({ children }: { readonly children: ReactNode }): ReactNode {
  const company = useCompany();
  const texts = useTexts(NOTHING_YET_TEXTS);
  const { data, isLoading } = useQuery({
    queryKey: ["any-file", company.id],
    queryFn: () => call(company.id, "list_upload_files", { limit: 1 }),
    enabled: useMay("activities:read"),
  });
  if (isLoading) return <Loading />;
  return (
    <p className="card">
      {data?.items.length === 0 ? texts.nothing : children} <UploadLink />
    </p>
  );
}

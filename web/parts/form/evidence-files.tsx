import type { ReactNode } from "react";
import { addressOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";

interface EvidenceFilesProps {
  readonly files: readonly { readonly file_id: string; readonly name: string }[];
}

/** Links to the files that something rests on. */
export function EvidenceFiles({ files }: EvidenceFilesProps): ReactNode {
  const company = useCompany();
  return (
    <p>
      {files.map(({ file_id, name }, index) => (
        <span key={file_id}>
          {index === 0 ? "" : ", "}
          <a href={addressOf(company.id, `/upload-files/${file_id}/content`)} target="_blank" rel="noreferrer">
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
    </p>
  );
}

import { type ReactNode, useState } from "react";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { useLayout } from "../../parts/page/queries.ts";
import styles from "./documents.module.css";
import { DOCUMENTS_TEXTS } from "./texts.ts";

/** Lines that are shown at first, and with every further look. */
const SHOWN = 20;

interface FileLinesProps {
  readonly file_id: string;
  readonly open: (activity_id: string) => void;
}

/** The lines that were read of a file; each opens to what it counts and to its correction. */
export function FileLines({ file_id, open }: FileLinesProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(DOCUMENTS_TEXTS);
  const formats = useFormats();
  const { data } = useLayout(company.id, file_id);
  const [shown, setShown] = useState(SHOWN);
  const lines = data?.lines ?? [];
  if (lines.length === 0) return null;
  return (
    <>
      <h2 className={styles.lines}>{texts.its_lines}</h2>
      <ul>
        {lines.slice(0, shown).map(({ activity_id, line_number, description }) => (
          <li key={activity_id}>
            <button type="button" className="button quiet" onClick={() => open(activity_id)}>
              {formats.number(line_number)}. {description}
            </button>
          </li>
        ))}
      </ul>
      {lines.length <= shown ? null : (
        <button type="button" className="button quiet" onClick={() => setShown(shown + SHOWN)}>
          {texts.more_lines(formats.number(lines.length - shown))}
        </button>
      )}
    </>
  );
}

import { type ReactNode, Suspense, useState } from "react";
import { addressOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { later } from "../../app/later.ts";
import styles from "./page.module.css";
import { Loading } from "../state.tsx";
import { useFileOf, useLayout } from "./queries.ts";
import { PAGE_TEXTS } from "./texts.ts";

/** Electronic documents have no pages: what shows them comes when one is looked at. */
const Contents = later(async () => (await import("../contents/contents.tsx")).Contents);

interface ShownFile {
  readonly id: string;
  readonly name: string;
}

interface PagesProps {
  readonly file: ShownFile;
  /** The line that is marked; absent: none. */
  readonly activity_id?: string;
}

/** The pages of a file as pictures that the service drew, with one line marked, and the way to the file itself. */
export function Pages({ file, activity_id }: PagesProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(PAGE_TEXTS);
  const formats = useFormats();
  const { data: layout } = useLayout(company.id, file.id);
  const [turned, setTurned] = useState<number | null>(null);
  const place = layout?.lines.find((line) => line.activity_id === activity_id)?.place ?? null;
  const count = layout?.pages.length ?? 0;
  const page = turned ?? place?.page ?? 1;
  const size = layout?.pages[page - 1];
  const original = (
    <a href={addressOf(company.id, `/upload-files/${file.id}/content`)} target="_blank" rel="noreferrer">
      {texts.original}
    </a>
  );
  if (layout === undefined || size === undefined) {
    return (
      <>
        {layout?.unplaced_code === "no_pages" ? (
          <Suspense fallback={<Loading />}>
            <Contents file={file} activity_id={activity_id} />
          </Suspense>
        ) : null}
        <p>
          {layout?.unplaced_code === "unreadable" ? `${texts.unreadable} ` : ""}
          {original}
        </p>
      </>
    );
  }
  const said =
    layout.unplaced_code === "no_text"
      ? texts.no_text
      : place === null
        ? texts.not_lit
        : page === place.page
          ? texts.lit
          : "";
  return (
    <div className="stack">
      <div className={styles.sheet}>
        <img
          src={addressOf(company.id, `/upload-files/${file.id}/pages/${page}`)}
          alt={texts.picture(file.name, formats.number(page))}
          width={size.width}
          height={size.height}
          loading="lazy"
        />
        {place?.page === page ? (
          <svg className={styles.lit} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
            <rect data-lit="" x={place.left} y={place.top} width={place.width} height={place.height} />
          </svg>
        ) : null}
      </div>
      <p className={styles.turn}>
        {count === 1 ? null : (
          <>
            <button
              type="button"
              className="button quiet"
              disabled={page === 1}
              aria-label={texts.earlier}
              onClick={() => setTurned(page - 1)}
            >
              ‹
            </button>
            <span role="status">{texts.page(formats.number(page), formats.number(layout.page_count))}</span>
            <button
              type="button"
              className="button quiet"
              disabled={page === count}
              aria-label={texts.later}
              onClick={() => setTurned(page + 1)}
            >
              ›
            </button>
          </>
        )}
        {activity_id === undefined || said === "" ? null : <span className="soft">{said}</span>}
        {original}
      </p>
    </div>
  );
}

interface DocumentPagesProps {
  readonly document_id: string;
  readonly activity_id: string;
}

/** The same for a line of a document; nothing where it came from no file. */
export function DocumentPages({ document_id, activity_id }: DocumentPagesProps): ReactNode {
  const { data: file } = useFileOf(useCompany().id, document_id);
  return file === undefined || file === null ? null : <Pages key={activity_id} file={file} activity_id={activity_id} />;
}

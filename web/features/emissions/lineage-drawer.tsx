import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { Fault, Loading } from "../../parts/state.tsx";
import styles from "./emissions.module.css";
import { useLineage } from "./queries.ts";
import { EMISSIONS_TEXTS } from "./texts.ts";

/** Its words are many, and nobody sees it first. */
const LineageSteps = lazy(async () => ({ default: (await import("./lineage-steps.tsx")).LineageSteps }));

interface LineageDrawerProps {
  /** The entry; null: the drawer is closed. */
  readonly id: string | null;
  readonly close: () => void;
}

/** Beside the list, over it on a telephone. Escape closes it and gives the focus back. */
export function LineageDrawer({ id, close }: LineageDrawerProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(EMISSIONS_TEXTS);
  const dialog = useRef<HTMLDialogElement>(null);
  const { data, error, refetch } = useLineage(company.id, id);
  useEffect(() => {
    if (id === null) dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [id]);
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-labelledby="lineage-title"
      onClose={() => {
        if (id !== null) close();
      }}
    >
      {id === null ? null : (
        <div className="stack">
          <div className={styles.head}>
            <h2 id="lineage-title">{texts.how}</h2>
            <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
              {texts.close}
            </button>
          </div>
          {error === null ? null : <Fault error={error} again={() => void refetch()} />}
          {data === undefined && error === null ? <Loading /> : null}
          {data === undefined ? null : (
            <Suspense fallback={<Loading />}>
              <LineageSteps lineage={data} />
            </Suspense>
          )}
        </div>
      )}
    </dialog>
  );
}

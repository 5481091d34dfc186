import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { useCompany } from "../../app/company.tsx";
import { useTexts } from "../../app/language.ts";
import { later } from "../../app/later.ts";
import { Fault, Loading } from "../state.tsx";
import styles from "./lineage.module.css";
import { useLine } from "./line-queries.ts";
import { useLineage } from "./queries.ts";
import { LINEAGE_TEXTS } from "./texts.ts";

/** Its words are many, and nobody sees it first. */
const LineageSteps = later(async () => (await import("./lineage-steps.tsx")).LineageSteps);
const CorrectLine = later(async () => (await import("./correct-line.tsx")).CorrectLine);
const LineAlone = later(async () => (await import("./line-alone.tsx")).LineAlone);

interface LineageDrawerProps {
  /** The entry; null: the drawer is closed. */
  readonly id: string | null;
  /** Shows another entry. */
  readonly open: (entry_id: string) => void;
  readonly close: () => void;
}

/** How a figure came about, and the correction of its line. */
export function LineageDrawer({ id, open, close }: LineageDrawerProps): ReactNode {
  const company = useCompany();
  const { data, error, refetch } = useLineage(company.id, id);
  return (
    <Drawer isOpen={id !== null} close={close}>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {data === undefined && error === null ? <Loading /> : null}
      {data === undefined ? null : (
        <Suspense fallback={<Loading />}>
          <CorrectLine activity_id={data.activity.id} />
          <LineageSteps lineage={data} open={open} />
        </Suspense>
      )}
    </Drawer>
  );
}

interface LineDrawerProps {
  /** The line; null: the drawer is closed. */
  readonly activity_id: string | null;
  readonly close: () => void;
}

/** The same of a line, whether it counts or not; what it counts now is shown. */
export function LineDrawer({ activity_id, close }: LineDrawerProps): ReactNode {
  const company = useCompany();
  const { data: line, error, refetch } = useLine(company.id, activity_id);
  const lineage = useLineage(company.id, line?.current_entry_ids[0] ?? null);
  return (
    <Drawer isOpen={activity_id !== null} close={close}>
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {line === undefined && error === null ? <Loading /> : null}
      {line === undefined ? null : (
        <Suspense fallback={<Loading />}>
          <CorrectLine activity_id={line.id} />
          <LineAlone line={line} />
          {lineage.data === undefined ? null : <LineageSteps lineage={lineage.data} open={() => undefined} />}
          {lineage.error === null ? null : <Fault error={lineage.error} again={() => void lineage.refetch()} />}
        </Suspense>
      )}
    </Drawer>
  );
}

interface DrawerProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Beside the screen, over it on a telephone. Escape closes it and gives the focus back. */
function Drawer({ isOpen, close, children }: DrawerProps): ReactNode {
  const texts = useTexts(LINEAGE_TEXTS);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!isOpen) dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className={styles.drawer}
      aria-labelledby="lineage-title"
      onClose={() => {
        if (isOpen) close();
      }}
    >
      {isOpen ? (
        <div className="stack">
          <div className={styles.head}>
            <h2 id="lineage-title">{texts.how}</h2>
            <button type="button" className="button quiet" onClick={() => dialog.current?.close()}>
              {texts.close}
            </button>
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}

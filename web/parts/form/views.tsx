import type { ReactNode } from "react";
import styles from "./form.module.css";

interface ViewsProps<Name> {
  readonly label: string;
  /** Their names, and what they are called. */
  readonly views: readonly (readonly [name: Name, label: string])[];
  readonly shown: Name;
  readonly show: (name: Name) => void;
}

/** The views of a screen, of which one is shown. */
export function Views<Name>({ label, views, shown, show }: ViewsProps<Name>): ReactNode {
  return (
    <div role="group" aria-label={label} className={styles.choice}>
      {views.map(([name, called]) => (
        <button
          key={called}
          type="button"
          className="button quiet"
          aria-pressed={shown === name}
          onClick={() => show(name)}
        >
          {called}
        </button>
      ))}
    </div>
  );
}

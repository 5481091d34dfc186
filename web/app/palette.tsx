import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTexts } from "./language.ts";
import { type Found, useFound } from "./palette-entries.ts";
import styles from "./palette.module.css";
import { PALETTE_TEXTS } from "./palette-texts.ts";
import type { Company } from "./session.tsx";

/** Ctrl K (or ⌘ K) and a button: goes to a screen, a recent document or a supplier by a few letters of its name. */
export function Palette({ company }: { readonly company: Company }): ReactNode {
  const texts = useTexts(PALETTE_TEXTS);
  const [isOpen, setOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
  }, [isOpen]);
  const close = (): void => dialog.current?.close();
  return (
    <>
      <button type="button" className={styles.opener} aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        {texts.open} <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <dialog ref={dialog} className={styles.palette} aria-label={texts.title} onClose={() => setOpen(false)}>
        {isOpen ? <Choices company={company} close={close} /> : null}
      </dialog>
    </>
  );
}

interface ChoicesProps {
  readonly company: Company;
  readonly close: () => void;
}

/** A combobox: the letters stay where they are typed, and the arrows say which of the found is meant (WAI-ARIA 1.2). */
function Choices({ company, close }: ChoicesProps): ReactNode {
  const texts = useTexts(PALETTE_TEXTS);
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const { found, lacks_suppliers } = useFound(company, typed);
  const meant = Math.min(at, found.length - 1);
  const go = ({ to, search }: Found): void => {
    close();
    void navigate({ to, params: { company: company.id }, search });
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => setAt((meant + 1) % Math.max(1, found.length)),
    ArrowUp: () => setAt((meant - 1 + found.length) % Math.max(1, found.length)),
    Enter: () => {
      const one = found[meant];
      if (one !== undefined) go(one);
    },
  };
  return (
    <>
      <label htmlFor="palette-words">{texts.title}</label>
      <input
        id="palette-words"
        className="field"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-found"
        aria-autocomplete="list"
        {...(found.length === 0 ? {} : { "aria-activedescendant": `palette-${meant}` })}
        autoComplete="off"
        ref={(input) => input?.focus()}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (act === undefined) return;
          event.preventDefault();
          act();
        }}
      />
      <ul id="palette-found" role="listbox" aria-label={texts.found} className={styles.found}>
        {found.map((one, index) => (
          // The keys of the list are those of its field, as its pattern has it.
          <li
            key={one.key}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === meant}
            onPointerDown={(event) => {
              event.preventDefault();
              go(one);
            }}
          >
            <span>{one.name}</span> <span className="soft">{texts.kinds[one.kind]}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="soft">
        {found.length === 0 ? texts.none : texts.count(String(found.length))}
        {lacks_suppliers ? ` ${texts.no_suppliers}` : ""}
      </p>
    </>
  );
}

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import type { ReviewItem } from "./queries.ts";
import styles from "./review.module.css";
import { REVIEW_TEXTS } from "./texts.ts";

interface QueueProps {
  readonly items: readonly ReviewItem[];
  readonly chosen: string;
  readonly choose: (item: ReviewItem) => void;
}

/** The lines that wait. One of them is a stop of Tab, so that the next stop is what that line lacks; arrows go from line to line. */
export function Queue({ items, chosen, choose }: QueueProps): ReactNode {
  const texts = useTexts(REVIEW_TEXTS);
  const formats = useFormats();
  const list = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // What was decided leaves the screen and takes the focus with it: the next line gets it. At first it is the page's.
    if (!isFirst.current && document.activeElement === document.body) {
      list.current?.querySelector<HTMLElement>("[aria-current=true]")?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [chosen]);
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = [...event.currentTarget.querySelectorAll("button")];
    buttons[items.findIndex(({ id }) => id === chosen) + by]?.focus();
  };
  return (
    <nav ref={list} aria-label={texts.lines} className={styles.queue} onKeyDown={step}>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              data-chooses=""
              tabIndex={item.id === chosen ? 0 : -1}
              aria-current={item.id === chosen}
              onFocus={() => choose(item)}
              onClick={() => choose(item)}
            >
              <strong>{item.supplier_name ?? texts.unknown_supplier}</strong>
              <span>{item.description}</span>
              <span className="soft">
                {formats.day(item.transaction_date)}
                {item.amount === null ? "" : ` · ${formats.number(item.amount, 2)} ${item.currency ?? ""}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

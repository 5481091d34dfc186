import { useEffect, useRef, useState } from "react";

const SWITCH = "carbon-ledger.keys";

/** Whether single letters act; people who speak to their computer switch them off (WCAG 2.2, 2.1.4). */
export function useKeysSwitch(): readonly [boolean, (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => localStorage.getItem(SWITCH) !== "off");
  const change = (next: boolean): void => {
    localStorage.setItem(SWITCH, next ? "on" : "off");
    setOn(next);
  };
  return [isOn, change];
}

/** Acts on single keys while the screen is shown and nobody types. */
export function useKeys(isOn: boolean, keys: Readonly<Record<string, () => void>>): void {
  const newest = useRef(keys);
  useEffect(() => {
    newest.current = keys;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const pressed = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === "Enter" && isPressed(event.target)) return;
      const act = newest.current[event.key];
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [isOn]);
}

/** Enter on a button presses the button, unless the button only chooses what the keys are about. */
function isPressed(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("button:not([data-chooses]), a, summary") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, select, textarea, [role=combobox]") !== null;
}

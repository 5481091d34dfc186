import { type RefObject, useEffect } from "react";
import { useFormats, useTexts } from "../../app/language.ts";
import { useSession } from "../../app/session.tsx";
import { FORM_TEXTS } from "./texts.ts";

const MIB = 1024 * 1024;

/** Finds what would keep a file from being taken before it is sent, in words; `ending` is the one that it has to have. */
export function useFileCheck(): (files: readonly File[], ending?: string) => Error | null {
  const texts = useTexts(FORM_TEXTS);
  const formats = useFormats();
  const { max_file_bytes } = useSession().uploads;
  return (files, ending = "") => {
    const [told = null] = files.flatMap(({ name, size }) => {
      if (!name.toLowerCase().endsWith(ending)) return [texts.other_kind(name, ending)];
      if (size === 0) return [texts.empty(name)];
      return size > max_file_bytes ? [texts.too_large(name, formats.number(max_file_bytes / MIB))] : [];
    });
    return told === null ? null : new Error(told);
  };
}

/** Hears when the form around something is emptied. */
export function useFormReset(within: RefObject<HTMLElement | null>, emptied: () => void): void {
  useEffect(() => {
    const form = within.current?.closest("form");
    form?.addEventListener("reset", emptied);
    return () => form?.removeEventListener("reset", emptied);
  });
}

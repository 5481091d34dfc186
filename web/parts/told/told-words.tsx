import type { ReactNode } from "react";
import { useFormats } from "../../app/language.ts";
import type { Sentences } from "./sentences.ts";
import { shown, type Told } from "./told.ts";

interface ToldWordsProps {
  readonly told: Told;
  readonly texts: { readonly da: Sentences; readonly en: Sentences };
  /** The service's own sentence, in English: it stands where the code has no words. */
  readonly sentence: string;
}

/** A sentence of the service in the reader's language. */
export function ToldWords({ told: { code, parameters }, texts, sentence }: ToldWordsProps): ReactNode {
  const formats = useFormats();
  const words = texts[formats.language][code];
  if (words !== undefined) return words(shown(parameters, formats));
  return formats.language === "da" ? <span lang="en">{sentence}</span> : sentence;
}

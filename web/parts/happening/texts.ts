import { ACTIONS_DA } from "./action-texts-da.ts";
import { ACTIONS_EN } from "./action-texts-en.ts";

export const HAPPENING_TEXTS = {
  da: {
    actions: ACTIONS_DA,
    key: (name: string) => `Nøglen »${name}«`,
    key_of: (name: string, owner: string) => `Nøglen »${name}« fra ${owner}`,
    legacy_key: (name: string) => `Den ældre nøgle »${name}«`,
    with_assistant: (name: string, assistant: string) => `${name} med ${assistant}`,
    operator: "Driften",
    nobody: "Ukendt",
    at_once: (count: string) => `${count} på én gang`,
    quotes: { before: "»", after: "«" },
    only: (name: string) => `Kun det, som ${name} har gjort`,
  },
  en: {
    actions: ACTIONS_EN,
    key: (name: string) => `The key “${name}”`,
    key_of: (name: string, owner: string) => `The key “${name}” of ${owner}`,
    legacy_key: (name: string) => `The older key “${name}”`,
    with_assistant: (name: string, assistant: string) => `${name} with ${assistant}`,
    operator: "The operator",
    nobody: "Unknown",
    at_once: (count: string) => `${count} at once`,
    quotes: { before: "“", after: "”" },
    only: (name: string) => `Only what ${name} did`,
  },
};

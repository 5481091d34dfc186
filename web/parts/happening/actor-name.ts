import { useTexts } from "../../app/language.ts";
import { HAPPENING_TEXTS } from "./texts.ts";

/** Who did something: its stable text, and the name that the service has for it now (null: not known any more). */
export interface Actor {
  readonly actor: string;
  readonly actor_name: string | null;
}

/** Names of those who do things, in the reader's language: the service words keys and assistants in English. */
export function useActorName(): (who: Actor) => string {
  const texts = useTexts(HAPPENING_TEXTS);
  return ({ actor, actor_name }) => {
    const [kind = ""] = actor.split(":");
    if (kind === "operator") return texts.operator;
    if (actor_name === null) return kind === "system" ? "Carbon Ledger" : texts.nobody;
    const [, name = "", owner] = /^(?:Legacy key|Key) "(.*)"(?: of (.*))?$/s.exec(actor_name) ?? [];
    if (kind === "api_key" && name !== "") return texts.key(name);
    if (kind === "legacy_key" && name !== "") return texts.legacy_key(name);
    if (kind === "consultant_key" && owner !== undefined) return texts.key_of(name, owner);
    const [, person, assistant] = /^(.*), with (.*)$/s.exec(actor_name) ?? [];
    if (kind === "oauth_grant" && person !== undefined && assistant !== undefined) {
      return texts.with_assistant(person, assistant);
    }
    return actor_name;
  };
}

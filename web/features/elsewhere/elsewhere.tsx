import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTexts } from "../../app/language.ts";
import { SHELL_TEXTS } from "../../app/texts.ts";
import { ELSEWHERE_TEXTS, type ElsewhereName, SCREENS_ELSEWHERE } from "./texts.ts";

/** Says of a screen that is not here yet where its work is done until then. */
export function Elsewhere(): ReactNode {
  const { screen } = useParams({ from: "/$company/$screen" });
  const shell = useTexts(SHELL_TEXTS);
  const texts = useTexts(ELSEWHERE_TEXTS);
  const name: ElsewhereName | undefined = SCREENS_ELSEWHERE[screen];
  if (name === undefined) return <p className="note">{shell.not_found}</p>;
  const { title, says, links } = texts[name];
  return (
    <div className="stack">
      <h1>{title}</h1>
      <section className="card stack">
        {says.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {links.map(({ label, address }) => (
          <p key={address}>
            <a href={address}>{label}</a>
          </p>
        ))}
      </section>
    </div>
  );
}

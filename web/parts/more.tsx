import type { ReactNode } from "react";
import { useTexts } from "../app/language.ts";
import { SHELL_TEXTS } from "../app/texts.ts";
import { OnlineButton } from "./online-button.tsx";

interface MoreProps {
  readonly of: { readonly hasNextPage: boolean; readonly fetchNextPage: () => unknown };
}

/** The next page of a list, below what is shown; nothing where there is none. */
export function More({ of }: MoreProps): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  if (!of.hasNextPage) return null;
  return (
    <p>
      <OnlineButton type="button" className="button plain" onClick={() => void of.fetchNextPage()}>
        {texts.more}
      </OnlineButton>
    </p>
  );
}

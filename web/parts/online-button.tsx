import type { ComponentProps, ReactNode } from "react";
import { useOnline } from "../app/online.ts";
import { useTexts } from "../app/language.ts";
import { SHELL_TEXTS } from "../app/texts.ts";

interface OnlineButtonProps extends ComponentProps<"button"> {
  readonly type: "button" | "submit";
  /** Id of what says for several buttons at once why they cannot be pressed; absent: each says it itself. */
  readonly toldBy?: string;
}

/**
 * A button that asks something of the service. Without a network it stays where it is and can be reached, but does nothing and says
 * why: that holds for every such button, and only decisions that the browser keeps have another.
 */
export function OnlineButton({ type, toldBy, onClick, children, ...rest }: OnlineButtonProps): ReactNode {
  const texts = useTexts(SHELL_TEXTS);
  const isOnline = useOnline();
  const why = toldBy === undefined ? {} : { "aria-describedby": toldBy };
  return (
    <button
      {...rest}
      type={type === "submit" ? "submit" : "button"}
      {...(isOnline ? {} : { "aria-disabled": true, ...why })}
      onClick={(event) => {
        // Enter in a field of the form arrives here as well.
        if (isOnline) onClick?.(event);
        else event.preventDefault();
      }}
    >
      {children}
      {isOnline || toldBy !== undefined ? null : <small> ({texts.needs_connection})</small>}
    </button>
  );
}

import { type ComponentType, lazy, type LazyExoticComponent } from "react";
import { untilOnline } from "./online.ts";

/**
 * A part of a screen that is loaded when it is shown: without a network as soon as there is one, while the rest of the screen stays
 * usable.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    await untilOnline();
    return { default: await load() };
  });
}

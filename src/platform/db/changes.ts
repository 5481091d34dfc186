import type { Changes, ChangeWatch } from "../../core/changes.ts";
import type { Database } from "./database.ts";
import type { Subscription } from "./listener.ts";

interface Watcher {
  hasChanged: boolean;
  wake: () => void;
}

/** Who waits for which id on a channel whose payloads are ids. It is listened to from the first wait on. */
export function changesOn(database: Pick<Database, "listen">, channel: string): Changes {
  const watchers = new Map<string, Set<Watcher>>();
  let listening: Promise<Subscription> | null = null;
  const tell = (watching: Iterable<Watcher>): void => {
    for (const watcher of watching) {
      watcher.hasChanged = true;
      watcher.wake();
    }
  };
  const listen = (): Promise<Subscription> =>
    database.listen(
      channel,
      (id) => tell(watchers.get(id) ?? []),
      () => [...watchers.values()].forEach(tell),
    );
  return {
    async watch(id) {
      listening ??= listen();
      await listening.catch((error: unknown) => {
        listening = null;
        throw error;
      });
      const watcher: Watcher = { hasChanged: false, wake: () => undefined };
      const all = watchers.get(id) ?? new Set();
      watchers.set(id, all.add(watcher));
      return watchOf(watcher, () => {
        all.delete(watcher);
        if (all.size === 0 && watchers.get(id) === all) watchers.delete(id);
      });
    },
  };
}

function watchOf(watcher: Watcher, end: () => void): ChangeWatch {
  return {
    async next(timeout_ms) {
      if (!watcher.hasChanged) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          watcher.wake = resolve;
          timer = setTimeout(resolve, timeout_ms);
        });
        clearTimeout(timer);
      }
      watcher.hasChanged = false;
    },
    end,
  };
}

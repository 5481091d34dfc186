import { useSyncExternalStore } from "react";

/** Whether the browser has a network; a network may still not reach the service. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, isOnline);
}

/** When the browser last lost the network, in ms; kept while the page is open. */
export function useLostAt(): number {
  return useSyncExternalStore(subscribe, () => lost);
}

/** Resolves as soon as there is a network. */
export async function untilOnline(): Promise<void> {
  if (isOnline()) return;
  await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
}

const isOnline = (): boolean => navigator.onLine;
let lost = Date.now();

function subscribe(changed: () => void): () => void {
  const wentOffline = (): void => {
    lost = Date.now();
    changed();
  };
  addEventListener("online", changed);
  addEventListener("offline", wentOffline);
  return () => {
    removeEventListener("online", changed);
    removeEventListener("offline", wentOffline);
  };
}

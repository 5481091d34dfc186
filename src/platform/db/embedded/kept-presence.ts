import { setTimeout as delay } from "node:timers/promises";
import { type Presence, SecondServiceError } from "./presence.ts";

const PAUSE_MS = 500;

export interface KeepOptions {
  /** Brings the server back if it is gone, and takes the locks again. @throws SecondServiceError when another has them */
  readonly renew: () => Promise<Presence>;
  /** Another service took the directory meanwhile: this one must end. */
  readonly onLost: (error: SecondServiceError) => void;
  readonly log: (message: string) => void;
}

/**
 * A presence that outlives its connection. When one server process dies hard, PostgreSQL ends every session, and with them
 * the locks that say a service runs here; when the whole server dies, nobody else starts it. Without this, the next
 * operator command would take itself for the last user and stop the database under the running service.
 */
export function keepPresence(first: Presence, options: KeepOptions): Presence {
  let current = first;
  const leaving = new AbortController();
  let renewal: Promise<void> = Promise.resolve();

  const watch = (presence: Presence): void => {
    void presence.ended.then(() => {
      if (!leaving.signal.aborted) renewal = renew();
    });
  };
  const renew = async (): Promise<void> => {
    options.log("embedded database: connection lost, taking it up again");
    while (!leaving.signal.aborted) {
      try {
        current = await options.renew();
        watch(current);
        options.log("embedded database: taken up again");
        return;
      } catch (error) {
        if (error instanceof SecondServiceError) {
          options.onLost(error);
          return;
        }
        await delay(PAUSE_MS);
      }
    }
  };

  watch(first);
  return {
    ended: new Promise(() => undefined),
    async leave() {
      leaving.abort();
      await renewal;
      return await current.leave();
    },
    close: () => current.close(),
  };
}

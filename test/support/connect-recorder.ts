import { createHook } from "node:async_hooks";

/** Every TCP or pipe connection that this process asks the system for, whoever asks. */
export interface ConnectRecorder {
  /** Addresses of the connect calls since the start or the last `clear`, in order. */
  addresses(): string[];
  clear(): void;
  stop(): void;
}

/** Listens below node:net: what it does not see did not reach the system. */
export function recordConnects(): ConnectRecorder {
  const requests: object[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource: object) {
      // The address is written into the request after this call, so it is read later.
      if (type === "TCPCONNECTWRAP" || type === "PIPECONNECTWRAP") requests.push(resource);
    },
  }).enable();
  return {
    addresses: () => requests.map((request) => ("address" in request ? String(request.address) : "unknown")),
    clear: () => void requests.splice(0),
    stop: () => void hook.disable(),
  };
}

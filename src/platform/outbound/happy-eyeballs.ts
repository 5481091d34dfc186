import { connect, isIPv6, type Socket } from "node:net";
import { SafeFetchError } from "./safe-fetch-types.ts";
import { isSameAddress } from "./address-guard.ts";

/** RFC 8305 5 and 8: how long an address is waited for before the next is tried beside it. */
const ATTEMPT_DELAY_MS = 250;
/** A name may have thousands of addresses; more than these are not tried. */
const ATTEMPTS_MAX = 8;

export interface OpenSocket {
  readonly socket: Socket;
  readonly address: string;
}

/**
 * Connects to the first of the addresses that answers, IPv6 and IPv4 in turn (RFC 8305). Only literals go to the system:
 * nothing can be looked up anew between the caller's check and the connection. The socket has an error listener.
 * @throws SafeFetchError connect, or the reason of `signal`
 */
export async function connectToFirst(
  addresses: readonly string[],
  port: number,
  signal: AbortSignal,
): Promise<OpenSocket> {
  signal.throwIfAborted();
  const openSocket = await firstOf(inTurn(addresses).slice(0, ATTEMPTS_MAX), port, signal);
  const actual = openSocket.socket.remoteAddress;
  if (actual !== undefined && isSameAddress(actual, openSocket.address)) return openSocket;
  openSocket.socket.destroy();
  throw actual === undefined
    ? new SafeFetchError("connect", "the connection was closed at once", { address: openSocket.address })
    : new SafeFetchError("blocked", "the connection led to another address than the checked one", { address: null });
}

/** Starts an attempt after each delay or failure; the winner ends the others. */
function firstOf(addresses: readonly string[], port: number, signal: AbortSignal): Promise<OpenSocket> {
  return new Promise((resolve, reject) => {
    const waiting = [...addresses];
    const open = new Set<Socket>();
    let timer: NodeJS.Timeout | undefined;
    const finish = (winner: Socket | null): void => {
      clearTimeout(timer);
      waiting.length = 0;
      signal.removeEventListener("abort", abandon);
      for (const socket of open) if (socket !== winner) socket.destroy();
      open.clear();
    };
    const abandon = (): void => {
      finish(null);
      reject(signal.reason);
    };
    const tryNext = (): void => {
      clearTimeout(timer);
      const address = waiting.shift();
      if (address === undefined) return;
      const socket = connect({ host: address, port, noDelay: true, keepAlive: true });
      open.add(socket);
      socket.once("connect", () => {
        finish(socket);
        resolve({ socket, address });
      });
      socket.on("error", (error) => {
        if (!open.delete(socket)) return;
        if (open.size === 0 && waiting.length === 0) {
          finish(null);
          reject(noConnection(error, address));
        } else tryNext();
      });
      timer = setTimeout(tryNext, ATTEMPT_DELAY_MS);
    };
    signal.addEventListener("abort", abandon, { once: true });
    tryNext();
  });
}

function noConnection(error: Error, address: string): SafeFetchError {
  const code = "code" in error ? ` (${String(error.code)})` : "";
  return new SafeFetchError("connect", `no connection could be made${code}`, { address, cause: error });
}

/** IPv6 first, then the families in turn. */
function inTurn(addresses: readonly string[]): string[] {
  const six = addresses.filter((address) => isIPv6(address));
  const four = addresses.filter((address) => !isIPv6(address));
  const pairs = Math.max(six.length, four.length);
  return Array.from({ length: pairs }, (_, index) => [
    ...six.slice(index, index + 1),
    ...four.slice(index, index + 1),
  ]).flat();
}

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { untilOnline } from "../../app/online.ts";
import { refreshCompany } from "../../app/refresh.ts";
import { sendFiles, type Upload } from "./send-files.ts";

/** One sending of files, from the moment they were chosen. */
export interface Sending {
  readonly id: number;
  readonly company: string;
  readonly names: readonly string[];
  /** Chosen without a network: it is sent once there is one, as long as the window stays open. */
  readonly waits: boolean;
  /** Share of the bytes that were sent, 0 to 1. */
  readonly sent: number;
  /** What the service has read so far; null: it has not got them all yet. */
  readonly upload: Upload | null;
  readonly error: Error | null;
}

interface Uploads {
  readonly sendings: readonly Sending[];
  send(company: string, files: readonly File[]): void;
}

const UploadsContext = createContext<Uploads | null>(null);

/** Longest that one request waits for files to be read; then it is asked again. */
const WAIT_SECONDS = 20;

/** Keeps sendings going while people look at other screens. */
export function UploadsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [sendings, setSendings] = useState<readonly Sending[]>([]);
  const queries = useQueryClient();
  const change = (id: number, part: Partial<Sending>): void =>
    setSendings((known) => known.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const send = (company: string, files: readonly File[]): void => {
    const id = performance.now();
    const names = files.map(({ name }) => name);
    setSendings((known) => [
      { id, company, names, waits: !navigator.onLine, sent: 0, upload: null, error: null },
      ...known,
    ]);
    const run = async (): Promise<void> => {
      await untilOnline();
      change(id, { waits: false });
      let upload = await sendFiles(company, files, (sent) => change(id, { sent }));
      change(id, { sent: 1, upload });
      while (upload.status === "processing") {
        upload = await call(company, "get_upload", { id: upload.id, wait_seconds: WAIT_SECONDS });
        change(id, { upload });
      }
      await refreshCompany(queries, company);
    };
    run().catch((error: unknown) => change(id, { error: errorOf(error) }));
  };
  const hasWaiting = sendings.some(({ waits }) => waits);
  useEffect(() => {
    if (!hasWaiting) return undefined;
    // Files that wait go with the window: the browser asks before it closes.
    const leaving = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", leaving);
    return () => removeEventListener("beforeunload", leaving);
  }, [hasWaiting]);
  return <UploadsContext value={{ sendings, send }}>{children}</UploadsContext>;
}

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (uploads === null) throw new Error("files cannot be sent from here");
  return uploads;
}

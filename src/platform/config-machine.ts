import { z } from "zod";

/** Settings about what this machine can do. */
export interface MachineSettings {
  readonly pdf_engine: "auto" | "native" | "wasm";
}

export const MACHINE_SETTINGS = {
  PDF_ENGINE: {
    schema: z.enum(["auto", "native", "wasm"], "must be auto, native or wasm").default("auto"),
    shown: "auto",
    meaning:
      "What sets reports as PDF: native, a library for Linux on x64; wasm, the same in WebAssembly, which runs on every " +
      "machine and takes about ten times as long; auto: native where it is installed",
  },
} as const;

import { z } from "zod";

export const MACHINE_SETTINGS = {
  EMBEDDED_TRANSPORT: {
    schema: z.enum(["auto", "loopback"], "must be auto or loopback").default("auto"),
    shown: "auto",
    meaning:
      "How the embedded database is reached: auto, by a socket that only this user can open, and on Windows as loopback does; " +
      "loopback: over a free port of 127.0.0.1 with a generated password",
  },
  PDF_ENGINE: {
    schema: z.enum(["auto", "native", "wasm"], "must be auto, native or wasm").default("auto"),
    shown: "auto",
    meaning:
      "What sets reports as PDF: native, a library for Linux on x64; wasm, the same in WebAssembly, which runs on every " +
      "machine and takes about ten times as long; auto: native where it is installed",
  },
} as const;

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createWorker, OEM, PSM, type Worker } from "tesseract.js";
import { type RecognisedLine, recognisedLines } from "./recognised-lines.ts";
import { usedCpu_ms } from "./used-cpu.ts";

/** Reads prepared pages. One page at a time. */
export interface Engine {
  /** The lines of a page laid out as `layout` says; null when that takes this process more than `cpu_ms`. */
  recognise(png: Buffer, cpu_ms: number, layout: Layout): Promise<RecognisedLine[] | null>;
  /** By how many degrees clockwise the page must be turned to stand upright, as far as its letters tell; else 0. */
  orientation(png: Buffer, cpu_ms: number): Promise<number>;
  close(): Promise<void>;
}

/** A page whose columns and tables are to be found, or one block of lines, such as a receipt. */
export type Layout = "page" | "block";

const LAYOUTS: Readonly<Record<Layout, PSM>> = { page: PSM.AUTO, block: PSM.SINGLE_BLOCK };

/** The engine guesses the size of letters from this; unset, it loses lines of noisy scans. */
const DPI = "300";
const LOOK_EVERY_MS = 50;

/** Starts its threads when they are needed first, and anew when one has to be stopped. */
export function openEngine(): Engine {
  const text = thread(["dan", "eng"], OEM.LSTM_ONLY, { user_defined_dpi: DPI });
  const turning = thread(["osd"], OEM.TESSERACT_ONLY, { user_defined_dpi: DPI, tessedit_pageseg_mode: PSM.OSD_ONLY });
  return {
    async recognise(png, cpu_ms, layout) {
      const page = await text.within(cpu_ms, async (worker) => {
        await worker.setParameters({ tessedit_pageseg_mode: LAYOUTS[layout] });
        return await worker.recognize(png, { rotateAuto: true }, { text: false, blocks: true });
      });
      return page === null ? null : recognisedLines(page.data.blocks ?? []);
    },
    async orientation(png, cpu_ms) {
      const detection = await turning.within(cpu_ms, (worker) => worker.detect(png));
      return detection?.data.orientation_degrees ?? 0;
    },
    async close() {
      await Promise.all([text.stop(), turning.stop()]);
    },
  };
}

type Parameters = Readonly<Record<string, string>>;

/** `osd` is not spoken: it tells which way up letters stand. */
type Language = "dan" | "eng" | "osd";

function thread(languages: readonly Language[], mode: OEM, parameters: Parameters) {
  let worker: Worker | null = null;
  const started = async (): Promise<Worker> => {
    if (worker !== null) return worker;
    const data = languages.map((code) => ({ code, data: languageData(code, mode) }));
    const isLegacy = mode === OEM.TESSERACT_ONLY;
    worker = await createWorker(data, mode, {
      workerPath: fileURLToPath(new URL("./engine-thread.js", import.meta.url)),
      cacheMethod: "none",
      legacyCore: isLegacy,
      legacyLang: isLegacy,
      errorHandler: () => undefined,
    });
    await worker.setParameters(parameters);
    return worker;
  };
  const stop = async (): Promise<void> => {
    const running = worker;
    worker = null;
    await running?.terminate();
  };
  return {
    stop,
    /** Null when the work takes too long or the engine cannot do it. */
    async within<Result>(cpu_ms: number, work: (worker: Worker) => Promise<Result>): Promise<Result | null> {
      const running = await started();
      const until = usedCpu_ms() + cpu_ms;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<null>((resolve) => {
        timer = setInterval(() => {
          if (usedCpu_ms() > until) resolve(null);
        }, LOOK_EVERY_MS);
      });
      const result = await Promise.race([work(running).catch(() => null), late]);
      clearInterval(timer);
      if (result === null) await stop();
      return result;
    },
  };
}

const require = createRequire(import.meta.url);

/** Where each language's data is installed. */
const INSTALLED: Readonly<Record<Language, () => string>> = {
  dan: () => require.resolve("@tesseract.js-data/dan/package.json"),
  eng: () => require.resolve("@tesseract.js-data/eng/package.json"),
  osd: () => require.resolve("@tesseract.js-data/osd/package.json"),
};

/** Given to the engine as bytes, so that it never looks for them anywhere. */
function languageData(code: Language, mode: OEM): Buffer {
  const folder = mode === OEM.LSTM_ONLY ? "4.0.0_best_int" : "4.0.0";
  return readFileSync(join(INSTALLED[code](), "..", folder, `${code}.traineddata.gz`));
}

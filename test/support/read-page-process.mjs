// Reads a picture with the service's own compiled code, within the processor time that its argument says. Told `bytes`,
// it says `begun` at each step, and at last how many lines it has read, or why none.
import { openPageReader } from "../../dist/platform/ocr/page-reader.js";

const reader = openPageReader({ pages_max: 1, page_cpu_ms: Number(process.argv[2]), isEnough: () => true });

process.once("message", ({ bytes }) => {
  const begun = () => process.send({ begun: true });
  void reader.read(bytes, begun).then(
    ([page]) => process.send({ lines: page.lines.length }, () => process.exit()),
    (error) => process.send({ lines: String(error) }, () => process.exit()),
  );
});

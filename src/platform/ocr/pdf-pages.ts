import { PDFiumLibrary } from "@hyzyla/pdfium";
import type { GreyPage } from "./page-image.ts";
import { PictureRefusal } from "./picture-refusal.ts";

const DPI = 300;
const POINTS_PER_INCH = 72;
/** Larger pages, such as plans and posters, are drawn with less detail. */
const PAGE_PIXELS_MAX = 12_000_000;

/**
 * Draws the pages of a PDF at 300 dpi, one after the other.
 * @throws PictureRefusal too_many_pages above `pages_max`, corrupt, encrypted
 */
export async function* pdfPages(bytes: Uint8Array, pages_max: number): AsyncGenerator<GreyPage> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes).catch((error: unknown) => {
      throw /password/i.test(String(error))
        ? new PictureRefusal("encrypted", "A password is needed to open the PDF.")
        : corrupt();
    });
    const count = document.getPageCount();
    if (count > pages_max) {
      throw new PictureRefusal("too_many_pages", `The PDF has more than ${pages_max} pages without text.`);
    }
    if (count === 0) throw corrupt();
    for (let index = 0; index < count; index += 1) {
      yield await drawn(document.getPage(index)).catch(() => {
        throw corrupt();
      });
    }
    document.destroy();
  } finally {
    library.destroy();
  }
}

type Document = Awaited<ReturnType<PDFiumLibrary["loadDocument"]>>;

async function drawn(page: ReturnType<Document["getPage"]>): Promise<GreyPage> {
  const { originalWidth, originalHeight } = page.getOriginalSize();
  const area = originalWidth * originalHeight;
  if (!(area > 0)) throw corrupt();
  const scale = Math.min(DPI / POINTS_PER_INCH, Math.sqrt(PAGE_PIXELS_MAX / area));
  const { data, width, height } = await page.render({ scale, colorSpace: "Gray", render: "bitmap" });
  return { data, width, height };
}

function corrupt(): PictureRefusal {
  return new PictureRefusal("corrupt", "The pages of the PDF cannot be drawn; it is cut off or damaged.");
}

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** A picture of a folder, and what stands in the way of people on it. */
const picture = z.object({ file: z.string(), faults: z.array(z.string()) });
export type Picture = z.output<typeof picture>;

const LIST = "pictures.jsonl";

/** The pictures that runs before have taken into a folder, by file name; of one that was taken twice the later. */
export function picturesTaken(folder: string): ReadonlyMap<string, Picture> {
  const list = join(folder, LIST);
  if (!existsSync(list)) return new Map();
  const lines = readFileSync(list, "utf8").split("\n");
  return new Map(
    lines.flatMap((line): [string, Picture][] => {
      if (line === "") return [];
      const one = picture.parse(JSON.parse(line));
      return existsSync(join(folder, one.file)) ? [[one.file, one]] : [];
    }),
  );
}

/** Adds a picture to the folder's list, so that a run that ends here goes on behind it. */
export function keepPicture(folder: string, taken: Picture): void {
  appendFileSync(join(folder, LIST), `${JSON.stringify(picture.parse(taken))}\n`);
}

import { constants } from "node:fs";
import { lstat, open, readdir, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import {
  SOURCE_FILE_BYTES_MAX,
  SOURCE_PAGE_ITEMS_MAX,
  type SourceConnector,
  SourceError,
  type SourceFile,
} from "../../core/source-connector.ts";

const ENTRIES_MAX = 50_000;
const DEPTH_MAX = 8;

/**
 * Files below a folder of the company's own directory `root`, in the order of their paths. Hidden names and symbolic links
 * are passed over: nothing outside of `root` can be reached.
 */
export function folderSource(root: string | null, path: string): SourceConnector {
  return {
    async test() {
      await directoryOf(root, path);
      return { host_key: null };
    },
    async pull({ cursor }) {
      const directory = await directoryOf(root, path);
      const after = typeof cursor?.["after"] === "string" ? cursor["after"] : "";
      const names = (await filesBelow(directory)).filter((name) => name > after);
      const page = names.slice(0, SOURCE_PAGE_ITEMS_MAX);
      const files = await Promise.all(page.map((name) => fileItem(directory, name)));
      const has_more = names.length > page.length;
      const last = page.at(-1) ?? null;
      // After the last name a new round begins: names are in no order of time.
      return { items: files.flatMap((file) => file ?? []), cursor: has_more ? { after: last } : null, has_more };
    },
    close: () => Promise.resolve(),
  };
}

async function directoryOf(root: string | null, path: string): Promise<string> {
  if (root === null) throw new SourceError("forbidden", "this installation offers no folders");
  try {
    const [home, directory] = await Promise.all([realpath(root), realpath(join(root, path))]);
    const inside = relative(home, directory);
    if (inside === ".." || inside.startsWith(`..${sep}`) || directory !== join(home, path)) {
      throw new SourceError("forbidden", "the folder leads out of the company's own directory");
    }
    return directory;
  } catch (error) {
    throw error instanceof SourceError
      ? error
      : new SourceError("forbidden", "the folder cannot be read", { cause: error });
  }
}

/** Paths relative to the directory, sorted by code unit. */
async function filesBelow(directory: string): Promise<string[]> {
  const paths: string[] = [];
  const open: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of await readdir(join(directory, next.path), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      const path = next.path === "" ? entry.name : `${next.path}/${entry.name}`;
      if (entry.isFile()) paths.push(path);
      if (entry.isDirectory() && next.depth < DEPTH_MAX) open.push({ path, depth: next.depth + 1 });
      if (paths.length > ENTRIES_MAX)
        throw new SourceError("bad_data", `the folder holds more than ${ENTRIES_MAX} files`);
    }
  }
  return paths.sort((left, right) => (left < right ? -1 : 1));
}

async function fileItem(directory: string, name: string): Promise<SourceFile | null> {
  const path = join(directory, name);
  const facts = await lstat(path).catch(() => null);
  if (facts === null || !facts.isFile()) return null;
  return {
    kind: "file",
    external_id: name,
    revision: `${facts.size}-${Math.floor(facts.mtimeMs)}`,
    name: name.split("/").at(-1) ?? name,
    read: () => readPlainFile(path),
  };
}

/** A link that has taken the file's place since it was listed is not followed, a pipe not waited for. */
async function readPlainFile(path: string): Promise<Buffer> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: unknown) => {
    throw new SourceError("forbidden", "the file cannot be read", { cause: error });
  });
  try {
    const facts = await file.stat();
    if (!facts.isFile()) throw new SourceError("bad_data", "is no ordinary file");
    if (facts.size > SOURCE_FILE_BYTES_MAX) throw tooLarge();
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The refusal of a document that no upload would take either. */
export function tooLarge(): SourceError {
  return new SourceError("bad_data", `the file is larger than ${SOURCE_FILE_BYTES_MAX / 1024 / 1024} MiB`);
}

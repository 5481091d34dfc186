import { z } from "zod";

/** What of a lock file is looked at; the rest is kept as it stands. */
const lockFile = z.looseObject({
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
});

/**
 * The lock file of a release: exactly the locked versions of what the service runs with, of every platform, without what is
 * only for development. `manifest` is the package.json that it lies beside.
 * @throws ZodError when `lock` is not a lock file of npm's version 2 or 3
 */
export function productionLock(lock: unknown, manifest: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { packages, ...rest } = lockFile.parse(lock);
  const kept = Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true);
  const { name, version, license, dependencies, optionalDependencies, bin, engines } = manifest;
  const root = { name, version, license, dependencies, optionalDependencies, bin, engines };
  return { ...rest, name, version, packages: { "": root, ...Object.fromEntries(kept) } };
}

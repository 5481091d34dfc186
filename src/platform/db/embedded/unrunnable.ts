/** Windows: a library that the program needs is not there (STATUS_DLL_NOT_FOUND). */
const LIBRARY_MISSING = 0xc0000135;
const OWN_SERVER = "Or install a PostgreSQL server (15 or newer) and set DATABASE_URL.";

/**
 * Why a program of the embedded database does not run on this machine, and what to do, by how its start failed: `code` is that
 * of the error or the program's exit code. Null: it ran, and has its own words.
 */
export function unrunnable(code: unknown, exists: boolean, platform: NodeJS.Platform): string | null {
  if (code === "ENOENT" && exists && platform === "linux") {
    return (
      "its programs are made for the GNU C library, which this machine lacks, as Alpine and other systems with musl do. " +
      `Use a system with glibc, such as Debian. ${OWN_SERVER}`
    );
  }
  if (code === "EACCES") {
    return (
      "its programs may not be executed here. Mount the file system that holds the installation (and DATA_DIR) without " +
      `noexec. ${OWN_SERVER}`
    );
  }
  if (platform === "win32" && code === LIBRARY_MISSING) {
    return `its programs need the Microsoft Visual C++ Redistributable (x64): install it. ${OWN_SERVER}`;
  }
  return null;
}

/** What differs between platforms about the embedded server; as a value, so that each platform's decisions can be looked at. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** Null where users have no numbers, as on Windows. */
  readonly uid: number | null;
  readonly gid: number | null;
}

export function thisMachine(): Machine {
  return { platform: process.platform, uid: process.getuid?.() ?? null, gid: process.getgid?.() ?? null };
}

/** How a server is started and stopped: as a child with signals, or by its own program, which Windows needs for both. */
export type Control = "signals" | "pg_ctl";

/**
 * Windows has no signals that a server could end by, and its server refuses to run with an administrator's rights, which
 * pg_ctl takes away.
 */
export function controlFor(platform: NodeJS.Platform): Control {
  return platform === "win32" ? "pg_ctl" : "signals";
}

/** sun_path holds 108 bytes on Linux and 104 on macOS, with the final zero byte. */
const SOCKET_PATH_BYTES_MAX = 103;
const SOCKET_FILE = ".s.PGSQL.5432";
/** What mkdtemp puts behind a name. */
const RANDOM_LETTERS = 6;

/** How a server is reached: by a socket below its home, by one in the system's temporary directory, or over loopback. */
export type Transport = "socket" | "short_socket" | "loopback";

/** What the operator may set: `auto` takes a socket wherever there can be one. */
export type TransportSetting = "auto" | "loopback";

export interface TransportFacts {
  readonly platform: NodeJS.Platform;
  readonly setting: TransportSetting;
  /** Directory of a socket beside the data, and the prefix of a fresh one elsewhere. */
  readonly beside: string;
  readonly elsewhere: string;
}

/** A socket is open to one user of the machine alone; a port is open to all of them, and needs a password. */
export function transportFor({ platform, setting, beside, elsewhere }: TransportFacts): Transport {
  if (platform === "win32" || setting === "loopback") return "loopback";
  const fits = (directory: string): boolean =>
    Buffer.byteLength(`${directory}/${SOCKET_FILE}`) <= SOCKET_PATH_BYTES_MAX;
  if (fits(beside)) return "socket";
  return fits(elsewhere + "x".repeat(RANDOM_LETTERS)) ? "short_socket" : "loopback";
}

/** File name of a program. */
export function programName(name: string, platform: NodeJS.Platform): string {
  return platform === "win32" ? `${name}.exe` : name;
}

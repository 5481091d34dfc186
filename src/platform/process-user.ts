import { userInfo } from "node:os";

/** Name of the user that this process runs as, or its number where it has no name. */
export function processUserName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}

/** Name and number, as far as there are such things. */
export function processUser(): string {
  const [name, number] = [processUserName(), process.getuid?.()];
  return number === undefined || name === String(number) ? name : `${name} (${number})`;
}

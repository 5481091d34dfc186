declare const jsonOf: unique symbol;

/**
 * A result that is already JSON text. Hot lists encode rows once, straight from the database's text,
 * and every transport sends the same bytes. The type parameter names the value that the text encodes.
 */
export class JsonText<T> {
  declare readonly [jsonOf]: T;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON text of an operation's result, whichever of the two forms it came in. */
export function toJsonText(result: unknown): string {
  return result instanceof JsonText ? result.text : JSON.stringify(result);
}

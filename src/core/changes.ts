/** Hears that something has changed, whichever process changed it. */
export interface ChangeWatch {
  /** Resolves at the next change, at once when there was one since the last call, and in any case after `timeout_ms`. */
  next(timeout_ms: number): Promise<void>;
  end(): void;
}

/** Changes of things with an id. What is missed while a connection is lost shows as a change. */
export interface Changes {
  /** From when this resolves on nothing is missed. */
  watch(id: string): Promise<ChangeWatch>;
}

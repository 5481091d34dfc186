import { isDeepStrictEqual } from "node:util";

export type Json = Readonly<Record<string, unknown>>;

export type ComponentKind = "schemas" | "responses" | "parameters" | "requestBodies" | "headers" | "examples";

/** What the description says once, by kind and name; operations refer to it. */
export interface ComponentStore {
  /**
   * Keeps a component and answers the reference to it. The same one may be kept again.
   * @throws Error when the name already stands for something else: a mistake in the code that names
   */
  keep(kind: ComponentKind, name: string, value: Json): Json;
  all(): Readonly<Record<string, Json>>;
}

export function createComponentStore(): ComponentStore {
  const kept = new Map<ComponentKind, Map<string, Json>>();
  return {
    keep(kind, name, value) {
      const sameKind = kept.get(kind) ?? new Map<string, Json>();
      kept.set(kind, sameKind);
      const component = sameKind.get(name);
      if (component !== undefined && !isDeepStrictEqual(component, value))
        throw new Error(`two ${kind} are called ${name}`);
      sameKind.set(name, value);
      return reference(kind, name);
    },
    all: () => Object.fromEntries([...kept].map(([kind, components]) => [kind, inOrder(components)])),
  };
}

export function reference(kind: ComponentKind, name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

function inOrder(components: ReadonlyMap<string, Json>): Json {
  return Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** "list_emissions", "supplier.invited", "created-at": "ListEmissions", "SupplierInvited", "CreatedAt". */
export function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

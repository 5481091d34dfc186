import { markup, type Markup } from "../../../../core/markup.ts";
import { NAMESPACES } from "./taxonomy.ts";

/** ix:header (Inline XBRL 1.1, 8): hidden facts, the taxonomy's entry point, contexts and units. It is not shown. */
export function ixHeader(
  taxonomy: string,
  { hidden, resources }: { readonly hidden: readonly Markup[]; readonly resources: readonly Markup[] },
): Markup {
  const hiddenFacts = hidden.length === 0 ? [] : [markup`<ix:hidden>${hidden}</ix:hidden>`];
  return markup`<div style="display:none"><ix:header>${hiddenFacts}
<ix:references><link:schemaRef xlink:type="simple" xlink:href="${taxonomy}"/></ix:references>
<ix:resources>
${resources}</ix:resources></ix:header></div>`;
}

/** Declarations for the root element: names in attribute values (concepts, members, units) use them as well. */
export function namespaceDeclarations(): Markup[] {
  return Object.entries(NAMESPACES).map(([prefix, namespace]) => markup` xmlns:${prefix}="${namespace}"`);
}

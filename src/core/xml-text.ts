/** XML 1.0, section 2.2: controls other than tab and line feed, single surrogates and the two noncharacters. */
// oxlint-disable-next-line no-control-regex -- these are the characters that must not come through
const NOT_IN_XML = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF\p{Surrogate}]/gu;

/** What stands in their place: a reader sees that something was there. */
const REPLACEMENT = "\uFFFD";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * A text as XML 1.0 can hold it: line ends are line feeds, as every parser makes them, and characters that no XML
 * document may contain are shown as U+FFFD. What is left reads back exactly.
 */
export function xmlReadable(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(NOT_IN_XML, REPLACEMENT);
}

/** A text as content of an XML or HTML element or of a quoted attribute without line breaks. */
export function xmlText(text: string): string {
  return xmlReadable(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** The same for drawings, which have no room for marks: characters that no XML document may contain are left out. */
export function xmlTextUnmarked(text: string): string {
  return xmlText(text.replaceAll(NOT_IN_XML, ""));
}

/** The tag of pages has the name that the formatter knows: white space in its templates means nothing. */
export { Markup as Html, markup as html } from "../../core/markup.ts";

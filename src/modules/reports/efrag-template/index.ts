export { fillEfragTemplate } from "./fill-template.ts";
export { openTemplate, TEMPLATE_VERSION, UnusableTemplate } from "./open-template.ts";

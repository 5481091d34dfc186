export { emitEvent } from "./emit-event.ts";

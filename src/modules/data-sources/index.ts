export { touchUploadSource } from "./store.ts";

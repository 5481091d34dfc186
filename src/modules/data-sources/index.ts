export { touchUploadSource, uploadSourceId } from "./store.ts";

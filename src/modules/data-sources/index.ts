export { dataSourceFilter } from "./data-source-filter.ts";
export { type FetchedFile, syncSource, type SyncPorts } from "./run-sync.ts";
export { pauseAll, pauseOfGrant } from "./pause-grantee.ts";
export { isFromMailbox, numberingSources, touchUploadSource, uploadSourceId } from "./store.ts";
export { queueDueSources, SYNC_SOURCE_JOB } from "./sync-schedule.ts";

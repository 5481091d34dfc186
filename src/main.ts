// Service units of release 0.1 run this file: the same as `carbon-ledger start`.
process.argv.splice(2, Infinity, "start");
await import("./cli.ts");

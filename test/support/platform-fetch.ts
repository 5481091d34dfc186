/**
 * Whoever is loaded first, Node's own undici or the package, answers every `fetch` of a process. Tests ask with Node's: the
 * package's release for the oldest Node of ours ends the process when a server closes while an answer is still being read
 * (nodejs/undici#5360). Product code never calls `fetch`.
 */
await fetch("data:,");

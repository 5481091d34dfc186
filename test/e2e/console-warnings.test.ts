import { expect, test } from "vitest";
import { freePort } from "../support/free-port.ts";
import { installation } from "../support/service-process.ts";

test("what a library warns of on the console is a line of the log", async () => {
  const site = installation();
  try {
    const warn = 'setInterval(() => console.warn("No %s answers", "name server"), 5).unref()';
    const { stdout } = await site.cliWith(
      {
        NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(warn)}"`,
        // The start ends by itself when this does not answer.
        DATABASE_URL: `postgres://nobody:none@127.0.0.1:${await freePort()}/none`,
      },
      "start",
    );
    const lines = stdout.split("\n").filter((line) => line.startsWith("{"));
    const warnings = lines
      .map((line): unknown => JSON.parse(line))
      .filter((line) => JSON.stringify(line).includes("answers"));
    expect(warnings[0]).toMatchObject({ level: "warn", source: "console", msg: "No name server answers" });
  } finally {
    await site.remove();
  }
});

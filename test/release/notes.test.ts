import { expect, test } from "vitest";
import { notesOf } from "../../scripts/release/notes.ts";

const CHANGELOG = `# Changelog

## Unreleased

### Added

- Not yet.

## 0.20.0 - 2026-12-01

## 0.2.0 - 2026-11-22

### Added

- One.

### Fixed

- Two.

## 0.1.0

- First.
`;

test("a version's notes are its section, whole, without its heading and its neighbours", () => {
  expect(notesOf(CHANGELOG, "0.2.0")).toBe("### Added\n\n- One.\n\n### Fixed\n\n- Two.\n");
  expect(notesOf(CHANGELOG, "0.1.0")).toBe("- First.\n");
});

test.each(["0.3.0", "0.2", "0.20.0"])("of %s there is nothing to say", (version) => {
  expect(notesOf(CHANGELOG, version)).toBeNull();
});

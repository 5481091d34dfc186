import { open } from "node:fs/promises";
import { sha256Hex } from "../core/content-hash.ts";
import { openTemplate } from "../modules/reports/forms/efrag/open-template.ts";
import { ConfigError } from "../platform/config/config.ts";
import type { EfragTemplate } from "./isolation/report-renderer.ts";

/** 25 times the published file. */
const FILE_BYTES_MAX = 20 * 1024 * 1024;

/**
 * EFRAG's workbook that VSME_TEMPLATE_FILE points at, as bytes: what happens to the file later changes no report. Null
 * when the setting is absent. @throws ConfigError when the file cannot be read or, where `isChecked`, is not the template.
 */
export async function readEfragTemplate(path: string | undefined, isChecked: boolean): Promise<EfragTemplate | null> {
  if (path === undefined) return null;
  try {
    const bytes = await boundedFile(path);
    if (isChecked) await openTemplate(bytes);
    return { bytes, sha256: sha256Hex(bytes) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    throw new ConfigError([`VSME_TEMPLATE_FILE: cannot be used: ${reason}`]);
  }
}

async function boundedFile(path: string): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size > FILE_BYTES_MAX) throw new Error(`the file is larger than ${FILE_BYTES_MAX} bytes`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

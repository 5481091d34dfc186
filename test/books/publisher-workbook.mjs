// Rows of a publisher's workbook, unzipped and read with a few lines of its own.
import { readFileSync } from "node:fs";
import { strFromU8, unzipSync } from "fflate";

const XML_TEXT = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };

function plain(text) {
  return text.replaceAll(/&(?:amp|lt|gt|quot|apos);/g, (found) => XML_TEXT[found]);
}

/** Texts of an element: runs of letters of different looks are one text. */
function textsIn(xml) {
  return plain([...xml.matchAll(/<t(?:\s[^>]*)?>([^<]*)<\/t>/g)].map(([, text]) => text).join(""));
}

/** Cells of each row of a sheet by the letters of their column, with the number of the row. */
export function sheetRows(path, sheet) {
  const parts = unzipSync(readFileSync(path), {
    filter: ({ name }) => name === sheet || name === "xl/sharedStrings.xml",
  });
  const shared = [...strFromU8(parts["xl/sharedStrings.xml"]).matchAll(/<si>([\s\S]*?)<\/si>/g)].map(([, one]) =>
    textsIn(one),
  );
  const rows = strFromU8(parts[sheet]).matchAll(/<row r="(\d+)"[^>]*>([\s\S]*?)<\/row>/g);
  return [...rows].map(([, row, xml]) => {
    const cells = xml.matchAll(/<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g);
    const named = [...cells].map(([, column, attributes, content = ""]) => {
      const value = /<v>([^<]*)<\/v>/.exec(content)?.[1];
      return [column, attributes.includes('t="s"') ? shared[Number(value)] : value];
    });
    return { row: Number(row), ...Object.fromEntries(named) };
  });
}

import { crc32, deflateRawSync } from "node:zlib";

export interface ZipEntry {
  readonly name: string;
  readonly content: Buffer | string;
  /** Overrides of the directory, to build archives that lie. */
  readonly declaredSize?: number;
  readonly flags?: number;
}

/** A ZIP archive with deflated entries, written by hand so that broken ones can be written too. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content);
    const packed = deflateRawSync(content);
    const name = Buffer.from(entry.name, "utf8");
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800 | (entry.flags ?? 0), 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.declaredSize ?? content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([signature(0x04034b50), common, name, packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, tail, name]));
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, index, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

export interface WorkbookParts {
  readonly sheet: string;
  readonly strings?: string;
  readonly styles?: string;
  readonly workbookAttributes?: string;
}

/** A one-sheet workbook from the XML of its sheet data. */
export function workbookOf({ sheet, strings = "", styles = "", workbookAttributes = "" }: WorkbookParts): Buffer {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  return zipOf([
    {
      name: "xl/workbook.xml",
      content: `<workbook ${main} xmlns:r="${relations}"><workbookPr ${workbookAttributes}/><sheets><sheet name="Lines" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    },
    { name: "xl/sharedStrings.xml", content: `<sst ${main}>${strings}</sst>` },
    { name: "xl/styles.xml", content: `<styleSheet ${main}>${styles}</styleSheet>` },
    { name: "xl/worksheets/sheet1.xml", content: `<worksheet ${main}><sheetData>${sheet}</sheetData></worksheet>` },
  ]);
}

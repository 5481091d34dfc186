/** Pictures that are looked for in one page's contents; scanners write one, or a few stripes. */
const PICTURES_MAX = 500;
/** Longest description of a picture before its data. */
const DESCRIPTION_BYTES_MAX = 4096;

/**
 * Bytes of a page's contents that are the samples of pictures written into them (ISO 32000-1, 8.9.7): "BI", a description,
 * "ID", the samples as long as the description says, "EI". Compressed samples are left to count as contents.
 */
export function inlinePictureBytes(content: Buffer): number {
  let bytes = 0;
  let at = 0;
  for (let count = 0; count < PICTURES_MAX; count += 1) {
    const begin = content.indexOf("BI", at);
    if (begin === -1) break;
    const description = content.subarray(begin, begin + DESCRIPTION_BYTES_MAX).toString("latin1");
    const data = /^BI\s[^]*?[\s\]>)]ID\s/.exec(description)?.[0];
    const length = data === undefined ? 0 : sampleBytes(data);
    const end = begin + (data?.length ?? 0) + length;
    const isWhole = length > 0 && /^\s*EI(?:\s|$)/.test(content.subarray(end, end + 8).toString("latin1"));
    if (isWhole) bytes += length;
    at = isWhole ? end : begin + 2;
  }
  return bytes;
}

const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
};

/** 0: compressed, or not stated. Palettes and masks have one component. */
function sampleBytes(description: string): number {
  if (/\/(?:F|Filter)[\s/[]/.test(description)) return 0;
  const width = entry(description, "W|Width");
  const height = entry(description, "H|Height");
  const isMask = /\/(?:IM|ImageMask)\s+true/.test(description);
  const bits = isMask ? 1 : (entry(description, "BPC|BitsPerComponent") ?? 8);
  const space = /\/(?:CS|ColorSpace)\s*\/(\w+)/.exec(description)?.[1] ?? "";
  return (height ?? 0) * Math.ceil(((width ?? 0) * bits * (COMPONENTS[space] ?? 1)) / 8);
}

function entry(description: string, names: string): number | null {
  const digits = new RegExp(`/(?:${names})\\s+(\\d{1,6})(?!\\d)`).exec(description)?.[1];
  return digits === undefined ? null : Number(digits);
}

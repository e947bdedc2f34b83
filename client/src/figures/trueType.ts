/** Reads fonts in TrueType's format (ISO/IEC 14496-22), and makes smaller ones of them. */

/** A font, as far as texts in one line need it. */
export interface TrueTypeFont {
  readonly unitsPerEm: number;
  readonly ascender: number;
  readonly descender: number;
  /** xMin, yMin, xMax, yMax of all glyphs, in font units. */
  readonly box: readonly number[];
  /** The number of the glyph of a character; 0, a box, where the font has none. */
  glyphOf(character: string): number;
  /** How far a glyph moves the next one, in font units. */
  advanceOf(glyph: number): number;
  /** A font with these glyphs only, numbered in this order. The first one has to be 0. */
  subset(glyphs: readonly number[]): Uint8Array;
}

export function readTrueType(file: Uint8Array): TrueTypeFont {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const tables = new Map<string, DataView>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i;
    const tag = String.fromCharCode(...file.subarray(at, at + 4));
    const start = file.byteOffset + view.getUint32(at + 8);
    tables.set(tag, new DataView(file.buffer, start, view.getUint32(at + 12)));
  }
  const table = (tag: string): DataView => {
    const found = tables.get(tag);
    if (!found) throw new Error(`the font has no table ${tag}`);
    return found;
  };
  const [head, hhea, hmtx, loca, glyf] = ['head', 'hhea', 'hmtx', 'loca', 'glyf'].map(table) as [
    DataView,
    DataView,
    DataView,
    DataView,
    DataView,
  ];
  const metrics = hhea.getUint16(34);
  const metricAt = (glyph: number) => 4 * Math.min(glyph, metrics - 1);
  const offset = (glyph: number) =>
    head.getInt16(50) === 1 ? loca.getUint32(4 * glyph) : 2 * loca.getUint16(2 * glyph);
  const outline = (glyph: number): Uint8Array<ArrayBuffer> => {
    const [start, end] = [offset(glyph), offset(glyph + 1)];
    return new Uint8Array(glyf.buffer as ArrayBuffer, glyf.byteOffset + start, end - start).slice();
  };
  const cmap = characterMap(table('cmap'));
  return {
    unitsPerEm: head.getUint16(18),
    ascender: hhea.getInt16(4),
    descender: hhea.getInt16(6),
    box: [36, 38, 40, 42].map((at) => head.getInt16(at)),
    glyphOf: (character) => cmap(character.codePointAt(0)!),
    advanceOf: (glyph) => hmtx.getUint16(metricAt(glyph)),
    subset(glyphs) {
      const all = [...glyphs];
      const outlines: Uint8Array[] = [];
      // Parts of composed glyphs follow the others.
      for (let i = 0; i < all.length; i++) {
        const bytes = outline(all[i]!);
        for (const at of partsOf(bytes)) {
          const own = new DataView(bytes.buffer);
          const part = own.getUint16(at);
          if (!all.includes(part)) all.push(part);
          own.setUint16(at, all.indexOf(part));
        }
        outlines.push(bytes);
      }
      const bearing = (glyph: number) =>
        glyph < metrics ? hmtx.getInt16(4 * glyph + 2) : hmtx.getInt16(4 * metrics + 2 * (glyph - metrics));
      return fontFile({
        head: changed(head, (copy) => copy.setInt16(50, 1)),
        hhea: changed(hhea, (copy) => copy.setUint16(34, all.length)),
        maxp: changed(table('maxp'), (copy) => copy.setUint16(4, all.length)),
        hmtx: joined(all.map((glyph) => numbers16([hmtx.getUint16(metricAt(glyph)), bearing(glyph)]))),
        loca: offsetsOf(outlines),
        glyf: joined(outlines.map(padded)),
      });
    },
  };
}

/** Where the numbers of the parts of a composed glyph are; nothing for a glyph with an outline of its own. */
function partsOf(bytes: Uint8Array): readonly number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length === 0 || view.getInt16(0) >= 0) return [];
  const places: number[] = [];
  for (let at = 10; ; ) {
    const flags = view.getUint16(at);
    places.push(at + 2);
    at += 4 + (flags & 0x1 ? 4 : 2) + (flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0);
    if (!(flags & 0x20)) return places;
  }
}

/** The table of the Basic Multilingual Plane, in format 4, which fonts have to have. */
function characterMap(cmap: DataView): (codePoint: number) => number {
  for (let i = 0; i < cmap.getUint16(2); i++) {
    const start = cmap.getUint32(4 + 8 * i + 4);
    if (cmap.getUint16(start) === 4) return segmentMap(cmap, start);
  }
  throw new Error('the font has no table of characters in format 4');
}

function segmentMap(cmap: DataView, start: number): (codePoint: number) => number {
  const twice = cmap.getUint16(start + 6);
  return (codePoint) => {
    for (let i = 0; i < twice; i += 2) {
      const ends = start + 14 + i;
      if (codePoint > cmap.getUint16(ends)) continue;
      const first = cmap.getUint16(ends + 2 + twice);
      if (codePoint < first) return 0;
      const delta = cmap.getUint16(ends + 2 + 2 * twice);
      const rangeAt = ends + 2 + 3 * twice;
      const range = cmap.getUint16(rangeAt);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = cmap.getUint16(rangeAt + range + 2 * (codePoint - first));
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}

/** A file of these tables. Readers of PDF look at no checksums. */
function fontFile(tables: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const entries = Object.entries(tables).sort(([a], [b]) => (a < b ? -1 : 1));
  const power = 2 ** Math.floor(Math.log2(entries.length));
  const header = numbers16([
    1,
    0,
    entries.length,
    16 * power,
    Math.log2(power),
    16 * (entries.length - power),
  ]);
  const contents = entries.map(([, bytes]) => padded(bytes));
  let position = header.length + 16 * entries.length;
  const directory = entries.map(([tag, bytes], i) => {
    const entry = new Uint8Array(16);
    const view = new DataView(entry.buffer);
    for (let at = 0; at < 4; at++) entry[at] = tag.charCodeAt(at);
    view.setUint32(8, position);
    view.setUint32(12, bytes.length);
    position += contents[i]!.length;
    return entry;
  });
  return joined([header, ...directory, ...contents]);
}

function offsetsOf(outlines: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(4 * (outlines.length + 1));
  const view = new DataView(bytes.buffer);
  let position = 0;
  for (const [i, each] of outlines.entries()) {
    position += padded(each).length;
    view.setUint32(4 * (i + 1), position);
  }
  return bytes;
}

function changed(table: DataView, change: (copy: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(table.buffer as ArrayBuffer, table.byteOffset, table.byteLength).slice();
  change(new DataView(bytes.buffer));
  return bytes;
}

function numbers16(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(2 * values.length);
  const view = new DataView(bytes.buffer);
  for (const [i, value] of values.entries()) view.setInt16(2 * i, value);
  return bytes;
}

/** Tables and outlines begin at multiples of four. */
function padded(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(4 * Math.ceil(bytes.length / 4));
  whole.set(bytes);
  return whole;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}

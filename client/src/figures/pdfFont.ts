import { decimal } from './pdfPath.ts';
import type { TrueTypeFont } from './trueType.ts';

/** The characters of a document that are drawn, and the part of the font that draws them. */
export class PdfFont {
  readonly #font: TrueTypeFont;
  /** Glyphs of the font, in the order of the part. Glyph 0 is drawn for characters that the font lacks. */
  readonly #glyphs: number[] = [0];
  readonly #characters = new Map<number, string>();

  constructor(font: TrueTypeFont) {
    this.#font = font;
  }

  /** A text as a string of PDF. */
  encoded(text: string): string {
    const codes = [...text].map((character) => {
      const glyph = this.#font.glyphOf(character);
      if (!this.#glyphs.includes(glyph)) this.#glyphs.push(glyph);
      const code = this.#glyphs.indexOf(glyph);
      if (code > 0 && !this.#characters.has(code)) this.#characters.set(code, character);
      return hex16(code);
    });
    return `<${codes.join('')}>`;
  }

  /** In ems. */
  widthOf(text: string): number {
    const { unitsPerEm } = this.#font;
    const advances = [...text].map((character) => this.#font.advanceOf(this.#font.glyphOf(character)));
    return advances.reduce((sum, advance) => sum + advance, 0) / unitsPerEm;
  }

  /**
   * The font with all that was encoded, as objects of PDF (ISO 32000-1, 9.7).
   *
   * @param first the number of the first object, which is the font.
   */
  objects(first: number): readonly string[] {
    const { unitsPerEm, ascender, descender, box } = this.#font;
    const size = (units: number) => decimal((1000 * units) / unitsPerEm);
    const name = '/FIGURE+Arimo';
    const file = this.#font.subset(this.#glyphs);
    const hex = Array.from(file, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const lines = hex.match(/.{1,120}/g)!.join('\n');
    const widths = this.#glyphs.map((glyph) => size(this.#font.advanceOf(glyph)));
    return [
      `<< /Type /Font /Subtype /Type0 /BaseFont ${name} /Encoding /Identity-H /DescendantFonts [${first + 1} 0 R] /ToUnicode ${first + 4} 0 R >>`,
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont ${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${first + 2} 0 R /CIDToGIDMap /Identity /W [0 [${widths.join(' ')}]] >>`,
      `<< /Type /FontDescriptor /FontName ${name} /Flags 4 /FontBBox [${box.map(size).join(' ')}] /ItalicAngle 0 /Ascent ${size(ascender)} /Descent ${size(descender)} /CapHeight ${size(ascender)} /StemV 80 /FontFile2 ${first + 3} 0 R >>`,
      `<< /Length ${lines.length + 2} /Length1 ${file.length} /Filter /ASCIIHexDecode >>\nstream\n${lines}>\n\nendstream`,
      stream(this.#unicode()),
    ];
  }

  /** What the glyphs stand for, so that texts can be searched and copied. */
  #unicode(): string {
    const entries = [...this.#characters].map(([code, text]) => `<${hex16(code)}> <${utf16(text)}>`);
    const blocks: string[] = [];
    for (let i = 0; i < entries.length; i += 100) {
      const some = entries.slice(i, i + 100);
      blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar\n`);
    }
    return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CMapName /Figure def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join('')}endcmap
end
end`;
  }
}

/** An object of PDF with a content of ASCII. */
export function stream(content: string): string {
  return `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** A text as UTF-16, big-endian, in hexadecimal digits. */
export function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, i) => hex16(text.charCodeAt(i))).join('');
}

function hex16(code: number): string {
  return code.toString(16).padStart(4, '0');
}

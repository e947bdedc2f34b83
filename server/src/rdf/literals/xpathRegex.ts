import { lazy } from '../../base/lazy.ts';
import { nameRest, nameStart } from './lexicalForms.ts';
import {
  harmlessLength,
  isLinearRegexLoaded,
  linearTest,
  maxMatchLength,
  type RegexTest,
  regexRisk,
} from './linearRegex.ts';

/**
 * The code points of the block that `\p{IsGreek}` and the like refer to (XSD 1.1 part 2, G.4.2.3), as a range for use
 * inside a character class. Undefined for unknown blocks, which include some of those beyond U+FFFF.
 */
function unicodeBlock(name: string): readonly [first: number, last: number] | undefined {
  return blocks.get(name);
}

/** The blocks of Unicode 14; white space is left out of their names. */
const table = `
  BasicLatin 0-7F, Latin-1Supplement 80-FF, LatinExtended-A 100-17F, LatinExtended-B 180-24F,
  IPAExtensions 250-2AF, SpacingModifierLetters 2B0-2FF, CombiningDiacriticalMarks 300-36F,
  GreekandCoptic 370-3FF, Cyrillic 400-4FF, CyrillicSupplement 500-52F, Armenian 530-58F, Hebrew 590-5FF,
  Arabic 600-6FF, Syriac 700-74F, ArabicSupplement 750-77F, Thaana 780-7BF, NKo 7C0-7FF, Samaritan 800-83F,
  Mandaic 840-85F, SyriacSupplement 860-86F, ArabicExtended-B 870-89F, ArabicExtended-A 8A0-8FF,
  Devanagari 900-97F, Bengali 980-9FF, Gurmukhi A00-A7F, Gujarati A80-AFF, Oriya B00-B7F, Tamil B80-BFF,
  Telugu C00-C7F, Kannada C80-CFF, Malayalam D00-D7F, Sinhala D80-DFF, Thai E00-E7F, Lao E80-EFF,
  Tibetan F00-FFF, Myanmar 1000-109F, Georgian 10A0-10FF, HangulJamo 1100-11FF, Ethiopic 1200-137F,
  EthiopicSupplement 1380-139F, Cherokee 13A0-13FF, UnifiedCanadianAboriginalSyllabics 1400-167F,
  Ogham 1680-169F, Runic 16A0-16FF, Tagalog 1700-171F, Hanunoo 1720-173F, Buhid 1740-175F, Tagbanwa 1760-177F,
  Khmer 1780-17FF, Mongolian 1800-18AF, UnifiedCanadianAboriginalSyllabicsExtended 18B0-18FF, Limbu 1900-194F,
  TaiLe 1950-197F, NewTaiLue 1980-19DF, KhmerSymbols 19E0-19FF, Buginese 1A00-1A1F, TaiTham 1A20-1AAF,
  CombiningDiacriticalMarksExtended 1AB0-1AFF, Balinese 1B00-1B7F, Sundanese 1B80-1BBF, Batak 1BC0-1BFF,
  Lepcha 1C00-1C4F, OlChiki 1C50-1C7F, CyrillicExtended-C 1C80-1C8F, GeorgianExtended 1C90-1CBF,
  SundaneseSupplement 1CC0-1CCF, VedicExtensions 1CD0-1CFF, PhoneticExtensions 1D00-1D7F,
  PhoneticExtensionsSupplement 1D80-1DBF, CombiningDiacriticalMarksSupplement 1DC0-1DFF,
  LatinExtendedAdditional 1E00-1EFF, GreekExtended 1F00-1FFF, GeneralPunctuation 2000-206F,
  SuperscriptsandSubscripts 2070-209F, CurrencySymbols 20A0-20CF,
  CombiningDiacriticalMarksforSymbols 20D0-20FF, LetterlikeSymbols 2100-214F, NumberForms 2150-218F,
  Arrows 2190-21FF, MathematicalOperators 2200-22FF, MiscellaneousTechnical 2300-23FF,
  ControlPictures 2400-243F, OpticalCharacterRecognition 2440-245F, EnclosedAlphanumerics 2460-24FF,
  BoxDrawing 2500-257F, BlockElements 2580-259F, GeometricShapes 25A0-25FF, MiscellaneousSymbols 2600-26FF,
  Dingbats 2700-27BF, MiscellaneousMathematicalSymbols-A 27C0-27EF, SupplementalArrows-A 27F0-27FF,
  BraillePatterns 2800-28FF, SupplementalArrows-B 2900-297F, MiscellaneousMathematicalSymbols-B 2980-29FF,
  SupplementalMathematicalOperators 2A00-2AFF, MiscellaneousSymbolsandArrows 2B00-2BFF, Glagolitic 2C00-2C5F,
  LatinExtended-C 2C60-2C7F, Coptic 2C80-2CFF, GeorgianSupplement 2D00-2D2F, Tifinagh 2D30-2D7F,
  EthiopicExtended 2D80-2DDF, CyrillicExtended-A 2DE0-2DFF, SupplementalPunctuation 2E00-2E7F,
  CJKRadicalsSupplement 2E80-2EFF, KangxiRadicals 2F00-2FDF, IdeographicDescriptionCharacters 2FF0-2FFF,
  CJKSymbolsandPunctuation 3000-303F, Hiragana 3040-309F, Katakana 30A0-30FF, Bopomofo 3100-312F,
  HangulCompatibilityJamo 3130-318F, Kanbun 3190-319F, BopomofoExtended 31A0-31BF, CJKStrokes 31C0-31EF,
  KatakanaPhoneticExtensions 31F0-31FF, EnclosedCJKLettersandMonths 3200-32FF, CJKCompatibility 3300-33FF,
  CJKUnifiedIdeographsExtensionA 3400-4DBF, YijingHexagramSymbols 4DC0-4DFF, CJKUnifiedIdeographs 4E00-9FFF,
  YiSyllables A000-A48F, YiRadicals A490-A4CF, Lisu A4D0-A4FF, Vai A500-A63F, CyrillicExtended-B A640-A69F,
  Bamum A6A0-A6FF, ModifierToneLetters A700-A71F, LatinExtended-D A720-A7FF, SylotiNagri A800-A82F,
  CommonIndicNumberForms A830-A83F, Phags-pa A840-A87F, Saurashtra A880-A8DF, DevanagariExtended A8E0-A8FF,
  KayahLi A900-A92F, Rejang A930-A95F, HangulJamoExtended-A A960-A97F, Javanese A980-A9DF,
  MyanmarExtended-B A9E0-A9FF, Cham AA00-AA5F, MyanmarExtended-A AA60-AA7F, TaiViet AA80-AADF,
  MeeteiMayekExtensions AAE0-AAFF, EthiopicExtended-A AB00-AB2F, LatinExtended-E AB30-AB6F,
  CherokeeSupplement AB70-ABBF, MeeteiMayek ABC0-ABFF, HangulSyllables AC00-D7AF,
  HangulJamoExtended-B D7B0-D7FF, PrivateUseArea E000-F8FF, CJKCompatibilityIdeographs F900-FAFF,
  AlphabeticPresentationForms FB00-FB4F, ArabicPresentationForms-A FB50-FDFF, VariationSelectors FE00-FE0F,
  VerticalForms FE10-FE1F, CombiningHalfMarks FE20-FE2F, CJKCompatibilityForms FE30-FE4F,
  SmallFormVariants FE50-FE6F, ArabicPresentationForms-B FE70-FEFF, HalfwidthandFullwidthForms FF00-FFEF,
  Specials FFF0-FFFF, OldItalic 10300-1032F, Gothic 10330-1034F, Deseret 10400-1044F,
  ByzantineMusicalSymbols 1D000-1D0FF, MusicalSymbols 1D100-1D1FF, MathematicalAlphanumericSymbols 1D400-1D7FF,
  MahjongTiles 1F000-1F02F, DominoTiles 1F030-1F09F, PlayingCards 1F0A0-1F0FF,
  EnclosedAlphanumericSupplement 1F100-1F1FF, EnclosedIdeographicSupplement 1F200-1F2FF,
  MiscellaneousSymbolsandPictographs 1F300-1F5FF, Emoticons 1F600-1F64F, TransportandMapSymbols 1F680-1F6FF,
  SupplementalSymbolsandPictographs 1F900-1F9FF, CJKUnifiedIdeographsExtensionB 20000-2A6DF,
  CJKCompatibilityIdeographsSupplement 2F800-2FA1F, Tags E0000-E007F
`;

const blocks = new Map<string, readonly [first: number, last: number]>(
  table
    .trim()
    .split(/,\s+/)
    .map((entry) => {
      const [, name, first, last] = /^(\S+) (\w+)-(\w+)$/.exec(entry)!;
      return [name!, [Number.parseInt(first!, 16), Number.parseInt(last!, 16)]];
    }),
);

/** Block names of earlier versions of Unicode, which XSD 1.0 uses. */
const formerNames = [
  ['Greek', 'GreekandCoptic'],
  ['CyrillicSupplementary', 'CyrillicSupplement'],
  ['CombiningMarksforSymbols', 'CombiningDiacriticalMarksforSymbols'],
  ['PrivateUse', 'PrivateUseArea'],
] as const;

for (const [former, name] of formerNames) blocks.set(former, blocks.get(name)!);

/** The compiled regular expression of an sh:pattern, or why it is invalid. */
export type RegexReading =
  | {
      readonly kind: 'regex';
      readonly regex: RegExp;
      /** Whether a text has a match: in linear time where V8 may take long, if RE2 knows the syntax and is loaded. */
      readonly test: RegexTest;
      /** Why `test` may take forever with a text of some length, in UTF-16 units; undefined when it can't. */
      readonly mayHang: (length: number) => string | undefined;
      /** The same for `regex`, which V8 matches. */
      readonly mayBacktrack: (length: number) => string | undefined;
    }
  | { readonly kind: 'illFormed'; readonly message: string };

const cache = new Map<string, RegexReading>();
const cacheLimit = 2000;

/**
 * Compiles an XPath regular expression with its flags (i, m, s, x, q) to a JavaScript one in Unicode mode, so that
 * `\p{L}` and characters beyond U+FFFF work. Where the two languages differ, XPath wins, with exceptions that users of
 * every SHACL engine expect: `\d`, `\w`, `\s` and `\b` have the meaning that they have in JavaScript, and escaped
 * punctuation stands for itself. Syntax that only JavaScript has, such as lookahead, also works. Never throws.
 */
export function compileRegex(pattern: string, flags: string): RegexReading {
  const key = `${flags}/${pattern}`;
  let reading = cache.get(key);
  if (reading === undefined) {
    if (cache.size >= cacheLimit) cache.clear();
    reading = compile(pattern, flags);
    cache.set(key, reading);
  }
  return reading;
}

function compile(pattern: string, flags: string): RegexReading {
  const unknown = [...flags].find((flag) => !'imsxq'.includes(flag));
  if (unknown !== undefined) {
    return illFormed(`"${unknown}" is not a flag of regular expressions; flags are i, m, s, x and q.`);
  }
  try {
    const source = flags.includes('q') ? quote(pattern) : new Translator(pattern, flags).translated();
    // All other flags are expressed in the source.
    return guarded(pattern, flags, new RegExp(source, flags.includes('i') ? 'iu' : 'u'));
  } catch (error) {
    if (error instanceof UnknownBlock)
      return illFormed(`\\p{${error.block}} is not a known block of Unicode.`);
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : String(error);
    return illFormed(`The regular expression is not valid: ${reason}.`);
  }
}

function guarded(pattern: string, flags: string, regex: RegExp): RegexReading {
  const risk = lazy(() => regexRisk(pattern, flags));
  const longest = lazy(() => (risk() === undefined ? maxMatchLength(pattern, flags) : harmlessLength));
  const linear = lazy(() => linearTest(regex.source, regex.ignoreCase));
  const isLong = (length: number) => length > harmlessLength && length > longest();
  const linearIfLong = (length: number): RegexTest | undefined =>
    isLong(length) && isLinearRegexLoaded() ? linear() : undefined;
  const mayBacktrack = (length: number) =>
    isLong(length) ? (risk() ?? `a text that it is matched with has ${length} characters`) : undefined;
  return {
    kind: 'regex',
    regex,
    test: (text) => linearIfLong(text.length)?.(text) ?? regex.test(text),
    mayHang: (length) => (linearIfLong(length) ? undefined : mayBacktrack(length)),
    mayBacktrack,
  };
}

function illFormed(message: string): RegexReading {
  return { kind: 'illFormed', message };
}

function quote(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Thrown for a Unicode block that is not known; `compile` catches it. */
class UnknownBlock extends Error {
  readonly block: string;

  constructor(block: string) {
    super();
    this.block = block;
  }
}

/** JavaScript knows more line ends than XPath, so these constants spell out the XPath meaning. */
const anyButLineEnd = '[^\\n\\r]';
const anyCharacter = '[\\s\\S]';
/** In XPath, no line starts after a line end at the end of the text. */
const startOfLine = '(?:^|(?<=\\n)(?!$))';
const endOfLine = '(?=\\n|$)';

/** A set of characters: the members inside the brackets of a class, and whether the set is their complement. */
interface CharacterSet {
  readonly members: string;
  readonly isComplement: boolean;
}

/** Rewrites the XPath syntax that JavaScript's Unicode mode lacks or writes differently. */
class Translator {
  readonly #pattern: string;
  readonly #flags: string;
  #position = 0;

  constructor(pattern: string, flags: string) {
    this.#pattern = pattern;
    this.#flags = flags;
  }

  translated(): string {
    let result = '';
    while (this.#position < this.#pattern.length) result += this.#atom();
    return result;
  }

  #atom(): string {
    const c = this.#pattern[this.#position]!;
    if (c === '\\') {
      const set = this.#characterSet();
      return set ? classOf(set) : this.#escape();
    }
    if (c === '[') return this.#class();
    this.#position++;
    switch (c) {
      case '.':
        return this.#flags.includes('s') ? anyCharacter : anyButLineEnd;
      case '^':
        return this.#flags.includes('m') ? startOfLine : c;
      case '$':
        return this.#flags.includes('m') ? endOfLine : c;
      case ' ':
      case '\t':
      case '\n':
      case '\r':
        return this.#flags.includes('x') ? '' : c;
      default:
        return c;
    }
  }

  /**
   * Reads `\i`, `\c` or `\p{IsGreek}`, which JavaScript lacks. For any other escape, reads nothing and returns
   * undefined.
   */
  #characterSet(): CharacterSet | undefined {
    const rest = this.#pattern.slice(this.#position);
    const block = /^\\([pP])\{Is([^}]*)\}/.exec(rest);
    if (block) {
      const range = unicodeBlock(block[2]!);
      if (range === undefined) throw new UnknownBlock(`Is${block[2]}`);
      this.#position += block[0].length;
      const members = range.map((codePoint) => `\\u{${codePoint.toString(16)}}`).join('-');
      return { members, isComplement: block[1] === 'P' };
    }
    const name = /^\\([iIcC])/.exec(rest)?.[1];
    if (name === undefined) return undefined;
    this.#position += 2;
    return {
      members: name.toLowerCase() === 'i' ? nameStart : nameRest,
      isComplement: name !== name.toLowerCase(),
    };
  }

  /** Reads an escape. Punctuation that may not be escaped in Unicode mode is written without the backslash. */
  #escape(insideClass = false): string {
    const c = this.#pattern[this.#position + 1];
    this.#position += 2;
    if (c === undefined) return '\\';
    const isPlain = /[^A-Za-z0-9^$\\.*+?()[\]{}|/]/u.test(c) && !(insideClass && c === '-');
    return isPlain ? c : `\\${c}`;
  }

  /** Reads a character class, starting at its `[`. A subtraction `[a-z-[aeiou]]` becomes a lookahead. */
  #class(): string {
    this.#position++;
    const isComplement = this.#pattern[this.#position] === '^';
    if (isComplement) this.#position++;
    let members = '';
    const complements: string[] = [];
    while (this.#position < this.#pattern.length && this.#pattern[this.#position] !== ']') {
      if (this.#pattern.startsWith('-[', this.#position)) {
        this.#position++;
        const subtracted = this.#class();
        if (!this.#take(']')) throw unterminated();
        return `(?:(?!${subtracted})${union(members, complements, isComplement)})`;
      }
      const set = this.#characterSet();
      if (set) {
        if (set.isComplement) complements.push(set.members);
        else members += set.members;
      } else members += this.#member();
    }
    if (!this.#take(']')) throw unterminated();
    return union(members, complements, isComplement);
  }

  #member(): string {
    const c = this.#pattern[this.#position]!;
    if (c === '\\') return this.#escape(true);
    this.#position++;
    return c === '[' ? '\\[' : c;
  }

  #take(c: string): boolean {
    if (this.#pattern[this.#position] !== c) return false;
    this.#position++;
    return true;
  }
}

function unterminated(): SyntaxError {
  return new SyntaxError('Unterminated character class');
}

function classOf({ members, isComplement }: CharacterSet): string {
  return isComplement ? `[^${members}]` : `[${members}]`;
}

/**
 * Matches a character that is among the members or outside one of the complements, or any other character when
 * `isComplement`.
 */
function union(members: string, complements: readonly string[], isComplement: boolean): string {
  if (complements.length === 0) return classOf({ members, isComplement });
  const parts = [`[${members}]`, ...complements.map((complement) => `[^${complement}]`)].join('|');
  return isComplement ? `(?:(?!${parts})${anyCharacter})` : `(?:${parts})`;
}

import fc from 'fast-check';
import type { ReplacedRange } from '../../base/textChange.ts';

export interface EditedText {
  readonly text: string;
  /** What was replaced, perhaps more than need be; undefined when an editor would not tell. */
  readonly change: ReplacedRange | undefined;
}

/** Changes a text; what it does depends on the text. */
type Edit = (text: string) => EditedText;

/** Tokens, and pieces that change the meaning of much of what follows them. */
const piece = fc.oneof(
  fc.constantFrom('"', "'", '"""', "'''", '<', '>', '[', ']', '(', ')', '#', '.', ';', ',', '\\', '@', '^^'),
  fc.constantFrom(
    ' ',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '\n  ',
    ' \n',
    '....',
    '1.e',
    '.5',
    '"x"@en ',
    '$ ',
    '\n"""\n',
  ),
  fc.constantFrom(
    'ex:a',
    'ex:b ',
    '<#x>',
    'a',
    '_:a ',
    'true ',
    '~',
    '<<',
    '<<( ',
    ' >> ',
    ')>>',
    '{|',
    '|}',
    '1 ',
    'é',
    '😀',
    '\ud83d',
    '\ude00',
    '\ufeff',
  ),
  fc.constantFrom(
    '@prefix ex: <http://example.org/> .\n',
    '\n@prefix ex: <http://example.org/other/> .',
    '@prefix ex: <not closed .\n',
    'PREFIX new: <urn:new:>\n',
    '@base <http://example.org/base/> .',
    'base <deeper>',
    '@prefix',
  ),
  fc.constantFrom(
    'ex:a ex:p [ ex:q ( 1 [] ) ] .\n',
    '\nex:n ex:p "new" ; ex:q ex:b .\n',
    '[] ex:p [] .',
    'ex:a ex:p """two\nlines""" .',
    'ex:a ex:p ex:b\n',
    '  ex:p ex:q ;\n',
    'ex:a ex:p << ex:a ex:p 1 ~ ex:r >> .\n',
    ' {| ex:q <<( ex:a a [] )>> |}',
    '# comment\n',
    ' # "ex:a ex:b ex:c .',
  ),
);

/** A place in any text, as a fraction of its length. */
const place = fc.double({ min: 0, max: 1, noNaN: true, noDefaultInfinity: true });

const replacing = (length: fc.Arbitrary<number>, by: fc.Arbitrary<string>): fc.Arbitrary<Edit> =>
  fc.tuple(place, length, by).map(([at, count, inserted]) => (text) => {
    const start = Math.round(at * text.length);
    return replaced(text, start, Math.min(start + count, text.length), inserted);
  });

const typing = replacing(fc.nat({ max: 2 }), piece);
const deleting = replacing(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.nat({ max: 80 })), fc.constant(''));

/** Puts a part of the text elsewhere, or there as well. */
const pasting: fc.Arbitrary<Edit> = fc
  .tuple(place, fc.nat({ max: 80 }), place)
  .map(([from, length, to]) => (text) => {
    const start = Math.round(from * text.length);
    const at = Math.round(to * text.length);
    return replaced(text, at, at, text.slice(start, start + length));
  });

const wholeLine = (edit: (line: string, next: string) => string): fc.Arbitrary<Edit> =>
  place.map((at) => (text) => {
    const middle = Math.round(at * text.length);
    const start = text.lastIndexOf('\n', middle - 1) + 1;
    const lineEnd = (offset: number) => (text.indexOf('\n', offset) + 1 || text.length + 1) - 1;
    const end = lineEnd(start);
    const nextEnd = Math.min(lineEnd(end + 1), text.length);
    return replaced(text, start, nextEnd, edit(text.slice(start, end), text.slice(end + 1, nextEnd)));
  });

const deletingLine = wholeLine((_, next) => next);
const swappingLines = wholeLine((line, next) => `${next}\n${line}`);
const joiningLines = wholeLine((line, next) => `${line} ${next}`);
const commentingLine = wholeLine((line, next) => `# ${line}\n${next}`);

const wholeText: fc.Arbitrary<Edit> = fc
  .constantFrom<(text: string) => string>(
    () => '',
    (text) => `${text}\n${text}`,
    (text) => text.replaceAll('\n', '\r\n'),
    (text) => text.replaceAll('ex:', 'other-1.x:'),
    (text) => text.slice(text.length >> 1),
  )
  .map((edit) => (text) => replaced(text, 0, text.length, edit(text)));

const plainEdit = fc.oneof(
  { weight: 10, arbitrary: typing },
  { weight: 4, arbitrary: deleting },
  { weight: 2, arbitrary: pasting },
  { weight: 1, arbitrary: deletingLine },
  { weight: 1, arbitrary: swappingLines },
  { weight: 1, arbitrary: joiningLines },
  { weight: 1, arbitrary: commentingLine },
  { weight: 1, arbitrary: wholeText },
);

/** Edits with what the editor tells of them. */
const toldEdit: fc.Arbitrary<Edit> = fc
  .tuple(plainEdit, fc.constantFrom('exact', 'exact', 'exact', 'wide', 'unknown'))
  .map(([edit, told]) => (text) => {
    const { text: after, change } = edit(text);
    if (told === 'exact') return { text: after, change };
    const wide = { start: 0, end: text.length, length: after.length };
    return { text: after, change: told === 'wide' ? wide : undefined };
  });

/**
 * The versions of a text that is edited as people and programs do it: typing, deleting, pasting, moving and
 * commenting lines, formatting. There is at least one edit.
 */
export function arbitraryHistory(
  first: fc.Arbitrary<string>,
  maxEdits: number,
): fc.Arbitrary<{ readonly first: string; readonly edits: readonly EditedText[] }> {
  return fc.tuple(first, fc.array(toldEdit, { minLength: 1, maxLength: maxEdits })).map(([text, edits]) => {
    let last = text;
    const versions = edits.map((edit) => {
      const version = edit(last);
      last = version.text;
      return version;
    });
    return { first: text, edits: versions };
  });
}

function replaced(text: string, start: number, end: number, by: string): EditedText {
  return {
    text: text.slice(0, start) + by + text.slice(end),
    change: { start, end, length: by.length },
  };
}

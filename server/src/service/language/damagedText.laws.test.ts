/** What editors ask for at each keystroke is asked about texts that are broken in any way: an answer or none, and in place. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import '../../testing/seed.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { analysedFolder, edited } from '../../testing/analysedFolder.ts';
import { packedVocabularies } from '../../testing/packedVocabularies.ts';
import { runs } from '../../testing/runs.ts';
import { hintKinds } from '../../workspace/project/settings.ts';
import { completion, linkAt } from './completion/completion.ts';
import { termDocumentation } from './completion/termNames.ts';
import { inlayHints } from './hints/inlayHints.ts';
import { symbolHover } from './hover/symbolHover.ts';
import { iriRewrites } from './iris/iriRewrites.ts';
import { codeLenses, countedLens, countedUses } from './lenses/codeLenses.ts';

const numRuns = runs(Number(process.env.TURTLE_RUNS ?? 120));
const vocabularies = await packedVocabularies('rdf', 'sh', 'foaf', 'dcat', 'skos', 'qudt');
const files = await Promise.all(
  [
    ['demo', 'catalogue.ttl'],
    ['demo', 'shapes/unit-shapes.ttl'],
    ['hvac', 'multi-zone-ahu.ttl'],
    ['university', 'university.ttl'],
    ['university', 'university-shapes.ttl'],
  ].map(([folder, path]) => analysedFolder(folder!, path!)),
);

/** What opens or ends something, and what is half of something. */
const pieces = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      ' ',
      '.',
      ';',
      ',',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '"',
      '"""',
      "'",
      '^^',
      '@',
      '@pre',
      '#',
      '\\',
      ':',
      '_:',
    ],
    ...[
      'a ',
      'foaf:',
      'sh:in ( ',
      'sh:sparql [ sh:select """SELECT ?',
      '# shapes: ',
      '@prefix x: <',
      '\r',
      '\u0000',
    ],
    ...[
      '😀',
      '\ud83d',
      '%',
      '\\u00',
      '{',
      '|',
      '$this ',
      'sh:property [ sh:path ',
      'dcat:theme ',
      '-1e',
      '<<( ',
    ],
  ),
  fc.string({ maxLength: 6, unit: 'binary' }),
);
const damages = fc.array(fc.record({ at: fc.nat(), length: fc.nat(40), piece: pieces }), {
  minLength: 1,
  maxLength: 4,
});

test('completion, hovers, lenses, hints and rewrites of damaged texts do not fail, and are where they were asked for', () =>
  fc.assert(
    fc.asyncProperty(
      fc.nat(files.length - 1),
      damages,
      fc.nat(),
      fc.boolean(),
      async (which, all, pick, isNear) => {
        let file = files[which]!;
        let last = 0;
        for (const { at, length, piece } of all) {
          const size = file.document.text.length;
          const start = at % (size + 1);
          file = edited(file, { range: { start, end: Math.min(size, start + length) }, newText: piece });
          last = start + piece.length;
        }
        const { text } = file.document;
        const offset = isNear ? Math.min(text.length, last) : pick % (text.length + 1);
        const isInText = ({ start, end }: TextRange) => 0 <= start && start <= end && end <= text.length;
        const isAround = (range: TextRange) =>
          isInText(range) && range.start <= offset && offset <= range.end;

        linkAt(file, offset);
        const { range, items } = completion(file, offset, {
          snippets: true,
          locale: 'de-AT',
          vocabularies,
          files: [file.document.uri, 'file:///workspace/other.ttl'].map((uri) => ({
            uri,
            isMeant: true,
            isLinked: false,
          })),
        });
        expect(range).toSatisfy(isAround);
        expect(new Set(items.map(({ label }) => label)).size).toBe(items.length);
        for (const { newText, overwritten, edits, iri } of items.slice(0, 10)) {
          const replaced = { start: range.start, end: range.end + overwritten };
          expect(replaced).toSatisfy(isInText);
          expect(applyEdits(text, [{ range: replaced, newText }, ...edits])).toContain(newText);
          if (iri !== undefined) termDocumentation(file, iri, 'de', vocabularies);
        }

        const hover = symbolHover(file, offset, { format: 'markdown', locale: 'de', vocabularies });
        // Of brackets, only the first one is marked.
        const isOfBracket = /^[[(]/.test(text.slice(hover?.range.start));
        if (hover) expect(hover.range).toSatisfy(isOfBracket ? isInText : isAround);

        for (const { range, counts } of codeLenses(file, { uses: 'subjects' })) {
          expect(range).toSatisfy(isInText);
          if (counts === 'trial') continue;
          const id = file.document.sources.termAt(range.start)!.node.id;
          const counted =
            counts === 'uses'
              ? await countedUses(id, file.documents, new AbortController().signal)
              : countedLens(id, counts, file);
          for (const place of counted.places) {
            expect(place.range.end).toBeLessThanOrEqual(place.document.text.length);
          }
        }
        const kinds = hintKinds;
        for (const hint of inlayHints(file, { start: 0, end: text.length }, { kinds, locale: 'de' })) {
          expect(hint.offset).toBeLessThanOrEqual(text.length);
        }
        const here = { start: offset, end: offset };
        const options = { wellKnown: async () => vocabularies.prefixes, isInvoked: true };
        for (const { edits } of await iriRewrites(file.document, here, options)) {
          const after = new TurtleDocument(file.document.uri, 2, applyEdits(text, edits));
          expect(after.graph.size).toBe(file.document.graph.size);
        }
      },
    ),
    { numRuns },
  ));

/** What commands do to texts that people lay out in their own way: what is stated, each comment, line ends and a BOM stay. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { planEdits } from '../../rdf/edits/planEdits.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { runs, triesAll } from '../../testing/runs.ts';
import '../../testing/seed.ts';
import { formatDocument } from '../../rdf/turtle/formatting/formatDocument.ts';
import { readFormatItems } from '../../rdf/turtle/formatting/formatItems.ts';
import { defaultFormatOptions } from '../../rdf/turtle/formatting/formatOptions.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { triplesByGraph, UnnamedGraphError } from '../../rdf/turtle/turtleOf.ts';
import { describeShared } from '../../testing/shared.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import { defaultSettings } from '../../workspace/project/settings.ts';
import { inferredTurtle, withRuleInferences } from '../ide/inferredTurtle.ts';
import { ShapesCache, unitGraphs } from '../ide/unitGraphs.ts';
import { paste } from './paste/paste.ts';
import { organizePrefixes } from './prefixes/organizePrefixes.ts';
import { unneededPrefixes } from './prefixes/unneededPrefixes.ts';
import { rename } from './rename/rename.ts';
import { renameTarget } from './rename/renameTarget.ts';
import { sortStatements } from './sorting/sortStatements.ts';

const documentOf = (text: string, extension = '.ttl') =>
  new TurtleDocument(`http://example.org/folder/document${extension}`, 1, text);
const withEdit = (text: string, edit: Parameters<typeof applyEdits>[1][number] | undefined) =>
  edit ? applyEdits(text, [edit]) : text;

/** What each command makes of a text. */
const commands: Readonly<Record<string, (document: TurtleDocument) => string>> = {
  'Format Document': (document) => applyEdits(document.text, formatDocument(document, defaultFormatOptions)),
  'Format Document with aligned and sorted prefixes': (document) => {
    const options = { ...defaultFormatOptions, alignPrefixes: true, sortPrefixes: true };
    return applyEdits(document.text, formatDocument(document, options));
  },
  'Organize Prefixes': (document) =>
    withEdit(document.text, organizePrefixes(document, defaultFormatOptions)),
  'Sort Statements': (document) => withEdit(document.text, sortStatements(document)),
  'the quick fixes that remove a prefix': (document) =>
    applyEdits(
      document.text,
      unneededPrefixes(document).map(({ removal }) => removal),
    ),
};

/** A text after a command that changes what is stated, and what it has to state. */
interface Changed {
  readonly text: string;
  readonly triples: Iterable<Triple>;
}

/** What commands make of a text, given which place of it is meant; undefined where they do nothing or refuse. */
const changes: Readonly<
  Record<string, (document: TurtleDocument, place: number) => Promise<Changed | undefined>>
> = {
  async 'Rename Symbol'(document, place) {
    const offset = place % (document.text.length + 1);
    const target = renameTarget(document, offset);
    if (target.kind !== 'iri') return undefined;
    const context = { documents: [document], locked: async () => undefined };
    const found = await rename(offset, '<urn:renamed>', context, new AbortController().signal);
    if (found.kind === 'refused') return undefined;
    const text = applyEdits(
      document.text,
      found.files.flatMap(({ edits }) => edits),
    );
    return { text, triples: Array.from(document.graph.triples(), (triple) => renamed(triple, target.id)) };
  },
  async paste(document, place) {
    const start = startOfStatement(document, place);
    const range = { start, end: start };
    const clipboard = { text: 'zz:a zz:b zz:c . ', prefixes: new Map([['zz', 'urn:zz:']]) };
    const pasted = paste(document, range, clipboard, new Map());
    if (!pasted) return undefined;
    const text = applyEdits(document.text, [...pasted.edits, { range, newText: pasted.text }]);
    const [subject, predicate, object] = ['a', 'b', 'c'].map((name) => terms.iri(`urn:zz:${name}`));
    const added = { subject: subject!, predicate: predicate!, object: object! };
    return { text, triples: [...document.graph.triples(), added] };
  },
  // Quick fixes, Fix All and repairs of models are written by it.
  async 'a repair'(document, place) {
    const all = [...document.graph.triples()];
    const removed = all[place % all.length];
    if (!removed) return undefined;
    const added = { ...removed, object: terms.literal('repaired') };
    const plan = planEdits(document, { removed: [removed], added: [added] });
    if (plan.kind === 'notExpressible') return undefined;
    const triples = [...all.filter((each) => tripleKey(each) !== tripleKey(removed)), added];
    return { text: applyEdits(document.text, plan.edits), triples };
  },
};

function startOfStatement(document: TurtleDocument, place: number): number {
  const { text, statements } = document;
  // The last statement of a graph block may have no dot, and a name may follow its dot at once: there, what is pasted joins them.
  const isBehindDot = ({ start }: { readonly start: number }, i: number) => {
    const before = statements[i - 1];
    if (before === undefined) return true;
    const isEnded =
      before.kind !== 'triples' || text.slice(before.start, before.start + before.length).endsWith('.');
    return isEnded && /[\s{}]$/.test(text.slice(0, start));
  };
  const starts = [text.length, ...statements.filter(isBehindDot).map(({ start }) => start)];
  return starts[place % starts.length]!;
}

function renamed({ subject, predicate, object }: Triple, old: TermId): Triple {
  const image = (id: TermId): TermId => {
    if (id === old) return terms.iri('urn:renamed');
    const inner = terms.triple(id);
    if (inner) return terms.tripleTerm(renamed(inner, old));
    return terms.isLiteral(id) && terms.datatype(id) === old
      ? terms.literal(terms.value(id), terms.iri('urn:renamed'))
      : id;
  };
  return { subject: image(subject), predicate: image(predicate), object: image(object) };
}

/** A rule that states each object once more, by a property of its own. */
const rules = documentOf(`@prefix sh: <http://www.w3.org/ns/shacl#> .
<urn:shape> a sh:NodeShape ;
  sh:target [ a sh:SPARQLTarget ; sh:select "SELECT ?this WHERE { ?this ?p ?o }" ] ;
  sh:rule [ a sh:SPARQLRule ; sh:construct "CONSTRUCT { $this <urn:inferred> ?o } WHERE { $this ?p ?o }" ] .`);
const shapesCache = new ShapesCache();

async function inferredFrom(document: TurtleDocument) {
  const linked: Pick<LinkedUnit, 'unit' | 'documents'> = {
    unit: { data: ['data'], shapes: ['rules'], context: [] },
    documents: new Map([
      ['data', document],
      ['rules', rules],
    ]),
  };
  const unit = await unitGraphs(linked as LinkedUnit, defaultSettings, shapesCache);
  return inferredTurtle([await withRuleInferences(unit)]);
}

/** What the rule infers, by whether another file can name it. */
function expectedFrom(document: TurtleDocument) {
  const all = new Map<string, Triple>();
  for (const { subject, object } of document.graph.triples()) {
    const triple = { subject, predicate: terms.iri('urn:inferred'), object };
    all.set(tripleKey(triple), triple);
  }
  const isNamed = (id: TermId): boolean => {
    const inner = terms.triple(id);
    return inner ? isNameable(inner) : !terms.isBlank(id);
  };
  const isNameable = ({ subject, object }: Triple) => isNamed(subject) && isNamed(object);
  const nameable = [...all.values()].filter(isNameable);
  return { nameable, unnameable: all.size - nameable.length };
}

function commentsOf({ text, comments }: TurtleDocument): readonly string[] {
  return comments.map(({ start, end }) => text.slice(start, end)).sort();
}

/** How many triples each graph has, without the labels of those that blank nodes name; none where one has no label. */
function graphSizes(document: TurtleDocument): readonly string[] {
  const nameOf = (graph: TermId | undefined) =>
    graph === undefined ? 'default' : terms.isBlank(graph) ? 'blank' : terms.value(graph);
  try {
    return [...triplesByGraph(document)]
      .map(([graph, triples]) => `${nameOf(graph)}: ${new Set(triples.map(tripleKey)).size}`)
      .sort((a, b) => (a < b ? -1 : 1));
  } catch (error) {
    if (error instanceof UnnamedGraphError) return [];
    throw error;
  }
}

/** How a text is laid out by somebody else. */
interface Mutation {
  /** Comments and breaks before tokens. */
  readonly gaps: readonly { readonly at: number; readonly insert: string }[];
  readonly declarations: readonly { readonly at: number; readonly text: string }[];
  readonly isCrlf: boolean;
  readonly hasBom: boolean;
}

const mutations: fc.Arbitrary<Mutation> = fc.record({
  gaps: fc.array(
    fc.record({
      at: fc.nat(),
      insert: fc.constantFrom(
        ' # a note\n',
        '\n# above\n',
        '\n\n',
        '\t',
        ' # "quoted" <i> .\n',
        '\n  # \u{1F600}\n',
        '#\n',
      ),
    }),
    { maxLength: 6 },
  ),
  declarations: fc.array(
    fc.record({
      at: fc.nat(),
      text: fc.constantFrom(
        '@prefix ex: <http://example.org/ns#> .\n',
        '@prefix ex: # which\n  <http://example.org/ns#> . # that\n',
        'PREFIX unused: <http://example.org/unused#>\n',
        "@prefix a: <http://example.org/a#> .\n@prefix ex: <http://example.org/other#> .\nex:s ex:p '''a\n# no comment''' .\n",
        '@prefix unused:\n# in between\n<http://example.org/unused#>\n.\n',
      ),
    }),
    { maxLength: 3 },
  ),
  isCrlf: fc.boolean(),
  hasBom: fc.boolean(),
});

function mutated(text: string, extension: string, { gaps, declarations, isCrlf, hasBom }: Mutation): string {
  let result = text;
  for (const { at, text: declaration } of declarations) {
    const starts = [0, ...documentOf(result, extension).statements.map(({ start }) => start)];
    const start = starts[at % starts.length]!;
    result = `${result.slice(0, start)}\n${declaration}${result.slice(start)}`;
  }
  for (const { at, insert } of gaps) {
    const items = readFormatItems(result, 0, result.length, extension === '.trig').filter(
      ({ kind }) => kind !== 'comment',
    );
    if (items.length === 0) continue;
    const { start } = items[at % items.length]!;
    result = result.slice(0, start) + insert + result.slice(start);
  }
  if (isCrlf) result = result.replace(/\r\n|\r|\n/g, '\r\n');
  return hasBom ? `\ufeff${result}` : result;
}

/** How many texts each command changes: in the gate, a tenth of half as many as elsewhere. */
const numRuns = triesAll ? 1000 : runs(500);

/** The suites of the W3C with the extension of their texts. */
const suites = [
  ['rdf11/rdf-turtle', '.ttl'],
  ['rdf12/rdf-turtle', '.ttl'],
  ['rdf11/rdf-trig', '.trig'],
  ['rdf12/rdf-trig', '.trig'],
] as const;

describe.each(suites)('commands on mutated files of %s', (suite, extension) => {
  describeShared('as the W3C has them', `w3c-rdf-tests/rdf/${suite}`, (folder) => law(folder, extension));
});

function law(folder: string, extension: string): void {
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension) && !/manifest\.ttl$/.test(name))
    .sort()
    .map((name) => readFileSync(path.join(folder, name), 'utf8'));

  test.each(Object.keys(commands))(
    '%s keeps what is stated, comments, line ends and a BOM, and does it once',
    (name) => {
      const command = commands[name]!;
      fc.assert(
        fc.property(fc.nat(texts.length - 1), mutations, (which, mutation) => {
          const before = documentOf(mutated(texts[which]!, extension, mutation), extension);
          const after = documentOf(command(before), extension);
          expect(commentsOf(after)).toEqual(commentsOf(before));
          // A declaration that nothing uses may go with an error in it.
          expect(after.errors.length).toBeLessThanOrEqual(before.errors.length);
          expect(isomorphic(after.graph.triples(), before.graph.triples())).toBe(true);
          expect(graphSizes(after)).toEqual(graphSizes(before));
          expect(after.text.startsWith('\ufeff')).toBe(before.text.startsWith('\ufeff'));
          const isUniform = !/(?<!\r)\n|\r(?!\n)/.test(before.text);
          if (mutation.isCrlf && isUniform) expect(after.text).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
          expect(command(after)).toBe(after.text);
        }),
        { numRuns },
      );
    },
  );

  test.each(Object.keys(changes))(
    '%s changes what it promises, and keeps comments, line ends and a BOM',
    async (name) => {
      let changed = 0;
      await fc.assert(
        fc.asyncProperty(fc.nat(texts.length - 1), mutations, fc.nat(), async (which, mutation, place) => {
          const before = documentOf(mutated(texts[which]!, extension, mutation), extension);
          if (before.errors.length > 0) return;
          const made = await changes[name]!(before, place);
          if (!made) return;
          changed++;
          const after = documentOf(made.text, extension);
          expect(after.errors).toEqual([]);
          expect(commentsOf(after)).toEqual(commentsOf(before));
          expect(isomorphic(after.graph.triples(), made.triples)).toBe(true);
          expect(after.text.startsWith('\ufeff')).toBe(before.text.startsWith('\ufeff'));
          const isUniform = !/(?<!\r)\n|\r(?!\n)/.test(before.text);
          if (mutation.isCrlf && isUniform) expect(after.text).not.toMatch(/(?<!\r)\n|\r(?!\n)/);
        }),
        { numRuns },
      );
      expect(changed).toBeGreaterThan(numRuns / 20);
    },
  );

  test('Write Inferred Statements states what follows in a file of its own, whatever its name', async () => {
    let written = 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(texts.length - 1), mutations, async (which, mutation) => {
        const before = documentOf(mutated(texts[which]!, extension, mutation), extension);
        if (before.errors.length > 0) return;
        const { text, triples, unnameable } = await inferredFrom(before);
        const expected = expectedFrom(before);
        const after = new TurtleDocument('urn:elsewhere', 1, text);
        expect(after.errors).toEqual([]);
        expect(isomorphic(after.graph.triples(), expected.nameable)).toBe(true);
        expect({ triples, unnameable }).toEqual({
          triples: expected.nameable.length,
          unnameable: expected.unnameable,
        });
        // The file is new: it has its heading, and neither comments nor line ends nor a BOM of the other.
        expect(commentsOf(after)).toHaveLength(1);
        expect(text).not.toMatch(/\r|\ufeff/);
        written += triples;
      }),
      { numRuns: runs(300) },
    );
    expect(written).toBeGreaterThan(runs(300) / 2);
  });
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { runs } from '../../testing/runs.ts';
import { isomorphic } from '../isomorphism.ts';
import { type Triple, terms } from '../terms.ts';
import '../../testing/seed.ts';
import { graphsFormat } from '../turtle/textFormat.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { GraphChange } from './graphChange.ts';
import { planEdits } from './planEdits.ts';

const uri = 'http://example.org/data';
const node = fc.constantFrom('<urn:a>', '<urn:b>', '_:x', '_:y.z');
const object = fc.oneof(node, fc.constantFrom('"1"', '"a # b"@en', '"\\n\\u0041"', '"1"^^<urn:d>'));
const predicate = fc.constantFrom('<urn:p>', '<urn:q>');
const graph = fc.constantFrom('', ' <urn:g>', ' <urn:h>', ' _:g');
const line = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(node, predicate, object, graph).map(([s, p, o, g]) => `${s} ${p} ${o}${g} .`),
  },
  fc.constantFrom(
    '',
    '# a comment',
    '<urn:a>\t<urn:p><urn:b><urn:g>. # behind',
    '  _:x <urn:q> "1" <urn:g> .  ',
  ),
);
const text = fc
  .tuple(
    fc.array(line, { maxLength: 8 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
    fc.constantFrom('', '\ufeff'),
  )
  .map(([lines, eol, ends, mark]) => mark + lines.join(eol) + (ends ? eol : ''));
const chosen = fc.constantFrom(
  undefined,
  { unnamed: false, named: ['urn:g'] },
  { unnamed: true, named: ['urn:h'] },
);

test('N-Quads state the change, untouched lines and all comments stay, and lines stay lines', () => {
  fc.assert(
    fc.property(
      text,
      chosen,
      fc.array(fc.nat(), { maxLength: 3 }),
      fc.array(fc.nat(), { maxLength: 3 }),
      (before, graphs, gone, come) => {
        const format = graphsFormat('N-Quads', graphs);
        const document = TurtleDocument.as(format, { uri, version: 0, text: before });
        fc.pre(document.errors.length === 0);
        const stated = [...document.graph.triples()];
        const removed = stated.length === 0 ? [] : gone.map((at) => stated[at % stated.length]!);
        const added = come.map((at) => additions(stated)[at % additions(stated).length]!);
        const delta = { added, removed };
        const plan = planEdits(document, delta);
        if (plan.kind !== 'edits') throw new Error(plan.reason);
        const after = applyEdits(before, plan.edits);
        const read = TurtleDocument.as(format, { uri, version: 1, text: after });
        expect(read.errors).toEqual([]);
        const wanted = new GraphChange(document.graph, delta).after;
        expect(isomorphic(read.graph.triples(), wanted.triples())).toBe(true);
        const comments = (all: string) => all.match(/# (?:a comment|behind)/g) ?? [];
        expect(comments(after)).toEqual(comments(before));
        // Lines without a change are as they were, and none is empty that was not.
        const kept = lines(before).filter((each) => !lines(after).includes(each));
        expect(kept.length).toBeLessThanOrEqual(plan.edits.length);
        expect(lines(after).filter((each) => each === '').length).toBeLessThanOrEqual(
          lines(before).filter((each) => each === '').length + (before.endsWith('\n') ? 0 : 1),
        );
      },
    ),
    { numRuns: runs(2000) },
  );
});

function lines(all: string): readonly string[] {
  return all.replace(/^\ufeff/, '').split(/\r\n|\n/);
}

/** Triples about the nodes of a text and about new ones. */
function additions(stated: readonly Triple[]): readonly Triple[] {
  const [a, p, r] = ['urn:a', 'urn:p', 'urn:r'].map((iri) => terms.iri(iri)) as [number, number, number];
  const fresh = terms.blankNode('fresh');
  const text = terms.literal('two\nlines "quoted"');
  return [
    ...stated.map((triple) => ({ ...triple, object: text })),
    ...stated.map((triple) => ({ ...triple, predicate: r })),
    { subject: a, predicate: p, object: fresh },
    { subject: fresh, predicate: p, object: text },
    { subject: terms.iri('urn:new'), predicate: p, object: a },
  ];
}

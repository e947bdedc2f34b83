import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { planEdits } from '../../rdf/edits/planEdits.ts';
import { type GraphDelta, hasTriple } from '../../rdf/graph.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { printTerm } from '../../rdf/turtle/printTerm.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { newBlankNode } from '../../sparql/termCodec.ts';
import { block, suppliedPrefixes } from '../../testing/fixture.ts';
import { runs } from '../../testing/runs.ts';
import { splitDelta } from './splitDelta.ts';
import { statesExactly } from './statesExactly.ts';

/*
 * What must hold for a change of several files: the edited texts together state the union of the graphs with the
 * change, and none of them states more than it did but for what was added.
 */

const statement = fc.constantFrom(
  'ex:a ex:p 1 .',
  'ex:a ex:p 1, ex:b ; ex:q "x" . # about a',
  block`
    ex:b ex:p ex:a ;
      ex:q [ ex:q 1 ; # inside
        ex:r [ ex:p ex:a ] ] .`,
  'ex:c ex:q "x" ; a ex:P .',
  '_:n ex:p _:m ; ex:q ex:a .',
  '_:m ex:q 1 .',
  '[ ex:p ex:a ] .',
  'ex:c ex:list ( 1 _:n ex:b ) .',
);
const files = fc.array(fc.array(statement, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 3 });

const change = fc.record({
  kind: fc.constantFrom('remove', 'removeNode', 'rename', 'add', 'exchange', 'addNew', 'link'),
  triple: fc.nat(),
  other: fc.nat(),
});
type Change = typeof change extends fc.Arbitrary<infer Type> ? Type : never;

const ex = (name: string) => terms.iri(`http://example.org/ns#${name}`);
const iris = ['a', 'b', 'c', 'd', 'e'].map(ex);
const verbs = ['p', 'q', 'r'].map(ex);

function deltaOf(union: UnionGraph, changes: readonly Change[]): GraphDelta {
  const every = [...union.triples()];
  const added: Triple[] = [];
  const removed: Triple[] = [];
  const at = <Type>(list: readonly Type[], index: number) => list[index % list.length]!;
  for (const [i, { kind, triple, other }] of changes.entries()) {
    const chosen = at(every, triple);
    const { subject, predicate } = chosen;
    switch (kind) {
      case 'remove':
        removed.push(chosen);
        break;
      case 'removeNode':
        removed.push(...union.outgoing(subject), ...union.incoming(subject));
        break;
      case 'rename': {
        const to = at(iris, other);
        const name = (term: number) => (term === subject ? to : term);
        const all = [...union.outgoing(subject), ...union.incoming(subject)];
        removed.push(...all);
        added.push(...all.map((old) => ({ ...old, subject: name(old.subject), object: name(old.object) })));
        break;
      }
      case 'add':
        added.push({ subject: at([subject, ...iris], other), predicate: at(verbs, triple), object: ex('z') });
        break;
      case 'exchange':
        removed.push(chosen);
        added.push({ subject, predicate, object: at([...iris, terms.literal('2')], other) });
        break;
      case 'addNew': {
        const node = newBlankNode(`n${i}`);
        added.push(
          { subject: node, predicate: at(verbs, other), object: at(iris, triple) },
          { subject: at([subject, ...iris], other), predicate: at(verbs, triple), object: node },
        );
        break;
      }
      case 'link':
        added.push({ subject, predicate: at(verbs, other), object: at(every, other).subject });
    }
  }
  const wanted = new Set(added.map(tripleKey));
  return {
    added: added.filter((triple) => !hasTriple(union, triple)),
    removed: removed.filter((triple) => !wanted.has(tripleKey(triple))),
  };
}

test('the edited files together state the union with the change', () => {
  let expressed = 0;
  fc.assert(
    fc.property(files, fc.array(change, { minLength: 1, maxLength: 5 }), (texts, changes) => {
      const documents = texts.map(
        (lines, i) => new TurtleDocument(`file:///${i}.ttl`, 1, `${suppliedPrefixes}${lines.join('\n')}\n`),
      );
      const union = new UnionGraph(documents.map(({ graph }) => graph));
      const delta = deltaOf(union, changes);
      const split = splitDelta(
        { documents, context: [], term: (id) => printTerm(id, { prefixes: new Map() }) },
        delta,
      );
      if (split.kind === 'notExpressible') return;
      const edited = documents.map(({ graph }) => graph);
      for (const { document, delta: part } of split.parts) {
        const plan = planEdits(document, part);
        if (plan.kind === 'notExpressible') return;
        expect(statesExactly(document, plan.edits, part)).toBe(true);
        const text = applyEdits(document.text, plan.edits);
        const comments = (from: TurtleDocument) =>
          from.comments.map(({ start, end }) => from.text.slice(start, end)).sort();
        const after = new TurtleDocument(document.uri, 2, text);
        expect(after.errors).toEqual([]);
        expect(comments(after)).toEqual(comments(document));
        edited[documents.indexOf(document)] = after.graph;
      }
      const intended = new OverlayGraph(union, delta);
      expect(isomorphic(new UnionGraph(edited).triples(), intended.triples())).toBe(true);
      expressed++;
    }),
    { numRuns: runs(500) },
  );
  expect(expressed).toBeGreaterThan(runs(150));
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits, type OffsetEdit } from '../../base/textEdit.ts';
import { planEdits } from '../../rdf/edits/planEdits.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { runs } from '../../testing/runs.ts';
import { statesExactly } from './statesExactly.ts';

const uri = 'file:///workspace/data.ttl';
const parse = (text: string) => new TurtleDocument(uri, 1, text);

/** Whether the edited text as a whole states the intended graph. */
function wholeTextStates(document: TurtleDocument, edits: readonly OffsetEdit[], delta: GraphDelta): boolean {
  const edited = parse(applyEdits(document.text, edits));
  const intended = new OverlayGraph(document.graph, delta);
  return edited.errors.length === 0 && isomorphic(edited.graph.triples(), intended.triples());
}

const statement = fc.constantFrom(
  'ex:a ex:p 1 .',
  'ex:a ex:p 1, 2 ; ex:q "x" . # about a',
  'ex:b ex:p [ ex:q 1 ] .',
  '_:n ex:p _:m .',
  '_:m ex:q 1 .',
  '[ ex:p ex:a ] .',
  'ex:c ex:list ( 1 _:n ) .',
  '@prefix o: <http://o.org/> .',
  'ex:d ex:text """long\n# text""" .',
);
const text = fc
  .array(statement, { minLength: 1, maxLength: 9 })
  .map((lines) => suppliedPrefixes + lines.join('\n'));

const ex = (name: string) => terms.iri(`http://example.org/ns#${name}`);
const freshTriple = fc
  .tuple(fc.constantFrom('a', 'b', 'e'), fc.constantFrom('p', 'r'), fc.constantFrom('1', 'z'))
  .map(([s, p, o]) => ({ subject: ex(s), predicate: ex(p), object: terms.literal(o) }));

const damage = fc.constantFrom(
  '',
  '#',
  '"',
  '"""',
  '_:n',
  '_:new',
  ' .',
  ' ;',
  ', 7',
  '[',
  ']',
  'ex:z ex:p 1 .',
  '<',
);

test('what is proven is so, whatever the edits do', async () => {
  let proven = 0;
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.array(freshTriple, { maxLength: 2 }),
      fc.array(fc.nat(), { maxLength: 2 }),
      fc.option(fc.tuple(fc.nat(), fc.nat(), damage), { nil: undefined }),
      async (source, added, removals, harm) => {
        const document = parse(source);
        const triples = [...document.graph.triples()];
        const removed = triples.length === 0 ? [] : removals.map((index) => triples[index % triples.length]!);
        const delta = netDelta(document, { added, removed });
        const plan = planEdits(document, delta);
        if (plan.kind === 'notExpressible') return;
        let edits: readonly OffsetEdit[] = plan.edits;
        if (harm && edits.length > 0) {
          const [index, at, newText] = harm;
          const victim = edits[index % edits.length]!;
          const cut = at % (victim.newText.length + 1);
          const harmed = victim.newText.slice(0, cut) + newText + victim.newText.slice(cut);
          edits = edits.map((edit) => (edit === victim ? { ...edit, newText: harmed } : edit));
        }
        const whole = wholeTextStates(document, edits, delta);
        const excerpt = statesExactly(document, edits, delta);
        if (excerpt) proven++;
        if (excerpt) expect(whole).toBe(true);
        if (!harm && whole) expect(excerpt).toBe(true);
      },
    ),
    { numRuns: runs(1200) },
  );
  expect(proven).toBeGreaterThan(runs(100));
});

/** A delta without what the document has already. */
function netDelta({ graph }: TurtleDocument, { added, removed }: GraphDelta): GraphDelta {
  const has = ({ subject, predicate, object }: Triple) => graph.has(subject, predicate, object);
  const stays = (triple: Triple) => added.some((other) => JSON.stringify(other) === JSON.stringify(triple));
  return {
    added: added.filter((triple) => !has(triple)),
    removed: removed.filter((triple) => !stays(triple)),
  };
}

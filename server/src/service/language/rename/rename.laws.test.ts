import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { isomorphic } from '../../../rdf/isomorphism.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import '../../../testing/seed.ts';
import { arbitraryTurtle } from '../../../rdf/turtle/arbitraryTurtle.testing.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { runs } from '../../../testing/runs.ts';
import { rename } from './rename.ts';
import { renameTarget } from './renameTarget.ts';

const numRuns = runs(Number(process.env.TURTLE_RUNS ?? 100));

const names = fc.constantFrom(
  'new',
  'ex:new',
  ':new',
  '<urn:new:term>',
  'other-1.x:new',
  'other-1.x:new',
  '<#new>',
  'b',
  'new\\,1',
);
const namespaces = fc.constantFrom('urn:new:', 'http://example.org/new#', 'http://example.org/b');

test('the graphs are those before with the term exchanged, in every file', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryTurtle({ layout: 'free', maxStatements: 4, isRdf12: true }), {
        minLength: 2,
        maxLength: 3,
      }),
      fc.nat(),
      names,
      namespaces,
      async (texts, pick, name, namespace) => {
        const documents = texts.map(({ text }, i) => {
          const lacking = i === 1 ? withOtherPrefix(text) : text;
          return new TurtleDocument(`file:///folder/${i}.ttl`, 1, lacking);
        });
        const [own] = documents as [TurtleDocument];
        const { tokens } = texts[0]!;
        const { start } = tokens[pick % tokens.length]!;
        const target = renameTarget(own, start + 1);
        if (target.kind === 'refused' || target.kind === 'prefix') return;
        const given = target.kind === 'namespace' ? namespace : target.kind === 'label' ? '_:new' : name;
        const context = { documents, locked: async () => undefined };
        const found = await rename(start + 1, given, context, new AbortController().signal);
        if (found.kind === 'refused') return;
        const edits = new Map(found.files.map((file) => [file.document, file.edits]));
        const after = documents.map(
          (document) =>
            new TurtleDocument(document.uri, 2, applyEdits(document.text, edits.get(document) ?? [])),
        );
        const exchange = new Map(documents.flatMap((document, i) => [...exchangeIn(document, after[i]!)]));
        for (const [i, document] of documents.entries()) {
          const expected = Array.from(document.graph.triples(), (triple) => exchanged(triple, exchange));
          expect(after[i]!.errors).toEqual([]);
          expect(isomorphic(expected, after[i]!.graph.triples())).toBe(true);
          // What a file declares now, and did not before, is what the new name was given with.
          for (const [prefix, namespace] of target.kind === 'iri' ? after[i]!.prefixes : []) {
            if (document.prefixes.has(prefix)) continue;
            expect(given.startsWith(`${prefix}:`)).toBe(true);
            expect(documents.some((each) => each.prefixes.get(prefix) === namespace)).toBe(true);
          }
        }
      },
    ),
    { numRuns },
  ));

/** The text with another prefix and namespace in the place of one that new names have. */
function withOtherPrefix(text: string): string {
  return text.replaceAll('other-1.x:', 'o2:').replaceAll('urn:other:', 'urn:o2:');
}

/** Which IRIs of a document became which, read off the places where they are written. */
function exchangeIn(before: TurtleDocument, after: TurtleDocument): ReadonlyMap<TermId, TermId> {
  const written = (document: TurtleDocument) => {
    const ids: TermId[] = [];
    document.sources.forWritten(undefined, ({ id }) => void ids.push(id));
    return ids;
  };
  const [old, now] = [written(before), written(after)];
  expect(now.length).toBe(old.length);
  return new Map(old.flatMap((id, i) => (terms.isIri(id) && id !== now[i] ? [[id, now[i]!] as const] : [])));
}

function exchanged(triple: Triple, exchange: ReadonlyMap<TermId, TermId>): Triple {
  const image = (id: TermId): TermId => {
    const found = exchange.get(id);
    if (found !== undefined) return found;
    const inside = terms.triple(id);
    if (inside) return terms.tripleTerm(exchanged(inside, exchange));
    const datatype = terms.isLiteral(id) ? terms.datatype(id) : undefined;
    const other = datatype === undefined ? undefined : exchange.get(datatype);
    return other === undefined ? id : terms.literal(terms.value(id), other);
  };
  const { subject, predicate, object } = triple;
  return { subject: image(subject), predicate: image(predicate), object: image(object) };
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TextRange } from '../../base/textRange.ts';
import { runs } from '../../testing/runs.ts';
import { isomorphic } from '../isomorphism.ts';
import { tripleToNTriples } from '../nTriples.ts';
import type { Triple } from '../terms.ts';
import { rdf } from '../vocab.ts';
import { arbitraryTurtle, type TurtleText } from './arbitraryTurtle.testing.ts';
import { readWithN3 } from './readWithN3.testing.ts';
import {
  rangeIn,
  type Statement,
  statementRange,
  type TermNode,
  type TriplesStatement,
} from './syntaxTree.ts';
import { subterms, TripleWalk, termsOf } from './treeWalk.ts';
import { TurtleDocument } from './turtleDocument.ts';

const uri = 'http://example.org/folder/document';
const documentOf = (text: string) => new TurtleDocument(uri, 1, text);
const isTriples = (statement: Statement): statement is TriplesStatement => statement.kind === 'triples';
const anyTurtle11 = fc.oneof(arbitraryTurtle({ layout: 'lines' }), arbitraryTurtle({ layout: 'free' }));
const anyTurtle12 = arbitraryTurtle({ layout: 'free', isRdf12: true });
const anyTurtle = fc.oneof({ weight: 2, arbitrary: anyTurtle11 }, { weight: 1, arbitrary: anyTurtle12 });

const numRuns = runs(Number(process.env.TURTLE_RUNS ?? 80));

const check = (property: (generated: TurtleText) => void) =>
  fc.assert(fc.property(anyTurtle, property), { numRuns });

describe('a well-formed document', () => {
  const hasThoseOfN3 = (text: string) => {
    const document = documentOf(text);
    expect(document.errors).toEqual([]);
    expect(isomorphic(document.graph.triples(), readWithN3(text, uri))).toBe(true);
  };

  test('has the triples that N3.js reads', () =>
    fc.assert(
      fc.property(anyTurtle11, ({ text }) => hasThoseOfN3(text)),
      { numRuns },
    ));

  test('has the triples that N3.js reads in RDF 1.2, but for [] in triples, which that does not know', () =>
    fc.assert(
      fc.property(anyTurtle12, ({ text }) => {
        try {
          readWithN3(text, uri);
        } catch (error) {
          fc.pre(!/\[/.test(text));
          throw error;
        }
        hasThoseOfN3(text);
      }),
      { numRuns },
    ));

  test('has its statements where they are', () =>
    check(({ text, statements }) => {
      expect(documentOf(text).statements.map(statementRange)).toEqual(statements);
    }));

  test('has separators and brackets at the offsets of its nodes', () =>
    check(({ text }) => {
      const { statements } = documentOf(text);
      for (const statement of statements.filter(isTriples)) {
        const at = (offset: number | undefined) => text[statement.start + (offset ?? Number.NaN)];
        expect(at(statement.dot)).toBe('.');
        for (const { subject, predicates } of blocksIn(statement)) {
          if (subject.kind === 'propertyList')
            expect([at(subject.start), at(subject.end - 1)]).toEqual(['[', ']']);
          for (const { objects, semicolons } of predicates) {
            expect(semicolons.map(at).join('')).toMatch(/^;*$/);
            expect(objects.map(({ comma }) => at(comma)).join('')).toBe(','.repeat(objects.length - 1));
          }
        }
      }
    }));

  test('has terms inside their parents, one behind the other', () =>
    check(({ text }) => {
      for (const statement of documentOf(text).statements.filter(isTriples)) {
        expectInOrder(subterms(statement), { start: 0, end: statement.length });
        for (const node of termsOf(statement)) expectInOrder(subterms(node), node);
      }
    }));

  test('has at the span of any term a text that parses to it', () =>
    check(({ text }) => {
      const document = documentOf(text);
      let declarations = '';
      for (const statement of document.statements) {
        const range = statementRange(statement);
        if (!isTriples(statement)) {
          declarations += `${text.slice(range.start, range.end)}\n`;
          continue;
        }
        for (const node of termsOf(statement)) {
          if (node.kind === 'iri' && node.form === 'a') {
            expect(node.id).toBe(rdf.type);
            continue;
          }
          const { start, end } = rangeIn(statement, node);
          const isAnnotation = node.kind === 'annotation';
          const before = isAnnotation ? '<urn:s> <urn:p> <urn:o>' : '<urn:s> <urn:p>';
          const alone = documentOf(`${declarations}${before} ${text.slice(start, end)} .`);
          const { term, annotations } = alone.statements.find(isTriples)!.predicates[0]!.objects[0]!;
          expect(meaning(isAnnotation ? annotations[0]! : term)).toBe(meaning(node));
        }
      }
    }));

  test('is found again from its triples and terms', () =>
    check(({ text }) => {
      const { sources, statements } = documentOf(text);
      for (const triple of sources.triples()) {
        const found = sources.occurrences(triple);
        expect(found).not.toEqual([]);
        for (const { statement, subject, predicate, object, objectTerm } of found) {
          expect(statements).toContain(statement);
          if (predicate)
            expect([subject.id, predicate.verb.id, object!.term.id]).toEqual(Object.values(triple));
          else expect([rdf.first, rdf.rest, rdf.reifies]).toContain(triple.predicate);
          if (objectTerm) expect(objectTerm.id).toBe(triple.object);
        }
      }
      for (const statement of statements.filter(isTriples)) {
        for (const node of termsOf(statement)) {
          const mentions = sources.mentions(node.id);
          expect(mentions.some((mention) => mention.node === node && mention.statement === statement)).toBe(
            true,
          );
          const there = sources.termAt(statement.start + node.start)!.node;
          expect(there.start).toBe(node.start);
        }
        for (const { subject, predicates } of blocksIn(statement)) {
          const blocks = sources.blocks(subject.id);
          expect(blocks.some((block) => block.subject === subject && block.predicates === predicates)).toBe(
            true,
          );
        }
      }
    }));

  test('gives its terms as they are written in the order of its nodes', () =>
    check(({ text }) => {
      const { sources, statements } = documentOf(text);
      const written: string[] = [];
      sources.forWritten(undefined, ({ id, start, end }) => written.push(`${id} ${start} ${end}`));
      const nodes = statements.filter(isTriples).flatMap((statement) =>
        termsOf(statement).map((node) => {
          const { start, end } = rangeIn(statement, node);
          return `${node.id} ${start} ${end}`;
        }),
      );
      expect(written).toEqual(nodes);
    }));

  test('gives its triples in the order of its nodes', () =>
    check(({ text }) => {
      const { sources, statements } = documentOf(text);
      const walked = statements.filter(isTriples).flatMap((statement) => {
        const walk = new TripleWalk(statement);
        const triples: Triple[] = [];
        while (walk.next()) {
          triples.push({ subject: walk.subject, predicate: walk.predicate, object: walk.object });
        }
        return triples;
      });
      expect([...sources.triples()]).toEqual(walked);
    }));

  test('keeps its blank nodes when a statement is added elsewhere', () =>
    fc.assert(
      fc.property(
        arbitraryTurtle({ layout: 'lines', directives: false }),
        fc.nat(),
        ({ text, statements }, i) => {
          const { start } = statements[4 + (i % (statements.length - 4))] ?? { start: text.length };
          const added = `ex:new ex:p [ ex:q ( 1 ) ] .\n`;
          const changed = documentOf(text.slice(0, start) + added + text.slice(start));
          for (const { subject, predicate, object } of documentOf(text).graph.triples()) {
            expect(changed.graph.has(subject, predicate, object)).toBe(true);
          }
        },
      ),
    ));
});

describe('any characters', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      'ex:a',
      'a',
      '<http://e>',
      '<',
      '>',
      '"',
      '"""',
      "'",
      "'''",
      '"x"',
      '@en',
      '@',
      '^^',
      '^',
    ),
    fc.constantFrom(
      '.',
      ';',
      ',',
      '[',
      ']',
      '(',
      ')',
      '\n',
      '\r\n',
      ' ',
      '\t',
      '#',
      '# c\n',
      '\\',
      '\\u00',
      '%',
    ),
    fc.constantFrom(
      '1',
      '-',
      '+.',
      '1e',
      '_:a',
      '_:',
      ':',
      'true',
      '@prefix',
      '@base',
      'PREFIX',
      'BASE',
      '{',
      '<<',
    ),
    fc.constantFrom('\ud800', '\udc00', '\u0000', '\ufeff', 'é', '😀', 'ex:', 'ex:\\', 'ex:%4'),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const soup = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));

  test('are read, to statements that follow one another and errors in the text', () =>
    fc.assert(
      fc.property(soup, fc.boolean(), (text, declared) => {
        const document = documentOf(declared ? `@prefix ex: <http://example.org/> .\n${text}` : text);
        const { errors, comments, sources } = document;
        expectInOrder(document.statements.map(statementRange), { start: 0, end: document.text.length });
        expectInOrder(comments, { start: 0, end: document.text.length });
        for (const { range } of errors) {
          expect(range.end).toBeGreaterThanOrEqual(range.start);
          expectInOrder([range], { start: 0, end: document.text.length });
        }
        for (const statement of document.statements.filter(isTriples)) {
          for (const node of termsOf(statement)) expectInOrder(subterms(node), node);
        }
        expect([...sources.triples()].map(tripleToNTriples)).toHaveLength([...sources.triples()].length);
        if (document.statements.some(({ kind }) => kind === 'skipped')) expect(errors).not.toEqual([]);
      }),
      { numRuns: 5 * numRuns },
    ));

  test('are read as N3.js reads them where neither finds errors', () =>
    fc.assert(
      fc.property(soup, (text) => {
        const document = documentOf(`@prefix ex: <http://example.org/> .\n${text}`);
        if (document.errors.length > 0) return;
        expect(isomorphic(document.graph.triples(), readWithN3(document.text, uri))).toBe(true);
      }),
      { numRuns: 5 * numRuns },
    ));
});

function blocksIn(statement: TriplesStatement) {
  const inner = termsOf(statement).filter((node) => node.kind === 'propertyList');
  return [statement, ...inner.map((node) => ({ subject: node, predicates: node.predicates }))];
}

function expectInOrder(ranges: readonly TextRange[], within: TextRange): void {
  let at = within.start;
  for (const { start, end } of ranges) {
    expect(start).toBeGreaterThanOrEqual(at);
    expect(end).toBeGreaterThanOrEqual(start);
    at = end;
  }
  expect(at).toBeLessThanOrEqual(within.end);
}

/** A term as what it says: brackets have other blank nodes when they stand elsewhere. */
function meaning(node: TermNode): string {
  switch (node.kind) {
    case 'propertyList':
      return `[${node.predicates
        .flatMap(({ verb, objects }) => objects.map(({ term }) => `${verb.id} ${meaning(term)}`))
        .join(';')}]`;
    case 'collection':
      return `(${node.items.map(({ term }) => meaning(term)).join(' ')})`;
    case 'tripleTerm':
      return `<<(${node.parts.map(meaning).join(' ')})>>`;
    case 'reifiedTriple':
      return `<<${subterms(node).map(meaning).join(' ')}>>`;
    case 'annotation':
      return `~${subterms(node).map(meaning).join(' ')}`;
    default:
      return `${node.kind} ${node.id}`;
  }
}

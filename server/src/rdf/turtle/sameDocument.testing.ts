import { expect } from 'vitest';
import type { TextRange } from '../../base/textRange.ts';
import { type TermId, type Triple, terms } from '../terms.ts';
import type { Mention } from './sourceMap.ts';
import { rangeIn, type Statement } from './syntaxTree.ts';
import { termsOf } from './treeWalk.ts';
import { TurtleDocument } from './turtleDocument.ts';

/**
 * Expects a document to be like one that is made from its text, in all that it tells. Blank nodes may have other
 * names, the same everywhere.
 *
 * @param offsets where statements and terms are looked up.
 */
export function expectSameDocument(
  document: TurtleDocument,
  fresh: TurtleDocument,
  offsets: readonly number[],
): void {
  expect(document.text).toBe(fresh.text);
  const { statements } = document;
  const isDirective = ({ kind }: Statement) => kind === 'prefix' || kind === 'base';
  expect(document.directives).toEqual(statements.filter(isDirective));
  for (const offset of offsets) {
    const ordinal = statements.findLastIndex(({ start }) => start <= offset);
    expect(document.ordinalBefore(offset)).toBe(ordinal);
  }
  expect(told(document, offsets)).toBe(told(fresh, offsets));
}

/**
 * Changes `old` in `⟦old|new⟧` to `new` and expects the document to be like one that is made from the new text. The
 * prefix ex: is supplied.
 */
export function checkChange(marked: string) {
  const uri = 'http://example.org/document';
  const declarations = '@prefix ex: <http://example.org/> .\n';
  const [head, old, by, tail] = marked.split(/⟦(.*)\|(.*)⟧/s) as [string, string, string, string];
  const start = declarations.length + head.length;
  const before = new TurtleDocument(uri, 1, declarations + head + old + tail);
  const { graph, prefixes } = before;
  const after = before.changed(2, declarations + head + by + tail, {
    start,
    end: start + old.length,
    length: by.length,
  });
  expectSameDocument(after, new TurtleDocument(uri, 2, after.text), [start]);
  return { before, after, sameGraph: after.graph === graph, samePrefixes: after.prefixes === prefixes };
}

/** All that a document tells, as text. */
function told(document: TurtleDocument, offsets: readonly number[]): string {
  const { statements, errors, comments, prefixes, sources, graph, lines } = document;
  const names = new Names();
  const known = new Set(statements);
  const print = (triple: Triple) => names.triple(triple);
  const found = (statement: Statement, node: TextRange) => {
    // Statements are compared by identity, so there is one object for each.
    if (!known.has(statement)) return 'a statement that is not one of the document';
    return printRange(rangeIn(statement, node));
  };
  const mention = (each: Mention | undefined) => each && found(each.statement, each.node);

  const triples = [...sources.triples()];
  const written = new Set(
    statements.flatMap((each) => (each.kind === 'triples' ? termsOf(each).map(({ id }) => id) : [])),
  );
  return [
    ...statements.map((each) => names.statement(each)),
    ...errors.map(({ range, message }) => `error ${printRange(range)} ${message}`),
    ...document
      .errorsIn('1.1')
      .map(({ range, message }) => `error in RDF 1.1 ${printRange(range)} ${message}`),
    ...comments.map((range) => `comment ${printRange(range)}`),
    ...Array.from(prefixes, ([prefix, iri]) => `prefix ${prefix}: ${iri}`),
    `lines ${Array.from({ length: lines.lineCount }, (_, line) => lines.lineStart(line)).join(' ')}`,
    ...triples.map(print),
    `${graph.size} triples`,
    ...Array.from(graph.triples(), print).sort((a, b) => (a < b ? -1 : 1)),
    ...triples.map((triple) => {
      const places = sources
        .occurrences(triple)
        .map(({ statement, subject, predicate, object, objectTerm }) =>
          [subject, predicate?.verb, object?.term, objectTerm]
            .map((node) => (node ? found(statement, node) : 'none'))
            .join(' '),
        );
      return `occurrences of ${print(triple)}: ${places.join(', ')}`;
    }),
    ...Array.from(written, (term) => {
      const blocks = sources.blocks(term).map(({ statement, subject }) => found(statement, subject));
      const mentions = sources.mentions(term).map(mention);
      return `${names.term(term)} is described at ${blocks.join(', ')}, mentioned at ${mentions.join(', ')}`;
    }),
    ...offsets.map((offset) => {
      const statement = sources.statementAt(offset);
      return `at ${offset}: ${mention(sources.termAt(offset))} in ${statement && found(statement, { start: 0, end: 0 })}`;
    }),
  ].join('\n');
}

/** Terms by the order in which blank nodes come up. */
class Names {
  readonly #numbers = new Map<TermId, string>();

  term(id: TermId): string {
    const inside = terms.triple(id);
    if (inside) return `<<( ${this.triple(inside)} )>>`;
    if (!terms.isBlank(id)) return String(id);
    if (!this.#numbers.has(id)) this.#numbers.set(id, `_:${this.#numbers.size}`);
    return this.#numbers.get(id)!;
  }

  triple({ subject, predicate, object }: Triple): string {
    return `${this.term(subject)} ${this.term(predicate)} ${this.term(object)}`;
  }

  statement(statement: Statement): string {
    if (statement.kind !== 'triples') return JSON.stringify(statement);
    const { kind, start, length, dot, damaged, subject, predicates } = statement;
    return JSON.stringify({ kind, start, length, dot, damaged, subject, predicates }, (key, value) =>
      key === 'id' || key === 'cell' || key === 'triple' ? this.term(value) : value,
    );
  }
}

function printRange({ start, end }: TextRange): string {
  return `${start}..${end}`;
}

import type { TermId } from '../terms.ts';
import { IntList } from './intList.ts';
import type { ParsedChunk } from './parsedChunk.ts';
import type { StatementVisitor } from './syntaxTree.ts';
import { visitStatement } from './tapedStatement.ts';

/**
 * Maps a term to the statements of a chunk in which it occurs in a certain role. The index includes statements that are
 * no longer in the document, whose terms may have been forgotten, so it must not ask the dictionary about terms.
 */
export class TermIndex {
  /** The last entry of each term. */
  readonly #last = new Map<TermId, number>();
  /** Pairs: the number of a statement and the previous entry of the term, -1 for its first. */
  readonly #entries: Int32Array;

  /** @param visitorFor what calls back with the terms that count. */
  constructor(chunk: ParsedChunk, visitorFor: (found: (term: TermId) => void) => StatementVisitor) {
    const entries = new IntList();
    const last = this.#last;
    let statement = 0;
    const visitor = visitorFor((term) => {
      const before = last.get(term) ?? -1;
      if (before >= 0 && entries.data[before] === statement) return;
      last.set(term, entries.length);
      entries.push(statement);
      entries.push(before);
    });
    for (; statement < chunk.count; statement++) visitStatement(chunk, statement, visitor);
    this.#entries = entries.toArray();
  }

  /** The numbers of the statements, last to first. */
  *statements(term: TermId): Iterable<number> {
    for (let entry = this.#last.get(term) ?? -1; entry >= 0; entry = this.#entries[entry + 1]!) {
      yield this.#entries[entry]!;
    }
  }
}

/** Calls back for the subjects of triples and for `[]`, which counts as described although it states nothing. */
export function describedTerms(found: (term: TermId) => void): StatementVisitor {
  return { triple: found, propertyList: found };
}

/** Calls back for all terms that are written. */
export function writtenTerms(found: (term: TermId) => void): StatementVisitor {
  return { term: found };
}

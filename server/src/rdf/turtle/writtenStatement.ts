import type { ParsedChunk } from './parsedChunk.ts';
import type { Statement, StatementVisitor } from './syntaxTree.ts';
import { statementOf, visitStatement } from './tapedStatement.ts';
import { visitWrittenTerms, type WantedTerms, type WrittenTerm, writtenSubject } from './writtenTerms.ts';

/** A statement by itself, read as far as one asks. Its offsets are from its start. */
export class WrittenStatement {
  readonly #chunk: ParsedChunk;
  readonly #number: number;
  readonly #text: () => string;

  constructor(chunk: ParsedChunk, number: number, text: () => string) {
    this.#chunk = chunk;
    this.#number = number;
    this.#text = text;
  }

  get length(): number {
    return this.#chunk.end(this.#number) - this.#chunk.start(this.#number);
  }

  get text(): string {
    return this.#text();
  }

  /** Undefined for directives and unreadable text. */
  get subject(): WrittenTerm | undefined {
    return writtenSubject(this.#chunk, this.#number, -this.#chunk.start(this.#number));
  }

  /** Calls back for the wanted terms, in order. */
  forTerms(visit: (term: WrittenTerm) => void, wanted?: WantedTerms): void {
    visitWrittenTerms(this.#chunk, this.#number, -this.#chunk.start(this.#number), visit, wanted);
  }

  visit(visitor: StatementVisitor): void {
    visitStatement(this.#chunk, this.#number, visitor);
  }

  /** The same with nodes, which are not kept. */
  nodes(): Statement {
    return statementOf(this.#chunk, this.#number, -this.#chunk.start(this.#number));
  }
}

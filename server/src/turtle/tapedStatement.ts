import { type ParsedChunk, statementFlags } from './parsedChunk.ts';
import type { PredicateNode, Statement, StatementVisitor, TermNode, TriplesStatement } from './syntaxTree.ts';
import { nodesOnTape } from './tapeNodes.ts';
import { walkTape } from './tapeWalk.ts';

/** The statement with a number in a chunk. Adding `shift` to its offsets gives those of the document. */
export function statementOf(chunk: ParsedChunk, number: number, shift: number): Statement {
  const start = chunk.start(number) + shift;
  const length = chunk.end(number) - chunk.start(number);
  const flags = chunk.flags(number);
  if ((flags & statementFlags.triples) !== 0) return new TapedStatement(chunk, number, start, length);
  if ((flags & statementFlags.skipped) !== 0) return { kind: 'skipped', start, length };
  return { ...chunk.parts.directives.get(number)!, start, length };
}

/** Calls back for the triples and terms of a statement; only triples statements have any. */
export function visitStatement(chunk: ParsedChunk, number: number, visitor: StatementVisitor): void {
  if ((chunk.flags(number) & statementFlags.triples) === 0) return;
  walkTape(chunk.parts.tape, chunk.tapeStart(number), chunk.tapeStart(number + 1), visitor);
}

/** Knows the ordinals of a document's statements. */
interface Ordinals {
  ordinal(chunk: ParsedChunk, number: number): number | undefined;
}

/** A statement whose nodes are read from the tape on demand. */
export class TapedStatement implements TriplesStatement {
  readonly kind = 'triples';
  readonly start: number;
  readonly length: number;
  readonly #chunk: ParsedChunk;
  readonly #number: number;
  #nodes: ReturnType<typeof nodesOnTape> | undefined;

  constructor(chunk: ParsedChunk, number: number, start: number, length: number) {
    this.#chunk = chunk;
    this.#number = number;
    this.start = start;
    this.length = length;
  }

  get dot(): number | undefined {
    return (this.#chunk.flags(this.#number) & statementFlags.dotted) === 0 ? undefined : this.length - 1;
  }

  get damaged(): boolean {
    return (this.#chunk.flags(this.#number) & statementFlags.damaged) !== 0;
  }

  get subject(): TermNode {
    return this.#read().subject;
  }

  get predicates(): readonly PredicateNode[] {
    return this.#read().predicates;
  }

  /** The ordinal in a version of its document, undefined when the statement is no longer in it. */
  ordinalIn(statements: Ordinals): number | undefined {
    return statements.ordinal(this.#chunk, this.#number);
  }

  visit(visitor: StatementVisitor): void {
    visitStatement(this.#chunk, this.#number, visitor);
  }

  #read(): ReturnType<typeof nodesOnTape> {
    const { tape } = this.#chunk.parts;
    this.#nodes ??= nodesOnTape(
      tape,
      this.#chunk.tapeStart(this.#number),
      this.#chunk.tapeStart(this.#number + 1),
    );
    return this.#nodes;
  }
}

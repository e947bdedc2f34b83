import type { PredicateNode, StatementVisitor, TermNode, TriplesStatement } from './syntaxTree.ts';
import { nodesOnTape, type Tape, walkTape } from './tape.ts';

/** Where a statement stands in the text and on the tape. */
interface Place {
  readonly start: number;
  readonly length: number;
  readonly dot: number | undefined;
  readonly damaged: boolean;
  readonly from: number;
  readonly to: number;
}

/** A statement that is read off the tape when it is looked at. */
export class TapedStatement implements TriplesStatement {
  readonly kind = 'triples';
  readonly start: number;
  readonly length: number;
  readonly dot: number | undefined;
  readonly damaged: boolean;
  readonly #tape: Tape;
  readonly #from: number;
  readonly #to: number;
  #nodes: ReturnType<typeof nodesOnTape> | undefined;

  constructor(tape: Tape, { start, length, dot, damaged, from, to }: Place) {
    this.start = start;
    this.length = length;
    this.dot = dot;
    this.damaged = damaged;
    this.#tape = tape;
    this.#from = from;
    this.#to = to;
  }

  get subject(): TermNode {
    return this.#read().subject;
  }

  get predicates(): readonly PredicateNode[] {
    return this.#read().predicates;
  }

  visit(visitor: StatementVisitor): void {
    walkTape(this.#tape.data, this.#from, this.#to, visitor);
  }

  #read(): ReturnType<typeof nodesOnTape> {
    this.#nodes ??= nodesOnTape(this.#tape.data, this.#from, this.#to);
    return this.#nodes;
  }
}

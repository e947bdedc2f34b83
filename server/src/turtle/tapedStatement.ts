import { flag, type Reading } from './reading.ts';
import type { PredicateNode, Statement, StatementVisitor, TermNode, TriplesStatement } from './syntaxTree.ts';
import { nodesOnTape } from './tapeNodes.ts';
import { walkTape } from './tapeWalk.ts';

/** The statement with a number in a reading, whose offsets are moved by `shift` to give those of the document. */
export function statementOf(reading: Reading, number: number, shift: number): Statement {
  const start = reading.start(number) + shift;
  const length = reading.end(number) - reading.start(number);
  const flags = reading.flags(number);
  if ((flags & flag.triples) !== 0) return new TapedStatement(reading, number, start, length);
  if ((flags & flag.skipped) !== 0) return { kind: 'skipped', start, length };
  return { ...reading.parts.directives.get(number)!, start, length };
}

/** Calls back for the triples and terms of a statement, which has none unless it is a triples statement. */
export function visitStatement(reading: Reading, number: number, visitor: StatementVisitor): void {
  if ((reading.flags(number) & flag.triples) === 0) return;
  walkTape(reading.parts.tape, reading.tapeStart(number), reading.tapeStart(number + 1), visitor);
}

/** Knows the ordinals of the statements of a document. */
interface Ordinals {
  ordinal(reading: Reading, number: number): number | undefined;
}

/** A statement that is read off the tape when it is looked at. */
export class TapedStatement implements TriplesStatement {
  readonly kind = 'triples';
  readonly start: number;
  readonly length: number;
  readonly #reading: Reading;
  readonly #number: number;
  #nodes: ReturnType<typeof nodesOnTape> | undefined;

  constructor(reading: Reading, number: number, start: number, length: number) {
    this.#reading = reading;
    this.#number = number;
    this.start = start;
    this.length = length;
  }

  get dot(): number | undefined {
    return (this.#reading.flags(this.#number) & flag.dotted) === 0 ? undefined : this.length - 1;
  }

  get damaged(): boolean {
    return (this.#reading.flags(this.#number) & flag.damaged) !== 0;
  }

  get subject(): TermNode {
    return this.#read().subject;
  }

  get predicates(): readonly PredicateNode[] {
    return this.#read().predicates;
  }

  /** Its ordinal in a version of its document, undefined where it is not the same any more. */
  ordinalIn(statements: Ordinals): number | undefined {
    return statements.ordinal(this.#reading, this.#number);
  }

  visit(visitor: StatementVisitor): void {
    visitStatement(this.#reading, this.#number, visitor);
  }

  #read(): ReturnType<typeof nodesOnTape> {
    const { tape } = this.#reading.parts;
    this.#nodes ??= nodesOnTape(
      tape,
      this.#reading.tapeStart(this.#number),
      this.#reading.tapeStart(this.#number + 1),
    );
    return this.#nodes;
  }
}

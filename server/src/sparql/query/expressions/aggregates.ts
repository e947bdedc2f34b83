import type { AggregateExpression } from 'sparqljs';
import { compareTerms } from '../../../rdf/termOrder.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { compareForOrder } from '../sortRows.ts';
import type { QueryEvaluation } from './expressionScope.ts';
import { add, digitsOf, divide, integerTerm, type Numeric, numberTerm, readNumber } from './numbers.ts';

/** Collects the values of an aggregate's argument within one group. */
export interface Accumulator {
  /** Undefined for an error or no value. COUNT(*) takes a number for each row, equal for equal rows. */
  add(value: TermId | undefined): void;
  /** Undefined for an error. */
  result(): TermId | undefined;
}

/** Starts an aggregate for one group. Its result does not depend on the order of rows, except for GROUP_CONCAT. */
export function startAggregate(aggregate: AggregateExpression, evaluation: QueryEvaluation): Accumulator {
  const collected = accumulator(aggregate, evaluation);
  return aggregate.distinct ? new DistinctValues(collected) : collected;
}

function accumulator(
  { aggregation, separator }: AggregateExpression,
  evaluation: QueryEvaluation,
): Accumulator {
  switch (aggregation) {
    case 'count':
      return new Count();
    case 'sum':
      return new Sum(evaluation);
    case 'avg':
      return new Average(evaluation);
    case 'min':
      return new Extreme((a, b) => compareForOrder(a, b) || compareTerms(a, b));
    case 'max':
      return new Extreme((a, b) => compareForOrder(b, a) || compareTerms(a, b));
    case 'sample':
      return new Sample();
    default:
      return new Concatenation(separator ?? ' ', evaluation);
  }
}

class DistinctValues implements Accumulator {
  readonly #seen = new Set<TermId | undefined>();
  readonly #inner: Accumulator;

  constructor(inner: Accumulator) {
    this.#inner = inner;
  }

  add(value: TermId | undefined): void {
    if (this.#seen.has(value)) return;
    this.#seen.add(value);
    this.#inner.add(value);
  }

  result(): TermId | undefined {
    return this.#inner.result();
  }
}

/** Counts values, not errors. */
class Count implements Accumulator {
  #count = 0;

  add(value: TermId | undefined): void {
    if (value !== undefined) this.#count++;
  }

  result(): TermId {
    return integerTerm(this.#count);
  }
}

const zero: Numeric = { type: 'integer', value: { unscaled: 0n, scale: 0 } };

/** One error, or one value that is no number, makes the sum an error. */
class Sum implements Accumulator {
  readonly #evaluation: QueryEvaluation;
  #sum: Numeric | undefined = zero;

  constructor(evaluation: QueryEvaluation) {
    this.#evaluation = evaluation;
  }

  add(value: TermId | undefined): void {
    if (value !== undefined) this.#evaluation.digits(digitsOf(value));
    const number = value === undefined ? undefined : readNumber(value);
    this.#sum = this.#sum && number && add(this.#sum, number);
  }

  get number(): Numeric | undefined {
    return this.#sum;
  }

  result(): TermId | undefined {
    return this.#sum && numberTerm(this.#sum);
  }
}

class Average implements Accumulator {
  readonly #sum: Sum;
  #count = 0;

  constructor(evaluation: QueryEvaluation) {
    this.#sum = new Sum(evaluation);
  }

  add(value: TermId | undefined): void {
    this.#sum.add(value);
    this.#count++;
  }

  result(): TermId | undefined {
    if (this.#count === 0) return numberTerm(zero);
    const sum = this.#sum.number;
    const count: Numeric = { type: 'integer', value: { unscaled: BigInt(this.#count), scale: 0 } };
    const average = sum && divide(sum, count);
    return average && numberTerm(average);
  }
}

/** The first value in an order. One error makes it an error. */
class Extreme implements Accumulator {
  readonly #compare: (a: TermId, b: TermId) => number;
  #first: TermId | undefined;
  #errors = 0;

  constructor(compare: (a: TermId, b: TermId) => number) {
    this.#compare = compare;
  }

  add(value: TermId | undefined): void {
    if (value === undefined) this.#errors++;
    else if (this.#first === undefined || this.#compare(value, this.#first) < 0) this.#first = value;
  }

  result(): TermId | undefined {
    return this.#errors > 0 ? undefined : this.#first;
  }
}

/** Any value that is not an error: the first one in the order of terms. */
class Sample implements Accumulator {
  #sample: TermId | undefined;

  add(value: TermId | undefined): void {
    if (value === undefined) return;
    if (this.#sample === undefined || compareTerms(value, this.#sample) < 0) this.#sample = value;
  }

  result(): TermId | undefined {
    return this.#sample;
  }
}

/** Joins what STR() gives for the values. One error, or one blank node, makes it an error. */
class Concatenation implements Accumulator {
  readonly #separator: string;
  readonly #evaluation: QueryEvaluation;
  readonly #texts: string[] = [];
  #errors = 0;

  constructor(separator: string, evaluation: QueryEvaluation) {
    this.#separator = separator;
    this.#evaluation = evaluation;
  }

  add(value: TermId | undefined): void {
    if (value === undefined || !(terms.isLiteral(value) || terms.isIri(value))) {
      this.#errors++;
      return;
    }
    const text = terms.value(value);
    this.#evaluation.spend(text.length + this.#separator.length);
    this.#texts.push(text);
  }

  result(): TermId | undefined {
    return this.#errors > 0 ? undefined : terms.literal(this.#texts.join(this.#separator));
  }
}

import { yieldToEventLoop } from '../../base/abort.ts';
import type {
  DataFactory,
  QuadLike,
  ReadingOptions,
  TermLike,
  TurtleText,
  UpdateOptions,
  ValidationResult,
} from './api.ts';
import { dataFactory } from './dataFactory.ts';
import type { ReadSource } from './readInput.ts';
import { quadKey, termKey } from './termKey.ts';

/*
 * What would hold up the event loop is done by another thread that has the library. What is given and what is found cross as
 * plain data.
 */

export interface OtherThread {
  /**
   * Does work there (doPackedWork.ts). Rejects with the signal's reason as soon as it is aborted.
   *
   * @param choose says which results are to be repaired.
   */
  run(work: PackedWork, choose: ChooseResults, signal: AbortSignal): Promise<unknown>;
}

export type ChooseResults = (results: readonly ValidationResult[]) => Promise<readonly boolean[]>;

export type PackedWork = WorkToPack & { readonly input: Readonly<Record<Role, readonly PackedSource[]>> };

/** What is to be done, without what it is done with. */
export type WorkToPack =
  | {
      readonly kind: 'validate' | 'repair';
      readonly reading: ReadingOptions;
      readonly focusNodes?: readonly TermLike[];
      readonly max?: number;
    }
  | {
      readonly kind: 'planUpdate';
      readonly update: string;
      readonly options: Pick<UpdateOptions, 'prefixes' | 'timeout'>;
    };

/** Turtle, or quads as JSON in parts. */
export type PackedSource = TurtleText | { readonly quads: readonly string[] };

type Role = 'data' | 'shapes' | 'context';

/** Has another thread do work on what was read here. The terms in what it finds are given ones, or made by the factory. */
export async function elsewhere<Found>(
  thread: OtherThread,
  work: WorkToPack,
  read: Readonly<Record<Role, readonly ReadSource[]>>,
  factory: DataFactory | undefined,
  signal: AbortSignal,
  choose: ChooseResults = async (results) => results.map(() => true),
): Promise<Found> {
  const packed = new Map<ReadSource, PackedSource>();
  for (const source of [...read.data, ...read.shapes, ...read.context]) {
    if (!packed.has(source)) packed.set(source, await packedSource(source, signal));
  }
  const all = (role: Role) => read[role].map((source) => packed.get(source)!);
  const input = { data: all('data'), shapes: all('shapes'), context: all('context') };
  const reviver = new Reviver([...packed.keys()], factory ?? dataFactory);
  const found = await thread.run({ ...work, input }, (results) => choose(reviver.revived(results)), signal);
  return reviver.revived(found as Found);
}

/** Options without what can't cross. */
export function plainOptions({ inference, subClassOfFrom, prefixes }: ReadingOptions): ReadingOptions {
  return {
    ...(inference && { inference }),
    ...(subClassOfFrom && { subClassOfFrom }),
    ...(prefixes && { prefixes }),
  };
}

async function packedSource({ given, dataset }: ReadSource, signal: AbortSignal): Promise<PackedSource> {
  if (dataset === undefined) return given!;
  const quads: string[] = [];
  for (let i = 0; i < dataset.given.length; i += quadsInPart) {
    quads.push(JSON.stringify(dataset.given.slice(i, i + quadsInPart).map(plainTerm)));
    await yieldToEventLoop(signal);
  }
  return { quads };
}

const quadsInPart = 1000;

/** The fields of RDF/JS, which some factories compute. */
function plainTerm(given: TermLike | QuadLike): TermLike {
  if ('subject' in given) {
    const { subject, predicate, object, graph } = given;
    const parts = { subject, predicate, object, ...(graph && { graph }) };
    const plain = Object.entries(parts).map(([name, term]) => [name, plainTerm(term)]);
    return { termType: 'Quad', value: '', ...Object.fromEntries(plain) };
  }
  const { termType, value, language, direction, datatype } = given as GivenLiteral;
  return {
    termType,
    value,
    ...(termType === 'Literal' && { language, direction, datatype: datatype && plainTerm(datatype) }),
  };
}

interface GivenLiteral extends TermLike {
  readonly language?: string;
  readonly direction?: 'ltr' | 'rtl' | '' | null;
  readonly datatype?: TermLike;
}

/** A blank node that a repair makes: no other has its name. */
export interface NewBlankNode extends TermLike {
  readonly isNew: true;
}

/** Makes the terms of plain data again. */
class Reviver {
  readonly #factory: DataFactory;
  readonly #given = new Map<string, TermLike>();
  readonly #datasets: readonly (readonly QuadLike[])[];
  readonly #made = new Map<unknown, unknown>();
  #quads: Map<string, QuadLike> | undefined;

  constructor(sources: readonly ReadSource[], factory: DataFactory) {
    this.#factory = factory;
    const datasets = sources.flatMap(({ dataset }) => dataset ?? []);
    this.#datasets = datasets.map(({ given }) => given);
    for (const { givenTerms } of datasets)
      for (const term of givenTerms.values()) this.#given.set(termKey(term), term);
  }

  /** A copy, in which what was one object is one object. */
  revived<Value>(value: Value): Value {
    if (typeof value !== 'object' || value === null) return value;
    let made = this.#made.get(value);
    if (made === undefined) {
      if (Array.isArray(value)) made = value.map((each) => this.revived(each));
      else if ('termType' in value) made = this.#term(value as unknown as TermLike);
      else made = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.revived(each)]));
      this.#made.set(value, made);
    }
    return made as Value;
  }

  #term(term: TermLike): TermLike | QuadLike {
    const { termType, value, language, direction, datatype } = term as GivenLiteral;
    const given = this.#given.get(termKey(term));
    if (given) return given;
    switch (termType) {
      case 'NamedNode':
        return this.#factory.namedNode(value);
      case 'BlankNode':
        return 'isNew' in term ? this.#newBlankNode() : this.#factory.blankNode(value);
      case 'DefaultGraph':
        return this.#factory.defaultGraph();
      case 'Quad': {
        const { subject, predicate, object, graph } = term as TermLike & QuadLike;
        const parts = [subject, predicate, object, graph].map((part) => this.revived(part));
        return (
          this.#givenQuads().get(quadKey(term as TermLike & QuadLike)) ??
          this.#factory.quad(parts[0], parts[1], parts[2], parts[3])
        );
      }
      default:
        if (direction) return this.#factory.literal(value, { language, direction });
        if (language) return this.#factory.literal(value, language);
        return this.#factory.literal(value, this.revived(datatype));
    }
  }

  #givenQuads(): ReadonlyMap<string, QuadLike> {
    this.#quads ??= new Map(this.#datasets.flat().map((quad) => [quadKey(quad), quad]));
    return this.#quads;
  }

  #newBlankNode(): TermLike {
    let node: TermLike;
    do node = this.#factory.blankNode();
    while (this.#given.has(termKey(node)));
    return node;
  }
}

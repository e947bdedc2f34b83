import { yieldToEventLoop } from '../../base/abort.ts';
import { formatLanguageTag } from '../../rdf/languageTag.ts';
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
 * Work that would block the event loop is done by another thread with the library. Input and findings are passed as plain
 * data.
 */

export interface OtherThread {
  /** Does work in that thread (doPackedWork.ts). Rejects with the signal's reason as soon as it is aborted. */
  run(work: PackedWork, receiver: Receiver, signal: AbortSignal): Promise<unknown>;
}

/** What is done here while another thread works. */
export interface Receiver {
  /** Recreates the terms in what was received, which may be a part of the findings. */
  readonly revived: <Value>(value: Value) => Value;
  /** Decides which results, once revived, are to be repaired. */
  readonly choose: ChooseResults;
}

export type ChooseResults = (results: readonly ValidationResult[]) => Promise<readonly boolean[]>;

export type PackedWork = WorkToPack & { readonly input: Readonly<Record<Role, readonly PackedSource[]>> };

/** The kind of work, without its input. */
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

/** Has another thread do work on what was read here. The terms in its findings are given ones, or made by the factory. */
export async function elsewhere<Found>(
  thread: OtherThread,
  work: WorkToPack,
  read: Readonly<Record<Role, readonly ReadSource[]>>,
  factory: DataFactory | undefined,
  signal: AbortSignal,
  choose: ChooseResults = async (results) => results.map(() => true),
): Promise<Found> {
  const reviver = new Reviver(factory ?? dataFactory);
  const packed = new Map<ReadSource, PackedSource>();
  for (const source of [...read.data, ...read.shapes, ...read.context]) {
    if (!packed.has(source)) packed.set(source, await packedSource(source, reviver, signal));
  }
  const all = (role: Role) => read[role].map((source) => packed.get(source)!);
  const input = { data: all('data'), shapes: all('shapes'), context: all('context') };
  const receiver = { revived: <Value>(value: Value) => reviver.revived(value), choose };
  return (await thread.run({ ...work, input }, receiver, signal)) as Found;
}

/** Options without what can't cross. */
export function plainOptions({ inference, shacl, subClassOfFrom, prefixes }: ReadingOptions): ReadingOptions {
  return {
    ...(inference && { inference }),
    ...(shacl && { shacl }),
    ...(subClassOfFrom && { subClassOfFrom }),
    ...(prefixes && { prefixes }),
  };
}

async function packedSource(
  { given }: ReadSource,
  reviver: Reviver,
  signal: AbortSignal,
): Promise<PackedSource> {
  if ('text' in given) return given;
  reviver.keepQuads(given);
  const quads: string[] = [];
  for (let i = 0; i < given.length; i += quadsInPart) {
    quads.push(JSON.stringify(given.slice(i, i + quadsInPart).map((quad) => plainTerm(quad, reviver))));
    await yieldToEventLoop(signal);
  }
  return { quads };
}

const quadsInPart = 1000;

/** The fields of RDF/JS, which some factories compute. */
function plainTerm(given: TermLike | QuadLike, reviver: Reviver): TermLike {
  if ('subject' in given) {
    const { subject, predicate, object, graph } = given;
    const parts = { subject, predicate, object, ...(graph && { graph }) };
    const plain = Object.entries(parts).map(([name, term]) => [name, plainTerm(term, reviver)]);
    return { termType: 'Quad', value: '', ...Object.fromEntries(plain) };
  }
  const { termType, value, language, direction, datatype } = given as GivenLiteral;
  // Terms with more than one spelling, as in readDataset.ts.
  if (termType === 'BlankNode' || (language && language !== formatLanguageTag(language))) reviver.keep(given);
  return {
    termType,
    value,
    ...(termType === 'Literal' && {
      language,
      direction,
      datatype: datatype && plainTerm(datatype, reviver),
    }),
  };
}

interface GivenLiteral extends TermLike {
  readonly language?: string;
  readonly direction?: 'ltr' | 'rtl' | '' | null;
  readonly datatype?: TermLike;
}

/** A blank node that a repair creates, with a unique name. */
export interface NewBlankNode extends TermLike {
  readonly isNew: true;
}

/** Makes the terms of plain data again. */
class Reviver {
  readonly #factory: DataFactory;
  /** Those that were given, and those that were created. */
  readonly #terms = new Map<string, TermLike>();
  readonly #datasets: (readonly QuadLike[])[] = [];
  /** By the value of their subject: few are needed, and creating keys for all takes long. */
  #quads: ReadonlyMap<string, readonly QuadLike[]> | undefined;

  constructor(factory: DataFactory) {
    this.#factory = factory;
  }

  /** A given term that is to be returned unchanged. */
  keep(term: TermLike): void {
    const key = termKey(term);
    if (!this.#terms.has(key)) this.#terms.set(key, term);
  }

  /** Given quads that are to be returned unchanged. */
  keepQuads(quads: readonly QuadLike[]): void {
    this.#datasets.push(quads);
  }

  /** A copy in which equal terms, and whatever was one object, are one object. */
  revived<Value>(value: Value, made = new Map<unknown, unknown>()): Value {
    if (typeof value !== 'object' || value === null) return value;
    let copy = made.get(value);
    if (copy === undefined) {
      if (Array.isArray(value)) copy = value.map((each) => this.revived(each, made));
      else if ('termType' in value) copy = this.#term(value as unknown as TermLike);
      else
        copy = Object.fromEntries(
          Object.entries(value).map(([name, each]) => [name, this.revived(each, made)]),
        );
      made.set(value, copy);
    }
    return copy as Value;
  }

  #term(term: TermLike): TermLike | QuadLike {
    const key = termKey(term);
    const made = this.#terms.get(key) ?? this.#madeTerm(term);
    this.#terms.set(key, made as TermLike);
    return made;
  }

  #madeTerm(term: TermLike): TermLike | QuadLike {
    const { termType, value, language, direction, datatype } = term as GivenLiteral;
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
          this.#givenQuad(term as TermLike & QuadLike) ??
          this.#factory.quad(parts[0], parts[1], parts[2], parts[3])
        );
      }
      default:
        if (direction) return this.#factory.literal(value, { language, direction });
        if (language) return this.#factory.literal(value, language);
        return this.#factory.literal(value, this.revived(datatype));
    }
  }

  /** The last of equal ones. */
  #givenQuad(wanted: QuadLike): QuadLike | undefined {
    this.#quads ??= bySubject(this.#datasets.flat());
    const key = quadKey(wanted);
    return this.#quads.get(wanted.subject.value)?.findLast((quad) => quadKey(quad) === key);
  }

  #newBlankNode(): TermLike {
    let node: TermLike;
    do node = this.#factory.blankNode();
    while (this.#terms.has(termKey(node)));
    return node;
  }
}

function bySubject(quads: readonly QuadLike[]): ReadonlyMap<string, readonly QuadLike[]> {
  const found = new Map<string, QuadLike[]>();
  for (const quad of quads) {
    const others = found.get(quad.subject.value);
    if (others) others.push(quad);
    else found.set(quad.subject.value, [quad]);
  }
  return found;
}

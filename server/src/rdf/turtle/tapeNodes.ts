import type {
  AnnotationNode,
  CollectionItem,
  IriNode,
  LiteralNode,
  ObjectNode,
  PredicateNode,
  TermNode,
} from './syntaxTree.ts';
import { behindTerm, firstObject, lengths, predicateHeader, tag } from './tape.ts';

/** Creates the nodes of a statement whose subject and predicates lie between two positions. */
export function nodesOnTape(
  data: Int32Array,
  from: number,
  to: number,
): { readonly subject: TermNode; readonly predicates: readonly PredicateNode[] } {
  const reader = new NodeReader(data, from);
  const subject = reader.term(from);
  const predicates: PredicateNode[] = [];
  reader.predicates(behindTerm(data, from, from), to, predicates);
  reader.finish();
  return { subject, predicates };
}

/** Creates nodes. The contents of brackets are deferred, so that deep nesting does not need a deep stack. */
class NodeReader {
  readonly #data: Int32Array;
  readonly #origin: number;
  readonly #putOff: (() => void)[] = [];

  constructor(data: Int32Array, origin: number) {
    this.#data = data;
    this.#origin = origin;
  }

  finish(): void {
    for (let fill = this.#putOff.pop(); fill !== undefined; fill = this.#putOff.pop()) fill();
  }

  predicates(from: number, to: number, into: PredicateNode[]): void {
    const data = this.#data;
    for (let at = from; at < to; at = this.#position(at + 1)) {
      const objects: ObjectNode[] = [];
      const objectsEnd = this.#position(at);
      let annotations: AnnotationNode[] = [];
      for (let object = at + firstObject; object < objectsEnd; object = this.#behind(object + 1)) {
        if (data[object + 1] === tag.annotation) {
          annotations.push(this.#annotation(object + 1));
          continue;
        }
        annotations = [];
        const comma = data[object] === -1 ? undefined : data[object]!;
        objects.push({ term: this.term(object + 1), comma, annotations });
      }
      into.push({
        verb: this.#iri(at + predicateHeader),
        objects,
        semicolons: Array.from(data.subarray(objectsEnd, this.#position(at + 1))),
      });
    }
  }

  term(position: number): TermNode {
    const data = this.#data;
    const start = data[position + 1]!;
    const end = data[position + 2]!;
    const id = data[position + 3]!;
    const inside = position + 5;
    switch (data[position]) {
      case tag.label:
        return { kind: 'label', id, start, end };
      case tag.number:
      case tag.boolean:
      case tag.string:
      case tag.taggedString:
      case tag.typedString:
        return this.#literal(position);
      case tag.propertyList: {
        const predicates: PredicateNode[] = [];
        this.#putOff.push(() => this.predicates(inside, this.#position(position + 4), predicates));
        return { kind: 'propertyList', id, start, end, predicates };
      }
      case tag.collection: {
        const items: CollectionItem[] = [];
        this.#putOff.push(() => this.#items(inside, this.#position(position + 4), items));
        return { kind: 'collection', id, start, end, items };
      }
      case tag.tripleTerm:
        return {
          kind: 'tripleTerm',
          id,
          start,
          end,
          parts: this.#parts(inside, this.#position(position + 4)),
        };
      case tag.reifiedTriple: {
        const [subject, verb, object, reifier] = this.#parts(inside + 1, this.#position(position + 4));
        const triple = data[inside]!;
        return { kind: 'reifiedTriple', id, start, end, parts: [subject!, verb!, object!], reifier, triple };
      }
      default:
        return this.#iri(position);
    }
  }

  /** The terms between two positions. The parser bounds how deeply triples are nested, so they may recurse. */
  #parts(from: number, end: number): readonly TermNode[] {
    const parts: TermNode[] = [];
    for (let at = from; at < end; at = this.#behind(at)) parts.push(this.term(at));
    return parts;
  }

  #annotation(position: number): AnnotationNode {
    const data = this.#data;
    const [start, end, id] = [data[position + 1]!, data[position + 2]!, data[position + 3]!];
    const inside = position + lengths[tag.annotation];
    const from = this.#position(position + 6);
    const predicates: PredicateNode[] = [];
    this.#putOff.push(() => this.predicates(from, this.#position(position + 4), predicates));
    const reifier = from > inside ? this.term(inside) : undefined;
    return { kind: 'annotation', id, start, end, reifier, predicates, triple: data[position + 5]! };
  }

  #items(from: number, to: number, into: CollectionItem[]): void {
    for (let at = from; at < to; at = this.#behind(at + 1)) {
      into.push({ term: this.term(at + 1), cell: this.#data[at]! });
    }
  }

  #iri(position: number): IriNode {
    const data = this.#data;
    const kind = data[position];
    const form = kind === tag.reference ? 'reference' : kind === tag.a ? 'a' : 'prefixed';
    return {
      kind: 'iri',
      form,
      id: data[position + 3]!,
      start: data[position + 1]!,
      end: data[position + 2]!,
    };
  }

  #literal(position: number): LiteralNode {
    const data = this.#data;
    const kind = data[position]!;
    const start = data[position + 1]!;
    const end = data[position + 2]!;
    const isString = kind >= tag.string;
    return {
      kind: 'literal',
      form: isString ? 'string' : kind === tag.number ? 'number' : 'boolean',
      id: data[position + 3]!,
      start,
      end,
      lexical: { start, end: isString ? data[position + 4]! : end },
      datatype:
        kind === tag.typedString
          ? {
              kind: 'iri',
              form: data[position + 5] === tag.reference ? 'reference' : 'prefixed',
              id: data[position + 7]!,
              start: data[position + 6]!,
              end,
            }
          : undefined,
      language: kind === tag.taggedString ? { start: data[position + 5]!, end } : undefined,
    };
  }

  /** Reads the position that is stored at a position. */
  #position(at: number): number {
    return this.#origin + this.#data[at]!;
  }

  #behind(term: number): number {
    return behindTerm(this.#data, this.#origin, term);
  }
}

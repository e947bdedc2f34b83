import { lazy } from '../../base/lazy.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { BlankNodeNames, NewRepeatNumbers } from '../../rdf/turtle/blankNodeNames.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { QuadLike, TermLike } from './api.ts';
import { isQuad } from './sources.ts';
import { graphKey } from './termKey.ts';

/** A dataset as a document without text. */
export interface ReadDataset {
  readonly document: TurtleDocument;
  /** Why quads were left out, as sentences. */
  readonly problems: readonly string[];
  /** The given terms that have more than one spelling: blank nodes, and literals by the case of their language. */
  readonly givenTerms: ReadonlyMap<TermId, TermLike>;
  /** The graph that all quads are in; undefined for the default graph, and when there are several. */
  readonly graph: TermLike | undefined;
  /** The given quads that state one of the triples, of all graphs. */
  quadsOf(triples: readonly Triple[]): QuadLike[];
}

/** Reads a dataset. Quads that no RDF graph can hold are left out. */
export function readDataset(
  name: string,
  given: readonly QuadLike[],
  prefixes: ReadonlyMap<string, string>,
): ReadDataset {
  const reader = new TermReader();
  const quads: QuadLike[] = [];
  const triples: number[] = [];
  const leftOut = new Map<string, number>();
  const graphs = new Map<string, TermLike | undefined>();
  for (const quad of given) {
    if (!isQuad(quad)) throw new TypeError('A dataset has to give RDF/JS quads by iteration.');
    const reason = whyNoTriple(quad);
    if (reason !== undefined) {
      leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
      continue;
    }
    quads.push(quad);
    triples.push(reader.term(quad.subject), reader.term(quad.predicate), reader.term(quad.object));
    graphs.set(graphKey(quad.graph), quad.graph);
  }
  const bySubject = lazy(() => rowsBySubject(triples));
  return {
    document: TurtleDocument.withoutText(name, Int32Array.from(triples), prefixes),
    problems: [...leftOut].map(
      ([reason, count]) => `${count === 1 ? 'One quad was' : `${count} quads were`} left out: ${reason}`,
    ),
    givenTerms: reader.given,
    graph: graphs.size === 1 ? [...graphs.values()][0] : undefined,
    quadsOf: (wanted) =>
      wanted.flatMap(({ subject, predicate, object }) =>
        (bySubject().get(subject) ?? [])
          .filter((i) => triples[3 * i + 1] === predicate && triples[3 * i + 2] === object)
          .map((i) => quads[i]!),
      ),
  };
}

function rowsBySubject(triples: readonly TermId[]): ReadonlyMap<TermId, readonly number[]> {
  const rows = new Map<TermId, number[]>();
  for (let row = 0; 3 * row < triples.length; row++) {
    const subject = triples[3 * row]!;
    const known = rows.get(subject);
    if (known) known.push(row);
    else rows.set(subject, [row]);
  }
  return rows;
}

/** Why RDF does not allow a quad. */
function whyNoTriple({ subject, predicate, object }: QuadLike): string | undefined {
  if (subject.termType !== 'NamedNode' && subject.termType !== 'BlankNode') {
    return `the subject is of the type ${subject.termType}, and only IRIs and blank nodes can be subjects.`;
  }
  if (predicate.termType !== 'NamedNode') {
    return `the predicate is of the type ${predicate.termType}, and only IRIs can be predicates.`;
  }
  if (object.termType === 'Quad') return whyNoTriple(object as TermLike & QuadLike);
  return objectTypes.has(object.termType)
    ? undefined
    : `the object is of the type ${object.termType}, and only IRIs, blank nodes, literals and triple terms can be objects.`;
}

const objectTypes: ReadonlySet<string> = new Set(['NamedNode', 'BlankNode', 'Literal']);

class TermReader {
  readonly given = new Map<TermId, TermLike>();
  /** Blank nodes of all datasets have one scope: RDF/JS compares them by their values. */
  readonly #names = new BlankNodeNames('urn:x-rdfjs', new NewRepeatNumbers());

  term(term: TermLike): TermId {
    switch (term.termType) {
      case 'NamedNode':
        return terms.iri(term.value);
      case 'BlankNode':
        return this.#keep(terms.blankNode(this.#names.labelled(term.value)), term);
      case 'Quad': {
        const { subject, predicate, object } = term as TermLike & QuadLike;
        return terms.tripleTerm({
          subject: this.term(subject),
          predicate: this.term(predicate),
          object: this.term(object),
        });
      }
      default:
        return this.#literal(term as GivenLiteral);
    }
  }

  #literal(term: GivenLiteral): TermId {
    const { value, language, direction, datatype } = term;
    if (!language) return terms.literal(value, datatype ? terms.iri(datatype.value) : undefined);
    const id = terms.languageString(value, language, direction || '');
    return terms.language(id) === language ? id : this.#keep(id, term);
  }

  #keep(id: TermId, term: TermLike): TermId {
    if (!this.given.has(id)) this.given.set(id, term);
    return id;
  }
}

interface GivenLiteral extends TermLike {
  readonly language?: string;
  readonly direction?: 'ltr' | 'rtl' | '' | null;
  readonly datatype?: TermLike;
}

import type * as RDF from '@rdfjs/types';
import { fromRdfjs } from '../rdfjsView.ts';
import { type TermId, terms } from '../terms.ts';
import { BlankNodeNames, NewRepeatNumbers } from '../turtle/blankNodeNames.ts';
import { namespaces } from '../vocab.ts';

/**
 * A term that a library creates, with what was being read at that moment: the way from its quads back to the text.
 * Libraries pass on the same object, so the subject of a quad leads to where the subject is named, not to where the quad is
 * stated.
 */
export class PlacedTerm<Place> {
  readonly termType: RDF.Term['termType'];
  readonly value: string;
  /** Undefined for what was created before anything was read. */
  readonly place: Place | undefined;
  readonly language: string;
  readonly direction: RDF.Literal['direction'];
  readonly datatype: { readonly value: string } | undefined;
  #id: TermId | undefined;

  constructor(
    termType: RDF.Term['termType'],
    value: string,
    place: Place | undefined,
    language = '',
    direction: RDF.Literal['direction'] = '',
    datatype?: { readonly value: string },
  ) {
    this.termType = termType;
    this.value = value;
    this.place = place;
    this.language = language;
    this.direction = direction;
    this.datatype = datatype;
  }

  get id(): TermId {
    this.#id ??= idOfPlain(this);
    return this.#id;
  }

  equals(other: PlacedTerm<Place> | null | undefined): boolean {
    return (
      !!other &&
      this.termType === other.termType &&
      this.value === other.value &&
      this.language === other.language &&
      this.direction === other.direction &&
      this.datatype?.value === other.datatype?.value
    );
  }
}

export interface PlacedQuad<Place> {
  readonly termType: 'Quad';
  readonly value: '';
  readonly subject: PlacedTerm<Place>;
  readonly predicate: PlacedTerm<Place>;
  readonly object: PlacedTerm<Place> | PlacedQuad<Place>;
  readonly graph: PlacedTerm<Place>;
  readonly place: Place | undefined;
}

/** The RDF/JS data factory of a library that reads one text. */
export class PlacingFactory<Place> {
  readonly #place: () => Place | undefined;
  readonly #around: (place: Place) => string;
  readonly #names: BlankNodeNames;
  readonly #defaultGraph = new PlacedTerm<Place>('DefaultGraph', '', undefined);

  /**
   * @param uri scopes the blank nodes: the same text under the same uri gives the same terms.
   * @param place tells what is being read.
   * @param around tells what nodes without a name at a place are named by, so that an edit elsewhere renames none of them.
   */
  constructor(uri: string, place: () => Place | undefined, around: (place: Place) => string) {
    this.#place = place;
    this.#around = around;
    this.#names = new BlankNodeNames(uri, new NewRepeatNumbers());
  }

  namedNode(value: string): PlacedTerm<Place> {
    return new PlacedTerm('NamedNode', value, this.#place());
  }

  blankNode(label?: string): PlacedTerm<Place> {
    const place = this.#place();
    const value = label
      ? this.#names.labelled(label)
      : `${this.#names.statement(place ? this.#around(place) : '').prefix}0`;
    return new PlacedTerm('BlankNode', value, place);
  }

  literal(
    value: string,
    kind?: string | RDF.NamedNode | { readonly language: string; readonly direction?: 'ltr' | 'rtl' },
  ): PlacedTerm<Place> {
    const place = this.#place();
    if (typeof kind === 'string') return new PlacedTerm('Literal', value, place, kind, '', langString);
    if (kind && !('termType' in kind))
      return new PlacedTerm('Literal', value, place, kind.language, kind.direction, langString);
    return new PlacedTerm('Literal', value, place, '', '', kind ?? string);
  }

  quad(
    subject: PlacedTerm<Place>,
    predicate: PlacedTerm<Place>,
    object: PlacedQuad<Place>['object'],
    graph = this.defaultGraph(),
  ): PlacedQuad<Place> {
    return { termType: 'Quad', value: '', subject, predicate, object, graph, place: this.#place() };
  }

  defaultGraph(): PlacedTerm<Place> {
    return this.#defaultGraph;
  }
}

function idOfPlain(term: { readonly termType: RDF.Term['termType']; readonly value: string }): TermId {
  return term.termType === 'BlankNode'
    ? terms.blankNode(term.value)
    : fromRdfjs(term as unknown as RDF.Term)!;
}

const langString = { value: `${namespaces.rdf}langString` };
const string = { value: `${namespaces.xsd}string` };

export function idOf(term: PlacedQuad<unknown>['object']): TermId {
  if (term instanceof PlacedTerm) return term.id;
  if (term.termType === 'Quad' && 'subject' in term) {
    const [subject, predicate, object] = [idOf(term.subject), idOf(term.predicate), idOf(term.object)];
    return terms.tripleTerm({ subject, predicate, object });
  }
  return idOfPlain(term);
}

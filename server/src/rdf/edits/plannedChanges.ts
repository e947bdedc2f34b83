import type { OffsetEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { TermId, Triple } from '../terms.ts';
import type {
  AnnotationNode,
  CollectionItem,
  CollectionNode,
  ObjectNode,
  PredicateNode,
  PropertyListNode,
  TermNode,
  TriplesStatement,
} from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import type { GraphChange } from './graphChange.ts';
import type { PredicateBlock } from './predicateBlock.ts';

/** The state that all steps of planning share. */
export interface PlanState {
  readonly document: TurtleDocument;
  readonly change: GraphChange;
  /** The added triples that have no place in the text yet. */
  readonly pendingAdditions: PendingTriples;
  /** The removed triples whose text was not dealt with yet. */
  readonly pendingRemovals: PendingTriples;
  readonly planned: PlannedChanges;
}

/** Verb and objects of a new part. */
export interface NewPart {
  readonly predicate: TermId;
  readonly objects: readonly TermId[];
}

/**
 * Brackets stand for a blank node at the only place that mentions it. When that place is removed but the blank node stays,
 * or when another place mentions it too, the text of the brackets has to move.
 */
export interface Relocation {
  readonly statement: TriplesStatement;
  readonly node: PropertyListNode | CollectionNode;
  /** `moved`: to the only place that mentions it now. `apart`: to a statement of its own. */
  readonly kind: 'moved' | 'apart';
  /** True when the blank node needs a label, because other places mention it. */
  readonly isNamed: boolean;
}

/**
 * The planned changes to the nodes of a document, which are compared by identity. Nodes that are not mentioned stay
 * unchanged.
 */
export class PlannedChanges {
  readonly removed = new Set<ObjectNode | CollectionItem>();
  /** New terms for objects, verbs and items. */
  readonly replaced = new Map<TermNode, TermId>();
  /** New objects at the end of a part. */
  readonly appended = new Map<PredicateNode, TermId[]>();
  /** New items of collections, by the index of the item before which they are inserted. */
  readonly items = new Map<CollectionNode, ReadonlyMap<number, readonly TermId[]>>();
  /** New parts at the end of a block. */
  readonly parts = new Map<
    PredicateBlock['holder'],
    { readonly block: PredicateBlock; readonly parts: NewPart[] }
  >();
  /** New parts right after a part with the same verb. */
  readonly repeated = new Map<PredicateNode, readonly NewPart[]>();
  /** The first annotation of a triple: after its object, or after a `~` without an annotation. */
  readonly annotated = new Map<ObjectNode | AnnotationNode, (readonly NewPart[])[]>();
  readonly statements: { readonly subject: TermId; readonly parts: readonly NewPart[] }[] = [];
  /** Brackets whose text moves. */
  readonly relocated = new Map<TermNode, Relocation>();
  /** Blank nodes without a label that get one. */
  readonly named = new Set<TermId>();
  /** List cells that lose a triple, so that their whole list has to be rewritten. */
  readonly cells = new Set<TermId>();
  readonly touched = new Set<TriplesStatement>();

  /** True when a term becomes the subject of more than one statement. */
  startsSeveralStatements(term: TermId): boolean {
    const subjects = [...this.touched].filter(({ subject }) => this.replaced.get(subject) === term);
    return subjects.length + this.statements.filter(({ subject }) => subject === term).length > 1;
  }

  /** True when nothing of the part remains, not even its place. */
  removesPart(part: PredicateNode): boolean {
    return part.objects.every((object) => this.removed.has(object));
  }

  /** True when the block loses all its parts and gets no new ones. */
  emptiesBlock({ holder, predicates }: Pick<PredicateBlock, 'holder' | 'predicates'>): boolean {
    return predicates.every((part) => this.removesPart(part)) && !this.parts.has(holder);
  }
}

/** A work list of triples, which can be taken out one by one. */
export class PendingTriples {
  readonly #bySubject = new Map<TermId, Map<TermId, Set<TermId>>>();

  constructor(triples: Iterable<Triple>) {
    for (const { subject, predicate, object } of triples) {
      const byPredicate = this.#bySubject.get(subject) ?? new Map<TermId, Set<TermId>>();
      this.#bySubject.set(subject, byPredicate);
      const objects = byPredicate.get(predicate);
      if (objects === undefined) byPredicate.set(predicate, new Set([object]));
      else objects.add(object);
    }
  }

  /** Removes a triple; false when it was not there. */
  take({ subject, predicate, object }: Triple): boolean {
    const byPredicate = this.#bySubject.get(subject);
    const objects = byPredicate?.get(predicate);
    if (!byPredicate || !objects?.delete(object)) return false;
    if (objects.size === 0) byPredicate.delete(predicate);
    if (byPredicate.size === 0) this.#bySubject.delete(subject);
    return true;
  }

  has({ subject, predicate, object }: Triple): boolean {
    return this.#bySubject.get(subject)?.get(predicate)?.has(object) ?? false;
  }

  /** The triples that are left. */
  triples(): readonly Triple[] {
    return this.subjects.flatMap((subject) =>
      this.predicates(subject).flatMap((predicate) =>
        this.objects(subject, predicate).map((object) => ({ subject, predicate, object })),
      ),
    );
  }

  get subjects(): readonly TermId[] {
    return [...this.#bySubject.keys()];
  }

  predicates(subject: TermId): readonly TermId[] {
    return [...(this.#bySubject.get(subject)?.keys() ?? [])];
  }

  objects(subject: TermId, predicate: TermId): readonly TermId[] {
    return [...(this.#bySubject.get(subject)?.get(predicate) ?? [])];
  }
}

/** A text edit, with the terms that it writes. */
export interface PlannedEdit extends OffsetEdit {
  /** The terms written by `newText`, with their spans in it. */
  readonly inserted: readonly PlannedTerm[];
}

export interface PlannedTerm {
  readonly term: TermId;
  readonly range: TextRange;
}

import type { TermId } from '../rdf/terms.ts';
import type {
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
import type { PendingTriples } from './pendingTriples.ts';
import type { PredicateBlock } from './predicateBlock.ts';

/** What all steps of one planning share. */
export interface PlanState {
  readonly document: TurtleDocument;
  readonly change: GraphChange;
  /** The added triples that have no place in the text yet. */
  readonly pendingAdditions: PendingTriples;
  /** The removed triples whose text has no fate yet. */
  readonly pendingRemovals: PendingTriples;
  readonly planned: PlannedChanges;
}

/** Verb and objects of a new part. */
export interface NewPart {
  readonly predicate: TermId;
  readonly objects: readonly TermId[];
}

/**
 * Brackets stand for a blank node at the one place that mentions it. When that place goes away but the blank
 * node stays, or when another place mentions it too, the text of the brackets has to move.
 */
export interface Relocation {
  readonly statement: TriplesStatement;
  readonly node: PropertyListNode | CollectionNode;
  /** `moved`: to the only place that mentions it now. `apart`: to a statement of its own. */
  readonly kind: 'moved' | 'apart';
  /** True when it needs a label, since other places mention it. */
  readonly isNamed: boolean;
}

/**
 * What is to happen to the nodes of a document, which are told apart by identity. All that is not mentioned
 * stays as it is.
 */
export class PlannedChanges {
  readonly removed = new Set<ObjectNode | CollectionItem>();
  /** New terms for objects, verbs and items. */
  readonly replaced = new Map<TermNode, TermId>();
  /** New objects at the end of a part. */
  readonly appended = new Map<PredicateNode, TermId[]>();
  /** New items of collections, by the index of the item that they come before. */
  readonly items = new Map<CollectionNode, ReadonlyMap<number, readonly TermId[]>>();
  /** New parts at the end of a block. */
  readonly parts = new Map<
    PredicateBlock['holder'],
    { readonly block: PredicateBlock; readonly parts: NewPart[] }
  >();
  /** New parts right behind a part with the same verb. */
  readonly repeated = new Map<PredicateNode, readonly NewPart[]>();
  readonly statements: { readonly subject: TermId; readonly parts: readonly NewPart[] }[] = [];
  /** Brackets whose text goes elsewhere. */
  readonly relocated = new Map<TermNode, Relocation>();
  /** Blank nodes that had no label and get one. */
  readonly named = new Set<TermId>();
  /** List cells of which something goes away: their whole list has to. */
  readonly cells = new Set<TermId>();
  readonly touched = new Set<TriplesStatement>();

  /** True when a term becomes the subject of more than one statement. */
  startsSeveralStatements(term: TermId): boolean {
    const subjects = [...this.touched].filter(({ subject }) => this.replaced.get(subject) === term);
    return subjects.length + this.statements.filter(({ subject }) => subject === term).length > 1;
  }

  /** True when nothing of the part stays, not even its place. */
  removesPart(part: PredicateNode): boolean {
    return part.objects.every((object) => this.removed.has(object));
  }

  /** True when the block has no part any more and gets none. */
  emptiesBlock({ holder, predicates }: Pick<PredicateBlock, 'holder' | 'predicates'>): boolean {
    return predicates.every((part) => this.removesPart(part)) && !this.parts.has(holder);
  }
}

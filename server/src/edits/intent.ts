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
import type { Block } from './block.ts';
import type { Change } from './change.ts';
import type { TripleSet } from './tripleSet.ts';

/** What all steps of one planning share. */
export interface Planning {
  readonly document: TurtleDocument;
  readonly change: Change;
  /** The added triples that have no place in the text yet. */
  readonly pending: TripleSet;
  /** The removed triples whose text has no fate yet. */
  readonly leaving: TripleSet;
  readonly intent: Intent;
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
export class Intent {
  readonly removed = new Set<ObjectNode | CollectionItem>();
  /** New terms for objects, verbs and items. */
  readonly replaced = new Map<TermNode, TermId>();
  /** New objects at the end of a part. */
  readonly appended = new Map<PredicateNode, TermId[]>();
  /** New items of collections, by the index of the item that they come before. */
  readonly items = new Map<CollectionNode, ReadonlyMap<number, readonly TermId[]>>();
  /** New parts at the end of a block. */
  readonly parts = new Map<Block['holder'], { readonly block: Block; readonly parts: NewPart[] }>();
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
  startsSeveral(term: TermId): boolean {
    const subjects = [...this.touched].filter(({ subject }) => this.replaced.get(subject) === term);
    return subjects.length + this.statements.filter(({ subject }) => subject === term).length > 1;
  }

  /** True when nothing of the part stays, not even its place. */
  leaves(part: PredicateNode): boolean {
    return part.objects.every((object) => this.removed.has(object));
  }

  /** True when the block has no part any more and gets none. */
  empties({ holder, predicates }: Pick<Block, 'holder' | 'predicates'>): boolean {
    return predicates.every((part) => this.leaves(part)) && !this.parts.has(holder);
  }
}

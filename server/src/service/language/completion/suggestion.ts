import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { Graph } from '../../../rdf/graph.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { AskedOfNode, UnitShapes } from './askedProperties.ts';
import type { NodeAtCursor } from './nodeAtCursor.ts';
import type { Peers } from './peers.ts';

/** The kind of a suggestion, which editors show as an icon. */
export type SuggestionKind =
  | 'property'
  | 'class'
  | 'node'
  | 'value'
  | 'datatype'
  | 'prefix'
  | 'keyword'
  | 'variable'
  | 'skeleton'
  | 'file';

/** Something that may be meant at the cursor, before it is known how it is written. */
export interface CompletionCandidate {
  readonly kind: SuggestionKind;
  readonly of:
    | { readonly term: TermId }
    | { readonly text: string }
    /** The start of a name; the prefix has no colon. */
    | { readonly prefix: string }
    | Skeleton
    | LiteralForm
    /** `( )`. */
    | { readonly list: true };
  /** Those with higher scores come first. */
  readonly score: number;
  /** Why it is suggested, in a few words: "needs 1 more". */
  readonly reason?: string | undefined;
}

/** A blank node with properties to be filled in. */
export interface Skeleton {
  readonly type: TermId | undefined;
  readonly properties: readonly TermId[];
}

/** A literal of a datatype, to be filled in. */
export interface LiteralForm {
  readonly datatype: TermId;
  /** The tag of a text with a language; otherwise empty. */
  readonly language: string;
}

/** What editors show in a list and write when it is chosen. */
export interface CompletionSuggestion {
  readonly kind: SuggestionKind;
  /** As it is written. */
  readonly label: string;
  readonly reason: string | undefined;
  /** What people call it. */
  readonly description: string | undefined;
  /** The addresses of the triple stores that are the only source of the term or its label. */
  readonly stores: readonly string[];
  /** What replaces `range`; `$1` and so on are tab stops where it is a snippet. */
  readonly newText: string;
  /** How many characters after `range` it replaces, too: a space that it ends with. */
  readonly overwritten: number;
  readonly isSnippet: boolean;
  /** The text that is compared with what was already typed in `range`. */
  readonly filterText: string;
  /** For example, the declaration of its prefix. */
  readonly edits: readonly OffsetEdit[];
  /** For its documentation. */
  readonly iri: string | undefined;
}

export interface CompletionSuggestions {
  /** The text typed so far, which a suggestion replaces. */
  readonly range: TextRange;
  /** The best first. */
  readonly items: readonly CompletionSuggestion[];
  /** False if further typing may give other suggestions. */
  readonly isComplete: boolean;
}

/** Where a value is to be written, with what is known about it. */
export interface CompletionPlace {
  readonly node: NodeAtCursor;
  readonly predicate: TermId;
  readonly asked: AskedOfNode;
  readonly peers: Peers;
  /** The subjects of the statements around, the nearest first. */
  readonly nearby: readonly TermId[];
  /** The file in which it is. */
  readonly document: Graph;
  /** All files of the unit. */
  readonly world: Graph;
  readonly units: readonly UnitShapes[];
}

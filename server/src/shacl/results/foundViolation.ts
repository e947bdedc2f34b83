import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { ResultDetails, Words } from '../model/component.ts';
import type { Path } from '../model/path.ts';
import type { Constraint, Shape } from '../model/shape.ts';
import type { Violation } from '../model/violation.ts';
import { authorMessages, componentMessage, type MessageSubject, recordedMessage } from './explain.ts';

/** What the results of one shape share. */
export interface ViolationWording {
  readonly shape: Shape;
  readonly words: () => Words;
  /** The words of recorded messages, and of the placeholders in sh:message. */
  readonly recordedWords: () => Words;
  readonly shapesGraph: Graph;
}

/**
 * A result whose messages are created when they are first read, because most results are kept from one change to the
 * next without being read. It has few fields of its own, because there may be hundreds of thousands of results.
 */
export class FoundViolation implements Violation {
  readonly focusNode: TermId;
  readonly constraint: Constraint;
  readonly details: readonly Violation[];
  readonly #root: { readonly shape: TermId; readonly node: TermId };
  readonly #failure: ResultDetails;
  readonly #wording: ViolationWording;
  #messages: readonly TermId[] | undefined;
  #componentMessage: string | undefined;

  constructor(
    root: { readonly shape: TermId; readonly node: TermId },
    focusNode: TermId,
    constraint: Constraint,
    failure: ResultDetails,
    details: readonly Violation[],
    wording: ViolationWording,
  ) {
    this.focusNode = focusNode;
    this.constraint = constraint;
    this.details = details;
    this.#root = root;
    this.#failure = failure;
    this.#wording = wording;
  }

  get rootFocusNode(): TermId {
    return this.#root.node;
  }

  get rootShape(): TermId {
    return this.#root.shape;
  }

  get path(): Path | undefined {
    const { predicate } = this.#failure;
    return predicate === undefined ? this.#wording.shape.path : { kind: 'predicate', predicate };
  }

  get resultPath(): TermId | undefined {
    return this.#failure.predicate ?? this.#wording.shape.pathTerm;
  }

  get value(): TermId | undefined {
    return this.#failure.value;
  }

  get language(): string | undefined {
    return this.#failure.language;
  }

  get sourceShape(): TermId {
    return this.#wording.shape.id;
  }

  get component(): TermId {
    return this.constraint.component;
  }

  get severity(): TermId {
    return this.constraint.severity ?? this.#wording.shape.severity;
  }

  get messages(): readonly TermId[] {
    if (this.#messages === undefined) {
      const authored = this.#authorMessages;
      this.#messages = authored.length > 0 ? authored : [terms.literal(this.componentMessage)];
    }
    return this.#messages;
  }

  get componentMessage(): string {
    this.#componentMessage ??= componentMessage(this.#subject, this.#wording.words());
    return this.#componentMessage;
  }

  get recordedMessages(): readonly TermId[] {
    const authored = this.#authorMessages;
    return authored.length > 0
      ? authored
      : [terms.literal(recordedMessage(this.#subject, this.#wording.recordedWords()))];
  }

  get #authorMessages(): readonly TermId[] {
    const { shapesGraph, recordedWords } = this.#wording;
    return authorMessages(this.#subject, shapesGraph, recordedWords());
  }

  get #subject(): MessageSubject {
    const { constraint, focusNode } = this;
    return { shape: this.#wording.shape, constraint, focusNode, failure: this.#failure };
  }
}

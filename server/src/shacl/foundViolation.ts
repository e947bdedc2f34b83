import type { Graph } from '../rdf/graph.ts';
import type { TermId } from '../rdf/terms.ts';
import type { Failure, Words } from './components/component.ts';
import { resultMessages } from './messages.ts';
import type { Path } from './path.ts';
import type { Constraint, Shape } from './shape.ts';
import type { Violation } from './violation.ts';

/** What messages are worded with. */
export interface Wording {
  readonly words: () => Words;
  readonly shapesGraph: Graph;
}

/** A result that is worded when its messages are read: most are kept from one change to the next without that. */
export class FoundViolation implements Violation {
  readonly focusNode: TermId;
  readonly rootFocusNode: TermId;
  readonly rootShape: TermId;
  readonly path: Path | undefined;
  readonly resultPath: TermId | undefined;
  readonly value: TermId | undefined;
  declare readonly language?: string;
  readonly sourceShape: TermId;
  readonly component: TermId;
  readonly constraint: Constraint;
  readonly severity: TermId;
  readonly details: readonly Violation[];
  readonly #shape: Shape;
  readonly #failure: Failure;
  readonly #wording: Wording;
  #messages: readonly TermId[] | undefined;

  constructor(
    root: { readonly shape: TermId; readonly node: TermId },
    focusNode: TermId,
    shape: Shape,
    constraint: Constraint,
    failure: Failure,
    details: readonly Violation[],
    wording: Wording,
  ) {
    const { predicate, language } = failure;
    this.focusNode = focusNode;
    this.rootFocusNode = root.node;
    this.rootShape = root.shape;
    this.path = predicate === undefined ? shape.path : { kind: 'predicate', predicate };
    this.resultPath = predicate ?? shape.pathTerm;
    this.value = failure.value;
    if (language !== undefined) this.language = language;
    this.sourceShape = shape.id;
    this.component = constraint.component;
    this.constraint = constraint;
    this.severity = shape.severity;
    this.details = details;
    this.#shape = shape;
    this.#failure = failure;
    this.#wording = wording;
  }

  get messages(): readonly TermId[] {
    const { words, shapesGraph } = this.#wording;
    this.#messages ??= resultMessages(
      { shape: this.#shape, constraint: this.constraint, focusNode: this.focusNode, failure: this.#failure },
      shapesGraph,
      words(),
    );
    return this.#messages;
  }
}

import type { Term } from '@rdfjs/types';
import { fromRdfjs } from '../../rdf/rdfjsView.ts';
import type { TermId } from '../../rdf/terms.ts';
import { createEvaluator, type Evaluator } from '../evaluator.ts';
import type { Constraint } from '../model/shape.ts';
import type { Violation } from '../model/violation.ts';
import type { ValidationInput } from '../validationUnit.ts';

/** A result as rdf-validate-shacl returns it. */
export interface RawResult {
  readonly focusNode: Term | null;
  readonly path: Term | null;
  readonly value: Term | null;
  readonly sourceShape: Term | null;
  readonly sourceConstraintComponent: Term | null;
  readonly severity: Term | null;
  readonly message: readonly Term[];
  readonly detail: readonly RawResult[];
}

type PlainResult = Pick<
  Violation,
  | 'focusNode'
  | 'resultPath'
  | 'value'
  | 'sourceShape'
  | 'component'
  | 'severity'
  | 'messages'
  | 'recordedMessages'
>;

/** Converts the results of the reference engine, which do not name the constraint that was violated. */
export class ReferenceResults {
  readonly #input: ValidationInput;
  readonly #auxiliary: ReadonlyMap<TermId, Constraint>;
  #evaluator: Evaluator | undefined;

  constructor(input: ValidationInput, auxiliary: ReadonlyMap<TermId, Constraint>) {
    this.#input = input;
    this.#auxiliary = auxiliary;
  }

  read(
    results: readonly RawResult[],
    root: { readonly shape: TermId; readonly node: TermId },
  ): readonly Violation[] {
    const repeats = new Map<string, number>();
    return results.flatMap((result) => {
      const read = this.#plain(result);
      const key = [read.sourceShape, read.component, read.focusNode, read.resultPath, read.value].join(' ');
      const repeat = repeats.get(key) ?? 0;
      repeats.set(key, repeat + 1);
      const constraint = this.#standsFor(result) ?? this.#constraint(read, repeat);
      if (constraint === undefined) return [];
      const shape = this.#input.shapes.get(constraint.shape)!;
      const isOwnPath = read.resultPath === undefined || read.resultPath === shape.pathTerm;
      return {
        ...read,
        rootFocusNode: root.node,
        rootShape: root.shape,
        path: isOwnPath ? shape.path : { kind: 'predicate', predicate: read.resultPath! },
        component: constraint.component,
        constraint,
        details: this.#standsFor(result) ? [] : this.read(result.detail, root),
      };
    });
  }

  #plain(result: RawResult): PlainResult {
    const optional = (term: Term | null) => (term === null ? undefined : fromRdfjs(term));
    const messages = result.message.map((message) => fromRdfjs(message)!);
    return {
      focusNode: fromRdfjs(result.focusNode!)!,
      resultPath: optional(result.path),
      value: optional(result.value),
      sourceShape: fromRdfjs(result.sourceShape!)!,
      component: fromRdfjs(result.sourceConstraintComponent!)!,
      severity: fromRdfjs(result.severity!)!,
      messages,
      recordedMessages: messages,
    };
  }

  /**
   * The constraint that an auxiliary shape replaces. The engine may list details of earlier checks first, so the last
   * detail decides.
   */
  #standsFor({ detail, sourceShape }: RawResult): Constraint | undefined {
    const last = detail.at(-1)?.sourceShape;
    const constraint = last ? this.#auxiliary.get(fromRdfjs(last)!) : undefined;
    return constraint?.shape === fromRdfjs(sourceShape!) ? constraint : undefined;
  }

  /**
   * The constraint that a result belongs to. When a shape has several constraints of a component, such as two classes,
   * the results are assigned in order to those that the built-in engine finds violated. This does not add or remove
   * results.
   */
  #constraint(
    { sourceShape, component, focusNode, value }: PlainResult,
    repeat: number,
  ): Constraint | undefined {
    const candidates = (this.#input.shapes.get(sourceShape)?.constraints ?? []).filter(
      (constraint) => constraint.component === component,
    );
    if (candidates.length <= 1) return candidates[0];
    const { shapes, dataGraph, classGraph } = this.#input;
    this.#evaluator ??= createEvaluator(shapes, dataGraph, classGraph);
    const violated = this.#evaluator
      .validateNode(focusNode, sourceShape)
      .filter((violation) => violation.component === component && violation.value === value)
      .map(({ constraint }) => constraint);
    return violated[repeat] ?? candidates[repeat % candidates.length];
  }
}

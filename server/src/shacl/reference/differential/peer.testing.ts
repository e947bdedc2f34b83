import type { Term } from '@rdfjs/types';
import { IndexedGraph } from '../../../rdf/graph.ts';
import { fromRdfjs, RdfjsView } from '../../../rdf/rdfjsView.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import type { ValidationInput } from '../../validationUnit.ts';
import { createReferenceEngine, type RawResult, resultsOf } from '../referenceEngine.ts';
import type { Result } from './result.testing.ts';

/** What rdf-validate-shacl finds for a node and a shape, and where it stopped. */
export interface PeerOutcome {
  readonly results: readonly Result[];
  readonly stops: readonly Stop[];
}

/** A constraint, or a whole shape, that rdf-validate-shacl could not check for a node. */
export interface Stop {
  readonly node: TermId;
  readonly shape: TermId;
  readonly component: TermId | undefined;
  /** The value of the component's parameter, when there is only one. */
  readonly parameterValue?: TermId | undefined;
  readonly error: string;
}

/** Shared by all peers, because creating an engine takes longer than most validations. */
const engine = await createReferenceEngine(emptyView(), emptyView());

// Without this limit, the engine recurses until its stack is full. That takes seconds and has the same outcome.
const maxDepth = 100;
const nodeConformsToShape = engine.nodeConformsToShape.bind(engine);
engine.nodeConformsToShape = (...args) => {
  if (engine.depth > maxDepth) throw new RangeError('Maximum call stack size exceeded');
  return nodeConformsToShape(...args);
};

/**
 * Runs rdf-validate-shacl as it is, without our guards and without its limit on the number of checks. All peers share
 * one engine, so only the latest peer may be used.
 */
export class Peer {
  readonly #shapes: RdfjsView;
  readonly #data: RdfjsView;
  readonly #outcomes = new Map<string, PeerOutcome>();

  /** Gives the engine the same graphs as the built-in engine has. */
  constructor({ shapes, dataGraph }: ValidationInput) {
    this.#shapes = new RdfjsView(shapes.graph);
    this.#data = new RdfjsView(dataGraph);
    engine.$shapes = engine.factory.clownface({ dataset: this.#shapes });
    engine.$data = engine.factory.clownface({ dataset: this.#data });
    // Clears what the engine cached about its shapes. The rest of its state depends only on the SHACL vocabulary.
    Object.assign(engine.shapesGraph, {
      _shapes: new Map(),
      _shapesWithTarget: undefined,
      _shapeNodesWithConstraints: undefined,
    });
  }

  /** The shapes that validation starts from. */
  roots(): readonly TermId[] {
    return engine.shapesGraph.shapesWithTarget.map(({ shapeNode }) => fromRdfjs(shapeNode)!);
  }

  /** The focus nodes of a shape; the error message when the engine stops. */
  targets(shape: TermId): readonly TermId[] | string {
    try {
      const nodes = this.#shape(shape).getTargetNodes(engine.$data);
      return nodes.map((node) => fromRdfjs(node)!);
    } catch (error) {
      return messageOf(error);
    }
  }

  conforms(node: TermId, shape: TermId): boolean {
    const { results, stops } = this.outcome(node, shape);
    return results.length === 0 && stops.length === 0;
  }

  /** The results of a node against a shape. When the engine stops, each constraint is checked separately. */
  outcome(node: TermId, shape: TermId): PeerOutcome {
    const key = `${node} ${shape}`;
    const known = this.#outcomes.get(key);
    if (known) return known;
    // If the pair is met again before its outcome is known, the engine would recurse until its stack is full.
    this.#outcomes.set(key, { results: [], stops: [{ node, shape, component: undefined, error: 'circle' }] });
    const outcome = this.#whole(node, shape) ?? this.#byConstraint(node, shape);
    this.#outcomes.set(key, outcome);
    return outcome;
  }

  #whole(node: TermId, shape: TermId): PeerOutcome | undefined {
    const { validationEngine, $data } = engine;
    try {
      const check = () =>
        validationEngine.validateNodeAgainstShape(this.#data.term(node), this.#shape(shape), $data);
      return { results: resultsOf(engine, check).map(plain), stops: [] };
    } catch {
      // Some constraint stopped the engine; `#byConstraint` finds out which.
      return undefined;
    }
  }

  #byConstraint(node: TermId, shape: TermId): PeerOutcome {
    const { validationEngine, $data } = engine;
    const focus = this.#data.term(node);
    const { constraints, deactivated } = this.#shape(shape);
    const values = this.#values(node, shape);
    if (typeof values === 'string') {
      return { results: [], stops: [{ node, shape, component: undefined, error: values }] };
    }
    const results: Result[] = [];
    const stops: Stop[] = [];
    for (const constraint of deactivated ? [] : constraints) {
      const component = fromRdfjs(constraint.component.node)!;
      if (component === sh.PropertyConstraintComponent) {
        for (const value of values) {
          const inner = this.outcome(fromRdfjs(value)!, fromRdfjs(constraint.paramValue!)!);
          results.push(...inner.results);
          stops.push(...inner.stops);
        }
        continue;
      }
      try {
        const check = () => validationEngine.validateNodeAgainstConstraint(focus, values, constraint, $data);
        results.push(...resultsOf(engine, check).map(plain));
      } catch (error) {
        const value = constraint.paramValue as Term | undefined;
        const parameterValue = value && fromRdfjs(value);
        stops.push({ node, shape, component, parameterValue, error: messageOf(error) });
      }
    }
    return { results, stops };
  }

  #values(node: TermId, shape: TermId) {
    try {
      return this.#shape(shape).getValueNodes(this.#data.term(node), engine.$data);
    } catch (error) {
      return messageOf(error);
    }
  }

  #shape(shape: TermId) {
    return engine.shapesGraph.getShape(this.#shapes.term(shape));
  }
}

function emptyView(): RdfjsView {
  return new RdfjsView(new IndexedGraph([]));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function plain(result: RawResult): Result {
  const optional = (term: RawResult['value']) => (term === null ? undefined : fromRdfjs(term));
  return {
    focusNode: fromRdfjs(result.focusNode!)!,
    path: optional(result.path),
    value: optional(result.value),
    component: fromRdfjs(result.sourceConstraintComponent!)!,
    sourceShape: fromRdfjs(result.sourceShape!)!,
    severity: fromRdfjs(result.severity!)!,
  };
}

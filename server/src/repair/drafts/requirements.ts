import type { TermId } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import { componentOf, judgesTerm } from '../../shacl/components/index.ts';
import { asksOf, isChoice, requiredRefsOf, shapeRefsOf } from '../../shacl/components/shapeRefs.ts';
import type { Check } from '../../shacl/model/component.ts';
import { type Path, printPath } from '../../shacl/model/path.ts';
import type { Constraint, ConstraintKind, ConstraintOf, Shape } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Draft } from './draft.ts';
import type { Via } from './goal.ts';

/** What values at one place must satisfy. */
export interface Requirements {
  /** The property shapes that apply to the place. */
  readonly shapes: readonly Shape[];
  /** Their constraints on single values. */
  readonly direct: readonly Constraint[];
  /** The same constraints, with references by sh:node and sh:and replaced by the constraints inside. */
  readonly unfolded: readonly Constraint[];
  /** Further shapes to which a value must conform. */
  readonly valueShapes: readonly TermId[];
  /** Set for one of several alternatives; another alternative may allow other values. */
  readonly isAlternative?: true;
}

/**
 * Everything that shapes require of the values that the path leads to from the focus node: the given property shape,
 * its siblings in the same node shape, and all shapes that target the focus node.
 */
export function requirementsAt(
  draft: Draft,
  focusNode: TermId,
  path: Path,
  propertyShape: TermId | undefined,
): Requirements {
  const { shapes } = draft.search;
  const key = pathKey(path);
  const owners = propertyShape === undefined ? [] : (ownersOf(shapes).get(propertyShape) ?? []);
  // A property shape inside a property shape is about the values of the outer one, and so are its siblings.
  const siblings = owners.flatMap((owner) =>
    owner.kind === 'node'
      ? [owner.id]
      : constraintsOfKind(owner.constraints, 'property').map(({ shapeRef }) => shapeRef),
  );
  const given = propertyShape === undefined ? [] : [propertyShape, ...siblings];
  const asked = propertyShapesAsked(given, focusNode, draft);
  const requirements = requirementsOf(
    shapes,
    asked.filter((shape) => shape.path !== undefined && pathKey(shape.path) === key),
  );
  return targetedValues(shapes, focusNode, path).reduce(
    (joined, root) => withValueShape(shapes, joined, root.id),
    requirements,
  );
}

/**
 * The property shapes to which a node conforms where it conforms to the given shapes and to those that target it: each
 * once, in the order of the shapes, and none that is deactivated.
 */
export function propertyShapesAsked(
  given: Iterable<TermId>,
  node: TermId,
  { evaluator, search: { shapes } }: Draft,
): readonly Shape[] {
  const found: Shape[] = [];
  const seen = new Set<TermId>();
  const visit = (id: TermId) => {
    const shape = shapes.get(id);
    if (shape === undefined || shape.deactivated || seen.has(id)) return;
    seen.add(id);
    if (shape.kind === 'property') found.push(shape);
    else for (const constraint of shape.constraints) requiredRefsOf(constraint).forEach(visit);
  };
  for (const id of given) visit(id);
  for (const root of shapes.roots) if (evaluator.isTarget(root, node)) visit(root.id);
  return found;
}

/** The shapes that target the values because of their place. */
function targetedValues({ roots }: ShapesGraph, focusNode: TermId, path: Path): readonly Shape[] {
  const inverse = path.kind === 'inverse';
  const step = inverse ? path.path : path;
  if (step.kind !== 'predicate') return [];
  if (step.predicate === sh.targetNode) return roots.filter(({ id }) => !inverse && id === focusNode);
  const kind = inverse ? 'subjectsOf' : 'objectsOf';
  return roots.filter(({ targets }) =>
    targets.some((target) => target.kind === kind && target.predicate === step.predicate),
  );
}

/** The requirements with an additional shape to which values must conform. */
export function withValueShape(
  shapes: ShapesGraph,
  requirements: Requirements,
  valueShape: TermId,
): Requirements {
  const shape = shapes.get(valueShape);
  const inner = shape?.kind === 'node' ? requirementsOf(shapes, [shape]).unfolded : [];
  return {
    ...requirements,
    unfolded: [...requirements.unfolded, ...inner],
    valueShapes: [...requirements.valueShapes, valueShape],
  };
}

const maxAlternatives = 6;

/**
 * The requirements with each sh:or and sh:xone replaced by one of its alternatives, in the order of the lists. Only the
 * requirements themselves when there are no alternatives.
 */
export function requirementAlternatives(
  shapes: ShapesGraph,
  requirements: Requirements,
): readonly Requirements[] {
  const settled: Requirements[] = [];
  const open = [{ wanted: requirements, chosen: new Set<TermId>() }];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { wanted, chosen } = next;
    const choice = wanted.unfolded.find(isChoice);
    if (choice === undefined) {
      settled.push(wanted);
      if (settled.length === maxAlternatives) break;
      continue;
    }
    const rest = { ...wanted, unfolded: wanted.unfolded.filter((constraint) => constraint !== choice) };
    open.unshift(
      ...shapeRefsOf(choice).map((ref) => ({
        // A shape that is an alternative of itself adds no requirement the second time.
        wanted: chosen.has(ref) ? rest : withAlternative(shapes, rest, ref),
        chosen: new Set([...chosen, ref]),
      })),
    );
  }
  return settled.length > 0 ? settled : [requirements];
}

function withAlternative(shapes: ShapesGraph, requirements: Requirements, ref: TermId): Requirements {
  const chosen = withValueShape(shapes, requirements, ref);
  const shape = shapes.get(ref);
  // A value that is judged by its term needs no description to conform.
  const isAboutTerm = shape?.kind === 'node' && shape.constraints.every(judgesTerm);
  const { valueShapes } = isAboutTerm ? requirements : chosen;
  return { ...chosen, valueShapes, isAlternative: true };
}

/** The constraints of one kind. */
export function constraintsOfKind<Kind extends ConstraintKind>(
  constraints: readonly Constraint[],
  kind: Kind,
): readonly ConstraintOf<Kind>[] {
  return constraints.filter((constraint): constraint is ConstraintOf<Kind> => constraint.kind === kind);
}

/** Returns a function that tells whether a value satisfies all requirements in a draft. */
export function acceptor(
  { evaluator }: Draft,
  { direct, valueShapes }: Requirements,
): (value: TermId) => boolean {
  const checks = direct
    .map((constraint) => evaluator.check(constraint))
    .filter((check): check is Extract<Check, { readonly kind: 'value' }> => check?.kind === 'value');
  return (value) =>
    checks.every((check) => check.accepts(value)) &&
    valueShapes.every((shape) => evaluator.conforms(value, shape));
}

/** Returns a function that tells whether a value satisfies everything that is required at a place in a draft. */
export function acceptorAt(draft: Draft, { focusNode, path, shape }: Via): (value: TermId) => boolean {
  return acceptor(draft, requirementsAt(draft, focusNode, path, shape));
}

/** A key that is equal for paths with the same steps. */
export function pathKey(path: Path): string {
  return printPath(path, String);
}

function requirementsOf(shapes: ShapesGraph, start: readonly Shape[]): Requirements {
  const unfolded: Constraint[] = [];
  const seen = new Set<TermId>();
  const unfold = (shape: Shape | undefined) => {
    if (shape === undefined || shape.deactivated || seen.has(shape.id)) return;
    seen.add(shape.id);
    for (const constraint of shape.constraints) {
      // A property shape is about the values of the value.
      const isInPlace = constraint.kind !== 'property' && asksOf(constraint) === 'all';
      if (!isInPlace) unfolded.push(constraint);
      else for (const ref of requiredRefsOf(constraint)) unfoldNode(ref);
    }
  };
  const unfoldNode = (id: TermId) => {
    const shape = shapes.get(id);
    if (shape?.kind === 'node') unfold(shape);
  };
  for (const shape of start) unfold(shape);
  return {
    shapes: start,
    direct: start.flatMap(({ constraints }) => constraints),
    unfolded,
    valueShapes: [],
  };
}

const ownersKnown = new WeakMap<ShapesGraph, ReadonlyMap<TermId, readonly Shape[]>>();

/** The shapes that refer to a property shape with sh:property. */
function ownersOf(shapes: ShapesGraph): ReadonlyMap<TermId, readonly Shape[]> {
  let known = ownersKnown.get(shapes);
  if (known === undefined) {
    const map = new Map<TermId, Shape[]>();
    for (const shape of shapes.shapes) {
      for (const constraint of shape.constraints) {
        if (constraint.kind !== 'property') continue;
        const list = map.get(constraint.shapeRef);
        if (list) list.push(shape);
        else map.set(constraint.shapeRef, [shape]);
      }
    }
    ownersKnown.set(shapes, map);
    known = map;
  }
  return known;
}

/** True when the requirements admit literals only. */
export function wantsLiteral({ unfolded }: Requirements): boolean {
  return unfolded.some((constraint) => componentOf(constraint).literalsOnly(constraint));
}

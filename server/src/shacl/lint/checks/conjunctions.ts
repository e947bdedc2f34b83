import { tripleKey } from '../../../rdf/termKeys.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import { componentOf } from '../../components/index.ts';
import { requiredRefsOf, shapeRefsOf } from '../../components/shapeRefs.ts';
import { type Path, printPath } from '../../model/path.ts';
import type { Constraint, Shape } from '../../model/shape.ts';
import type { ShapesGraph } from '../../model/shapesGraph.ts';
import { Contradictions, contradictionsOf } from '../../satisfiability/contradictions.ts';
import { type LintedFile, statementOf } from '../lintedFile.ts';
import type { ShapesMistake } from '../shapesMistake.ts';
import { clashRemedies } from './clashRemedies.ts';

/** Constraints of a shape and the shapes it refers to that nothing can satisfy together. */
export interface ConstraintClash {
  /** The shape that asks for all of them. */
  readonly shape: Shape;
  /** The excluded values; undefined when no node conforms to the shape, with values or without. */
  readonly path: Path | undefined;
  /** A smallest core: without any one of them, no contradiction is proven. */
  readonly constraints: readonly Constraint[];
}

/** Constraints that contradict each other, at the last one. */
export function* contradictoryShapes(
  file: LintedFile,
  earlier: readonly ShapesMistake[],
): Iterable<ShapesMistake> {
  const told = new Set(earlier.flatMap(({ statement }) => (statement ? [tripleKey(statement)] : [])));
  const isOfFile = ({ id }: Shape) => file.document.graph.outgoing(id).length > 0;
  for (const clash of constraintClashes(file.shapes, isOfFile)) {
    const [here, ...others] = clash.constraints
      .map((constraint) => ({ constraint, written: file.statement(statementOf(constraint)) }))
      .sort((a, b) => (b.written?.object.start ?? -1) - (a.written?.object.start ?? -1));
    if (!here?.written || clash.constraints.some((each) => told.has(tripleKey(statementOf(each))))) continue;
    yield {
      severity: 'warning',
      message: messageOf(
        clash,
        here.constraint,
        others.map(({ constraint }) => constraint),
        file,
      ),
      range: here.written.object,
      statement: statementOf(here.constraint),
      remedies: clashRemedies(
        [here, ...others].map(({ constraint }) => constraint),
        file,
      ),
    };
  }
}

function messageOf(
  { shape, path, constraints }: ConstraintClash,
  here: Constraint,
  others: readonly Constraint[],
  file: LintedFile,
): string {
  const paths = new Set(constraints.map((each) => pathOf(each, file)).filter((each) => each !== ''));
  const isOfOne = path !== undefined || constraints.every((each) => pathOf(each, file) !== '');
  const said = (constraint: Constraint, isElsewhere: boolean) => {
    const { parameter, parameterValue } = constraint;
    const statement = file.statement(statementOf(constraint));
    const isNested = file.isList(parameterValue) || terms.isBlank(parameterValue);
    const value = shortened(isNested && statement ? file.text(statement.object) : file.term(parameterValue));
    const line = statement && file.document.lines.positionAt(statement.object.start).line + 1;
    const where = isElsewhere ? ` (${line === undefined ? 'in another file' : `line ${line}`})` : '';
    const own = pathOf(constraint, file);
    return `${file.term(parameter)} ${value}${own !== '' && (paths.size > 1 || !isOfOne) ? ` of ${own}` : ''}${where}`;
  };
  const asked = [said(here, false), ...others.map((each) => said(each, true))];
  const owner = namedOwner(shape.id, file);
  const asking = owner === undefined ? 'A shape' : file.term(owner);
  const onlyPath = paths.size === 1 && isOfOne ? [...paths].join() : undefined;
  const excluded = path === undefined ? 'node' : 'value';
  if (asked.length === 1) {
    const of = onlyPath === undefined ? '' : ` of ${onlyPath}`;
    return `Nothing conforms to ${asked[0]}${of}, whatever the data are.`;
  }
  const list =
    asked.length === 2
      ? `both ${asked.join(' and ')}`
      : `${asked.slice(0, -1).join(', ')} and ${asked.at(-1)}`;
  const asks =
    onlyPath === undefined
      ? `${asking} asks for`
      : `For ${onlyPath}, ${asking === 'A shape' ? 'a shape' : asking} asks for`;
  return `${asks} ${list}, so no ${excluded} can conform.`;
}

/** The shape, or the next named one that it is a property shape of. */
function namedOwner(shape: TermId, { graph }: LintedFile): TermId | undefined {
  const reached = new Set([shape]);
  for (const id of reached) {
    if (!terms.isBlank(id)) return id;
    for (const owner of graph.subjects(sh.property, id)) reached.add(owner);
  }
  return undefined;
}

function pathOf({ shape }: Constraint, { shapes, term }: LintedFile): string {
  const path = shapes.get(shape)?.path;
  return path === undefined ? '' : printPath(path, term);
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const longest = 40;

/**
 * The clashes of the shapes that are not deactivated, each once and in its smallest form: not those that follow from
 * another one.
 */
export function constraintClashes(
  shapes: ShapesGraph,
  isAsked: (shape: Shape) => boolean = () => true,
): readonly ConstraintClash[] {
  const found: ConstraintClash[] = [];
  const proofs = contradictionsOf(shapes);
  for (const shape of shapes.shapes) {
    if (shape.deactivated || !isAsked(shape)) continue;
    if (proofs.excludesNodes(shape)) found.push(...coreOf(shape, undefined, shapes, []));
    else {
      for (const { path, meant } of pathsOf(shape, shapes)) {
        const proofsOfValues = meant.length === 0 ? proofs : new Contradictions(shapes, new Set(meant));
        if (proofsOfValues.excludesValues(shape, path)) found.push(...coreOf(shape, path, shapes, meant));
      }
    }
  }
  const told: ConstraintClash[] = [];
  for (const clash of found.sort((a, b) => a.constraints.length - b.constraints.length)) {
    const { constraints, path } = clash;
    const [first] = constraints;
    if (isSecondOfOne(constraints)) continue;
    if (constraints.length === 1 && first!.kind !== 'pattern' && (path || !aloneTold.has(first!.kind)))
      continue;
    const isTold = told.some((each) =>
      each.constraints.every((one) => constraints.some((other) => isSame(one, other))),
    );
    if (!isTold) told.push(clash);
  }
  return told;
}

/** Whether a shape has a constraint twice that it may have once: the reader of shapes reports that. */
function isSecondOfOne(constraints: readonly Constraint[]): boolean {
  return constraints.some((one, i) =>
    constraints
      .slice(i + 1)
      .some((other) => one.shape === other.shape && one.kind === other.kind && componentOf(one).single),
  );
}

/** Other unsatisfiable ones, such as sh:maxCount 0 or an empty sh:in, are intended or reported elsewhere. */
const aloneTold: ReadonlySet<Constraint['kind']> = new Set(['not', 'xone']);

function isSame(one: Constraint, other: Constraint): boolean {
  return tripleKey(statementOf(one)) === tripleKey(statementOf(other));
}

/** The clashing constraints, found by leaving out one after the other; none if there are very many. */
function coreOf(
  shape: Shape,
  path: Path | undefined,
  shapes: ShapesGraph,
  leftOut: readonly Constraint[],
): readonly ConstraintClash[] {
  const asked = conjunctsOf(shape, shapes).filter((each) => !leftOut.includes(each));
  const isClash = (without: ReadonlySet<Constraint>) => {
    const proofs = new Contradictions(shapes, without);
    return path === undefined ? proofs.excludesNodes(shape) : proofs.excludesValues(shape, path);
  };
  const without = new Set(leftOut);
  // Those that are farther away are left out first.
  let size = asked.length > mostAsked ? 0 : asked.length;
  for (let rest = [...asked].reverse(); size > 0; size >>= 1) {
    for (let at = 0; at < rest.length; at += size) {
      const trial = new Set([...without, ...rest.slice(at, at + size)]);
      if (isClash(trial)) for (const each of trial) without.add(each);
    }
    rest = rest.filter((each) => !without.has(each));
  }
  const constraints = asked.filter((each) => !without.has(each));
  return constraints.length === 0 || constraints.length > mostTold ? [] : [{ shape, path, constraints }];
}

/** Shapes with more requirements are generated by programs. */
const mostAsked = 1000;
/** A message about more could not be followed. */
const mostTold = 8;

/** The constraints that a node of a shape and the values of its properties have to fulfil. */
function conjunctsOf(shape: Shape, shapes: ShapesGraph): readonly Constraint[] {
  const reached = new Set([shape]);
  const found: Constraint[] = [];
  for (const each of reached) {
    for (const constraint of each.constraints) {
      const refs = requiredRefsOf(constraint);
      if (refs.length === 0) found.push(constraint);
      for (const ref of refs) {
        const next = shapes.get(ref);
        if (next && !next.deactivated) reached.add(next);
      }
    }
  }
  return found;
}

/**
 * The paths whose values a shape judges differently from one of its property shapes alone: those of several of them, and
 * all paths where the shape allows alternatives.
 */
function pathsOf(shape: Shape, shapes: ShapesGraph): readonly AskedPath[] {
  const reached = new Set([shape]);
  const paths = new Map<string, Shape[]>();
  let isChoice = false;
  for (const each of reached) {
    if (each.path !== undefined) {
      const key = printPath(each.path, String);
      paths.set(key, [...(paths.get(key) ?? []), each]);
      continue;
    }
    for (const constraint of each.constraints) {
      const refs = shapeRefsOf(constraint);
      isChoice ||= requiredRefsOf(constraint).length < refs.length;
      for (const next of refs.map(shapes.get)) if (next && !next.deactivated) reached.add(next);
    }
  }
  const closed = [...reached].flatMap(({ constraints }) =>
    constraints.filter(({ kind }) => kind === 'closed'),
  );
  return [...paths.values()]
    .filter(({ length }) => isChoice || length > 1 || shape.path !== undefined)
    .map((ofPath) => {
      const isNone = (each: Constraint) => each.kind === 'maxCount' && each.count === 0;
      const none = ofPath.flatMap(({ constraints }) => constraints.filter(isNone));
      return { path: ofPath[0]!.path!, meant: [...closed, ...none] };
    });
}

interface AskedPath {
  readonly path: Path;
  /** What excludes all values of it on purpose. */
  readonly meant: readonly Constraint[];
}

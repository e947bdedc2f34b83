import type { TermId } from '../../../rdf/terms.ts';
import { terms } from '../../../rdf/terms.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { componentOf } from '../../components/index.ts';
import { areComparable, areTermsInOrder } from '../../components/order.ts';
import { requiredRefsOf } from '../../components/shapeRefs.ts';
import { type Path, printPath } from '../../model/path.ts';
import type { Constraint, ConstraintKind, ConstraintOf, Shape } from '../../model/shape.ts';
import type { ShapesGraph } from '../../model/shapesGraph.ts';
import type { LintedFile } from '../lintedFile.ts';
import type { ShapesMistake } from '../shapesMistake.ts';

/** Two constraints of different shapes that a shape asks of the same values, and that no value, or no node, fulfils together. */
export interface ConjunctClash {
  /** The shape that asks for both, by sh:and, sh:node or sh:property. */
  readonly shape: Shape;
  /** Of the property that both are about; undefined when they are about the node itself. */
  readonly path: Path | undefined;
  readonly constraints: readonly [Constraint, Constraint];
  /** `node`: no node conforms to the shape. `value`: no node with a value conforms. */
  readonly excludes: 'node' | 'value';
}

/** Constraints of several shapes that contradict each other, at the later one. */
export function* contradictoryShapes(file: LintedFile): Iterable<ShapesMistake> {
  const seen = new Set<string>();
  for (const { shape, path, constraints, excludes } of conjunctClashes(file.shapes)) {
    const [here, there] = constraints
      .map((constraint) => ({ constraint, written: file.statement(statementOf(constraint)) }))
      .sort((a, b) => (b.written?.object.start ?? -1) - (a.written?.object.start ?? -1));
    const { written, constraint } = here!;
    const key = constraints
      .map((each) => `${each.shape} ${each.parameter} ${each.parameterValue}`)
      .sort()
      .join(' ');
    if (!written || seen.has(key)) continue;
    seen.add(key);
    const other = there!.constraint;
    const said = (each: Constraint) => {
      const written =
        file.isList(each.parameterValue) || terms.isBlank(each.parameterValue)
          ? file.statement(statementOf(each))
          : undefined;
      return `${file.term(each.parameter)} ${written ? shortened(file.text(written.object)) : file.value(each.parameterValue)}`;
    };
    const line = there!.written && file.document.lines.positionAt(there!.written.object.start).line + 1;
    const where = line === undefined ? 'of another file' : `in line ${line}`;
    const asking = terms.isBlank(shape.id) ? 'A shape' : file.term(shape.id);
    const of = path === undefined ? '' : ` of ${printPath(path, file.term)}`;
    yield {
      severity: 'warning',
      message: `${asking} asks for both ${said(constraint)} and ${said(other)} ${where}${of}, so no ${excludes === 'node' ? 'node' : 'value'} can conform.`,
      range: written.object,
      statement: statementOf(constraint),
      remedies: [],
    };
  }
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

const longest = 40;

function statementOf({ shape, parameter, parameterValue }: Constraint) {
  return { subject: shape, predicate: parameter, object: parameterValue };
}

/** The clashes of all shapes that are not deactivated. */
export function* conjunctClashes(shapes: ShapesGraph): Iterable<ConjunctClash> {
  for (const shape of shapes.shapes) {
    if (shape.deactivated) continue;
    const asked = conjunctsOf(shape, shapes);
    if (asked.length < 2 && !shape.constraints.some(refers)) continue;
    const byPath = new Map<string, { readonly path: Path | undefined; readonly constraints: Constraint[] }>();
    const add = (path: Path | undefined, constraints: readonly Constraint[]) => {
      const key = path === undefined ? '' : printPath(path, String);
      const group = byPath.get(key) ?? { path, constraints: [] };
      byPath.set(key, group);
      group.constraints.push(...constraints);
    };
    for (const { kind, path, constraints } of asked) {
      if (kind === 'node') add(shape.kind === 'node' ? undefined : shape.path, constraints);
      else if (shape.kind === 'property') add(path, constraints);
      else {
        // What the values have to be is said by the shapes of the property as well.
        const [own] = asked.filter((each) => each.path === path);
        for (const each of conjunctsOf(own!, shapes)) add(path, each.constraints);
      }
    }
    for (const { path, constraints } of byPath.values()) {
      for (const [i, one] of constraints.entries()) {
        for (const other of constraints.slice(i + 1, i + mostCompared)) {
          // Those of one shape that refer to no other are compared by contradictions.ts.
          if (one.shape === other.shape && !refers(one) && !refers(other)) continue;
          const excludes = clash(one, other, shapes) ?? clash(other, one, shapes);
          if (excludes)
            yield {
              shape,
              path,
              constraints: [one, other],
              excludes: path === undefined ? 'node' : excludes,
            };
        }
      }
    }
  }
}

/** Shapes with more constraints on one property are made by programs. */
const mostCompared = 60;

/** The shape with those that the same nodes have to conform to, and the property shapes of a node shape. */
function conjunctsOf(shape: Shape, shapes: ShapesGraph): readonly Shape[] {
  const reached = new Set([shape]);
  for (const each of reached) {
    if (each.kind === 'property' && each !== shape) continue;
    for (const constraint of each.constraints) {
      // What the values of a property shape have is no matter of the nodes.
      if (shape.kind === 'property' && constraint.kind === 'property') continue;
      for (const ref of requiredRefsOf(constraint)) {
        const next = shapes.get(ref);
        const isPlain = next && !next.deactivated && (next.kind === 'node' || shape.kind === 'node');
        if (isPlain) reached.add(next);
      }
    }
  }
  return [...reached];
}

function refers({ kind }: Constraint): boolean {
  return ['or', 'xone', 'not', 'qualifiedMinCount'].includes(kind);
}

/** What two constraints exclude together; undefined when they can be fulfilled, or nothing is known. */
function clash(one: Constraint, other: Constraint, shapes: ShapesGraph): Excluded {
  const judge = clashes[other.kind] as Judge<Constraint> | undefined;
  return judge?.(one, other, shapes);
}

type Excluded = ConjunctClash['excludes'] | undefined;
type Judge<Other> = (one: Constraint, other: Other, shapes: ShapesGraph) => Excluded;

/** Kinds that ask something of a value by itself, wherever they stand, by one parameter. */
const ofOneValue: readonly ConstraintKind[] = [
  'class',
  'datatype',
  'nodeKind',
  'minInclusive',
  'maxInclusive',
  'minExclusive',
  'maxExclusive',
  'minLength',
  'maxLength',
  'hasValue',
];

/** What every alternative excludes. */
const alternatives: Judge<ConstraintOf<'or' | 'xone'>> = (one, { shapeRefs }, shapes) =>
  shapeRefs.length > 0 && shapeRefs.every((ref) => excludesValues(one, ref, shapes))
    ? ofEach(one)
    : undefined;

/** Whether no value that conforms to a shape fulfils a constraint of values. */
function excludesValues(one: Constraint, ref: TermId, shapes: ShapesGraph): boolean {
  if (refers(one) || one.kind === 'minCount' || one.kind === 'maxCount') return false;
  return ofValues(ref, shapes).some(
    (each) => clash(one, each, shapes) !== undefined || clash(each, one, shapes) !== undefined,
  );
}

/** What a node shape asks of a value itself; nothing for shapes that every value may conform to. */
function ofValues(ref: TermId, shapes: ShapesGraph): readonly Constraint[] {
  const shape = shapes.get(ref);
  return shape === undefined || shape.deactivated || shape.kind !== 'node' ? [] : shape.constraints;
}

/** sh:hasValue asks for a value; the others do not. */
function ofEach({ kind }: Constraint): ConjunctClash['excludes'] {
  return kind === 'hasValue' ? 'node' : 'value';
}

/** By the kind of one constraint, what it excludes together with another one. Each pair is in one entry. */
const clashes: {
  readonly [Kind in ConstraintKind]?: Judge<ConstraintOf<Kind>>;
} = {
  or: alternatives,
  xone: alternatives,
  not: (one, { shapeRef }, shapes) => {
    const [negated, ...more] = ofValues(shapeRef, shapes);
    if (negated === undefined || more.length > 0 || !ofOneValue.includes(one.kind)) return undefined;
    const isSame = one.kind === negated.kind && one.parameterValue === negated.parameterValue;
    return isSame ? ofEach(one) : undefined;
  },
  qualifiedMinCount: (one, { count, shapeRef }, shapes) => {
    if (count === 0) return undefined;
    if (one.kind === 'maxCount') return count > one.count ? 'node' : undefined;
    return one.kind !== 'hasValue' && excludesValues(one, shapeRef, shapes) ? 'node' : undefined;
  },
  maxCount: (one, { count }) => {
    if (one.kind === 'minCount') return one.count > count ? 'node' : undefined;
    return one.kind === 'hasValue' && count === 0 ? 'node' : undefined;
  },
  maxLength: (one, { length }) => (one.kind === 'minLength' && one.length > length ? 'value' : undefined),
  maxInclusive: (one, { bound }) => aboveBound(one, bound, 'lessThanOrEquals'),
  maxExclusive: (one, { bound }) => aboveBound(one, bound, 'lessThan'),
  datatype: (one, { datatype }) => {
    if (one.kind === 'datatype') return one.datatype === datatype ? undefined : 'value';
    return one.kind === 'languageIn' && datatype !== rdf.langString ? 'value' : undefined;
  },
  nodeKind: (one, { nodeKind }) => {
    if (asksForLiterals(one)) return noLiterals.includes(nodeKind) ? 'value' : undefined;
    return one.kind === 'class' && nodeKind === sh.Literal ? 'value' : undefined;
  },
  class: (one) => (one.kind !== 'nodeKind' && asksForLiterals(one) ? 'value' : undefined),
  in: (one, { members }) => {
    if (one.kind === 'hasValue') return members.includes(one.value) ? undefined : 'node';
    if (one.kind === 'in') return one.members.some((each) => members.includes(each)) ? undefined : 'value';
    if (one.kind !== 'datatype') return undefined;
    return members.some((each) => terms.datatype(each) === one.datatype) ? undefined : 'value';
  },
};

function aboveBound(one: Constraint, most: TermId, order: 'lessThan' | 'lessThanOrEquals'): Excluded {
  if (one.kind !== 'minInclusive' && one.kind !== 'minExclusive') return undefined;
  if (!areComparable(one.bound, most)) return undefined;
  return areTermsInOrder(one.kind === 'minInclusive' ? order : 'lessThan', one.bound, most)
    ? undefined
    : 'value';
}

const noLiterals: readonly TermId[] = [sh.IRI, sh.BlankNode, sh.BlankNodeOrIRI];

function asksForLiterals(constraint: Constraint): boolean {
  return componentOf(constraint).literalsOnly(constraint);
}

import type { Graph } from '../../../server/src/rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../../server/src/rdf/terms.ts';
import { rdf, sh } from '../../../server/src/rdf/vocab.ts';
import type { ClassHierarchy } from '../../../server/src/shacl/classHierarchy.ts';
import { areTermsInOrder } from '../../../server/src/shacl/components/range.ts';
import type { Evaluator } from '../../../server/src/shacl/evaluator.ts';
import type { Shape, Target } from '../../../server/src/shacl/model/shape.ts';
import { termTests, testName } from './fragment.ts';
import { PathRules } from './pathRules.ts';
import { shapeRules } from './shapeRules.ts';

/** A node with a shape that has it as a target. */
export interface TargetPair {
  readonly shape: TermId;
  readonly node: TermId;
}

/** What a program decides: which of the candidate changes to make, so that the shapes hold. */
export interface Decision {
  readonly graph: Graph;
  readonly shapes: readonly Shape[];
  readonly roots: readonly Shape[];
  readonly evaluator: Evaluator;
  readonly classes: ClassHierarchy;
  /** All terms that may occur in the repaired graph. */
  readonly domain: readonly TermId[];
  /** New nodes, each kind in the order in which they may be used. */
  readonly freshNodes: readonly (readonly TermId[])[];
  readonly additions: readonly Triple[];
  readonly deletions: readonly Triple[];
  /** The most changes that are allowed; undefined for any number. */
  readonly most: number | undefined;
  /** Pairs that may stay violated. */
  readonly exempt: readonly TargetPair[];
  /** Pairs that have to stay targets, and their nodes in the graph. */
  readonly kept: readonly TargetPair[];
}

/**
 * The program whose optimal stable models are the smallest repairs, after Ahmetaj et al., "Repairing SHACL Constraint
 * Violations Using Answer Set Programming" (ISWC 2022): changes are guessed, shapes are rules over the changed graph,
 * and weak constraints count the changes. Terms are their numbers in the term dictionary. What depends on a term alone,
 * such as a datatype, is given as facts.
 */
export function encode(decision: Decision): string {
  const { graph, shapes, roots, classes, domain, additions, deletions } = decision;
  const paths = new PathRules();
  const rules = shapes.flatMap((shape) => shapeRules(shape, paths, shapes));
  return [
    ...[...graph.triples()].map((triple) => `g(${arguments_(triple)}).`),
    ...deletions.map((triple) => `mayDel(${arguments_(triple)}).`),
    ...additions.map((triple) => `mayAdd(${arguments_(triple)}).`),
    ...domain.map((term) => `term(${term}).`),
    changes,
    ...limits(decision),
    ...typeRules(classes, classesIn(shapes)),
    ...testFacts(decision),
    ...orderFacts(decision),
    ...languageFacts(shapes, domain),
    ...paths.rules,
    ...rules,
    ...roots.flatMap(({ id, targets }) => targets.map((target) => targetRule(id, target))),
    ...decision.exempt.map(({ shape, node }) => `exempt(${shape},${node}).`),
    ':- target(S,X), viol(S,X), not exempt(S,X).',
    '#show add/3. #show del/3.',
    '',
  ].join('\n');
}

const changes = `{ add(S,P,O) } :- mayAdd(S,P,O).
{ del(S,P,O) } :- mayDel(S,P,O).
t(S,P,O) :- g(S,P,O), not del(S,P,O).
t(S,P,O) :- add(S,P,O).
:~ add(S,P,O). [1@2,a,S,P,O]
:~ del(S,P,O). [1@2,d,S,P,O]
ask(S,X) :- target(S,X).`;

/** Of equally small repairs, those with fewer new terms are preferred. */
function limits({ most, kept, freshNodes, graph, domain }: Decision): readonly string[] {
  const known = new Set([...graph.triples()].flatMap(({ subject, object }) => [subject, object]));
  return [
    ...(most === undefined ? [] : [`:- #sum { 1,a,S,P,O : add(S,P,O) ; 1,d,S,P,O : del(S,P,O) } > ${most}.`]),
    ...kept.flatMap(({ shape, node }) => [`:- not target(${shape},${node}).`, `kept(${node}).`]),
    ...(kept.length > 0
      ? ['there(X) :- kept(X), t(X,_,_).', 'there(X) :- kept(X), t(_,_,X).', ':- kept(X), not there(X).']
      : []),
    ...domain.filter((term) => !known.has(term)).map((term) => `unknown(${term}).`),
    ':~ add(S,P,O), unknown(O). [1@1,O]',
    ...freshNodes
      .flat()
      .map((node) => `used(${node}) :- add(${node},_,_). used(${node}) :- add(_,_,${node}).`),
    ...freshNodes.flatMap((nodes) =>
      nodes.slice(1).map((node, i) => `:- used(${node}), not used(${nodes[i]}).`),
    ),
  ];
}

function typeRules(classes: ClassHierarchy, wanted: ReadonlySet<TermId>): readonly string[] {
  return [...wanted].flatMap((id) =>
    [...classes.subclasses(id)].map((subclass) => `type(X,${id}) :- t(X,${rdf.type},${subclass}).`),
  );
}

/** The classes that shapes ask about. */
export function classesIn(shapes: readonly Shape[]): ReadonlySet<TermId> {
  return new Set(
    shapes.flatMap(({ targets, constraints }) => [
      ...targets.flatMap((target) => (target.kind === 'class' ? [target.class] : [])),
      ...constraints.flatMap((constraint) => (constraint.kind === 'class' ? [constraint.class] : [])),
    ]),
  );
}

function testFacts({ shapes, domain, evaluator }: Decision): readonly string[] {
  return termTests(shapes).flatMap((constraint) => {
    const check = evaluator.check(constraint);
    if (check?.kind !== 'value') return [];
    return domain
      .filter((term) => !check.accepts(term))
      .map((term) => `bad(${testName(constraint)},${term}).`);
  });
}

function orderFacts({ shapes, domain }: Decision): readonly string[] {
  const kinds = new Set(shapes.flatMap(({ constraints }) => constraints.map(({ kind }) => kind)));
  const literals = domain.filter((term) => terms.isLiteral(term));
  return (['lessThan', 'lessThanOrEquals'] as const)
    .filter((kind) => kinds.has(kind))
    .flatMap((kind) =>
      literals.flatMap((a) =>
        literals.filter((b) => areTermsInOrder(kind, a, b)).map((b) => `ordered(${kind},${a},${b}).`),
      ),
    );
}

function languageFacts(shapes: readonly Shape[], domain: readonly TermId[]): readonly string[] {
  if (!shapes.some(({ constraints }) => constraints.some(({ kind }) => kind === 'uniqueLang'))) return [];
  return domain
    .filter((term) => terms.isLiteral(term) && terms.language(term) !== '')
    .map((term) => `language(${term},"${terms.language(term).toLowerCase()}").`);
}

function targetRule(shape: TermId, target: Target): string {
  switch (target.kind) {
    case 'node':
      return `target(${shape},${target.node}).`;
    case 'class':
      return `target(${shape},X) :- type(X,${target.class}).`;
    case 'subjectsOf':
      return `target(${shape},X) :- t(X,${target.predicate},_).`;
    case 'objectsOf':
      return `target(${shape},X) :- t(_,${target.predicate},X).`;
    case 'stated':
      return `target(${shape},X) :- t(X,${sh.shape},${target.shape}).`;
    case 'where':
    case 'sparql':
      throw new Error('targets by query or shape are not translated');
  }
}

function arguments_({ subject, predicate, object }: Triple): string {
  return `${subject},${predicate},${object}`;
}

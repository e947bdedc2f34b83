import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, sh, shRules, xsd } from '../../../rdf/vocab.ts';
import { allComponents } from '../../../shacl/components/index.ts';
import { allNodeKinds } from '../../../shacl/components/valueType.ts';
import { valueKinds } from '../../../shacl/lint/valueKinds.ts';
import type { Component } from '../../../shacl/model/component.ts';
import type { Shape } from '../../../shacl/model/shape.ts';
import { readShapes10 } from '../../../shacl/shapesGraph/shacl10.ts';
import { isDraftTerm } from '../../../shacl/shapesGraph/shaclTerms.ts';
import type { UnitShapes } from './askedProperties.ts';
import { knownTerms } from './knownTerms.ts';
import { datatypeCandidates } from './literalCandidates.ts';
import type { NodeAtCursor } from './nodeAtCursor.ts';
import { predicateUse, spread } from './peers.ts';
import type { CompletionCandidate, CompletionPlace } from './suggestion.ts';

/** The parameters by which shapes are usually described, in this order; the others come after them. */
const shared = [
  ...[
    'property',
    'node',
    'class',
    'nodeKind',
    'or',
    'and',
    'xone',
    'not',
    'in',
    'hasValue',
    'pattern',
    'flags',
  ],
  ...['minLength', 'maxLength', 'minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive', 'languageIn'],
  ...[
    'equals',
    'disjoint',
    'closed',
    'ignoredProperties',
    'sparql',
    'rule',
    'severity',
    'message',
    'deactivated',
  ],
];
const withValues = ['qualifiedMinCount', 'qualifiedMaxCount', 'qualifiedValueShapesDisjoint'];
const ofExpressions = ['nodeByExpression', 'expression'];

const parametersOf: Readonly<Record<Shape['kind'], readonly TermId[]>> = {
  node: withOthers(
    ['targetClass', 'targetNode', 'targetSubjectsOf', 'targetObjectsOf', 'target', ...shared],
    ['targetWhere', ...ofExpressions],
    allComponents.filter(({ propertyShapesOnly }) => !propertyShapesOnly),
  ),
  property: withOthers(
    [
      ...[
        'path',
        'minCount',
        'maxCount',
        'datatype',
        'name',
        'description',
        ...shared,
        'uniqueLang',
        'lessThan',
      ],
      ...['lessThanOrEquals', 'qualifiedValueShape', ...withValues, 'order', 'group', 'defaultValue'],
    ],
    ['values', ...ofExpressions],
    allComponents,
  ),
};

/** Some parameters, and those of all components that are not among them. */
function withOthers(
  usual: readonly string[],
  others: readonly string[],
  components: readonly Pick<Component, 'parameter' | 'refinements'>[],
): readonly TermId[] {
  const declared = components.flatMap(({ parameter, refinements }) => [parameter, ...refinements]);
  return [...new Set([...usual.map(shaclTerm), ...declared, ...others.map(shaclTerm)])];
}

function shaclTerm(name: string): TermId {
  return terms.constant(namespaces.sh + name);
}

/**
 * The parameters that a shape may have; none for a node that is not a shape. Parameters of drafts are included only where
 * these are evaluated.
 */
export function shaclParameters(
  node: NodeAtCursor,
  units: readonly UnitShapes[],
): readonly CompletionCandidate[] {
  const kind = kindOfShape(node);
  if (kind === undefined) return [];
  const has = new Set(node.facts.map(({ predicate }) => predicate));
  const hasDrafts = evaluatesDrafts(units);
  return parametersOf[kind].flatMap((term, rank): CompletionCandidate[] => {
    const isDraft = isDraftTerm(term);
    if (has.has(term) || (isDraft && !hasDrafts)) return [];
    // The value of the path is what makes it a property shape.
    const score = term === sh.path ? 35 : 5 - rank / 100;
    return [{ kind: 'property', of: { term }, score, ...(isDraft && { reason: draftReason }) }];
  });
}

const draftReason = 'draft of SHACL 1.2';

function evaluatesDrafts(units: readonly UnitShapes[]): boolean {
  return !units.some(({ shapes }) => shapes.readAgain === readShapes10);
}

function kindOfShape({ facts, types, parent }: NodeAtCursor): 'node' | 'property' | undefined {
  const isProperty =
    types.includes(sh.PropertyShape) ||
    parent?.predicate === sh.property ||
    facts.some(({ predicate }) => predicate === sh.path);
  if (isProperty) return 'property';
  const isShape =
    types.some((type) => type === sh.NodeShape || type === shRules.ShapeClass) ||
    (parent !== undefined && takesShapes(parent.predicate)) ||
    facts.some(({ predicate }) => ofShapes.has(predicate));
  return isShape ? 'node' : undefined;
}

const ofShapes: ReadonlySet<TermId> = new Set([...parametersOf.node, ...parametersOf.property]);

function takesShapes(predicate: TermId): boolean {
  const kind = valueKinds.get(predicate);
  return kind === 'shape' || kind === 'shapeList' || predicate === sh.nodeByExpression;
}

/** Values of the kind that a parameter of SHACL takes; undefined for other predicates, and for those that take any term. */
export function shaclValues(place: CompletionPlace): readonly CompletionCandidate[] | undefined {
  const { predicate } = place;
  if (predicate === sh.property) {
    return [{ kind: 'skeleton', of: { type: undefined, properties: [sh.path] }, score: 1 }, ...shapes(place)];
  }
  if (takesShapes(predicate) && valueKinds.get(predicate) !== 'shapeList') {
    return [...shapes(place), { kind: 'skeleton', of: { type: undefined, properties: [] }, score: 0 }];
  }
  switch (valueKinds.get(predicate)) {
    case 'boolean':
      return [
        ...literals(['true', 'false'], xsd.boolean),
        ...(predicate === sh.closed ? names([sh.ByTypes], place, -2) : []),
      ];
    case 'count':
      return literals(['1', '0', '2'], xsd.integer);
    case 'nodeKind':
      return names(allNodeKinds, place);
    case 'severity':
      return names([sh.Violation, sh.Warning, sh.Info, sh.Debug, sh.Trace], place);
    case 'datatype':
      return valuesElsewhere(place, datatypeCandidates(place));
    case 'path':
      return [
        ...properties(place),
        ...pathForms.map((term, rank) => ({
          kind: 'skeleton' as const,
          of: { type: undefined, properties: [term] },
          score: -1 - rank / 100,
        })),
      ];
    case 'property':
      return properties(place);
    case 'properties':
      return [...properties(place), { kind: 'skeleton', of: { list: true }, score: -1 }];
    case 'list':
    case 'shapeList':
    case 'languageList':
    case 'propertyList':
      return [{ kind: 'skeleton', of: { list: true }, score: 1 }];
    case 'string':
    case 'text':
      return [{ kind: 'skeleton', of: { datatype: xsd.string, language: '' }, score: 1 }];
    case 'any':
    case 'bound':
    case 'class':
    case 'constraint':
    case 'iri':
    case 'namespace':
    case 'node':
    case 'number':
    case 'shape':
    case undefined:
      return undefined;
  }
}

const pathForms = [sh.inversePath, sh.alternativePath, sh.zeroOrMorePath, sh.oneOrMorePath, sh.zeroOrOnePath];

function literals(values: readonly string[], datatype: TermId): readonly CompletionCandidate[] {
  return values.map((value, rank) => ({
    kind: 'value',
    of: { term: terms.literal(value, datatype) },
    score: -rank,
  }));
}

function names(
  values: readonly TermId[],
  { units }: CompletionPlace,
  highest = 0,
): readonly CompletionCandidate[] {
  const offered = values.filter((term) => evaluatesDrafts(units) || !isDraftTerm(term));
  return offered.map((term, rank) => ({
    kind: 'value',
    of: { term },
    score: highest - rank,
    ...(isDraftTerm(term) && { reason: draftReason }),
  }));
}

/** The candidates, preceded by the parameter's values elsewhere in the shapes, most frequent first. */
function valuesElsewhere(
  { predicate, world }: CompletionPlace,
  candidates: readonly CompletionCandidate[],
): readonly CompletionCandidate[] {
  const uses = world.withPredicate(predicate);
  const counts = new Map<TermId, number>();
  for (const { object } of uses) counts.set(object, (counts.get(object) ?? 0) + 1);
  const scored = candidates.map((candidate) => {
    const count = 'term' in candidate.of ? (counts.get(candidate.of.term) ?? 0) : 0;
    return { ...candidate, score: candidate.score + count / (uses.length + 1) };
  });
  const known = new Set(scored.flatMap(({ of }) => ('term' in of ? [of.term] : [])));
  const others = [...counts].filter(([term]) => !known.has(term) && terms.isIri(term));
  return [
    ...scored,
    ...others.map(
      ([term, count]): CompletionCandidate => ({
        kind: 'datatype',
        of: { term },
        score: count / (uses.length + 1),
      }),
    ),
  ];
}

const maxInstances = 100;

/** Properties, above all those that instances of the target class have and the shape does not mention yet. */
function properties({ node, world }: CompletionPlace): readonly CompletionCandidate[] {
  let shape: NodeAtCursor | undefined = node;
  const targets: TermId[] = [];
  for (; shape; shape = shape.parent?.node) {
    for (const { predicate, object } of shape.facts) {
      if (object === undefined) continue;
      if (predicate === sh.targetClass) targets.push(object);
    }
  }
  const nodes = targets.flatMap((target) => spread(world.subjects(rdf.type, target), maxInstances));
  const { users } = predicateUse({ nodes, type: undefined }, undefined, world);
  const outer = node.parent?.node.id;
  const spoken = new Set(
    outer === undefined
      ? []
      : world.objects(outer, sh.property).flatMap((each) => world.objects(each, sh.path)),
  );
  const { properties: all } = knownTerms(world);
  const most = Math.max(1, ...all.values());
  const others = [...all].filter(([term]) => term !== rdf.type);
  return others.map(([term, count]): CompletionCandidate => {
    const using = users.get(term) ?? 0;
    return {
      kind: 'property',
      of: { term },
      score: count / most + (2 * using) / (nodes.length + 1) - (spoken.has(term) ? 3 : 0),
      reason: using > 0 ? `${using} of ${nodes.length} have it` : undefined,
    };
  });
}

/** The shapes of the unit that have names. */
function shapes({ node, predicate, world, units }: CompletionPlace): readonly CompletionCandidate[] {
  const wanted = predicate === sh.property ? 'property' : 'node';
  const found = new Set(world.subjects(rdf.type, wanted === 'property' ? sh.PropertyShape : sh.NodeShape));
  for (const unit of units) {
    for (const { id, kind } of unit.shapes.shapes) if (kind === wanted) found.add(id);
  }
  return [...found]
    .filter((id) => terms.isIri(id) && id !== node.id)
    .map((term) => ({ kind: 'node', of: { term }, score: 0.5 }));
}

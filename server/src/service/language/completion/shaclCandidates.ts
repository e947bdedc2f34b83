import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, sh, xsd } from '../../../rdf/vocab.ts';
import { knownTerms } from './knownTerms.ts';
import { datatypeCandidates } from './literalCandidates.ts';
import type { NodeAtCursor } from './nodeAtCursor.ts';
import { predicateUse, spread } from './peers.ts';
import type { CompletionCandidate, CompletionPlace } from './suggestion.ts';

/** What a parameter of SHACL takes as its value (SHACL 2 to 5, Advanced Features). */
type ShaclValue =
  | 'class'
  | 'count'
  | 'datatype'
  | 'list'
  | 'nodeKind'
  | 'path'
  | 'property'
  | 'propertyShape'
  | 'severity'
  | 'shape'
  | 'term'
  | 'text'
  | 'truth';

/** The parameters that node shapes and property shapes may have, the usual ones first. */
const shared = {
  property: 'propertyShape',
  node: 'shape',
  class: 'class',
  nodeKind: 'nodeKind',
  or: 'list',
  and: 'list',
  xone: 'list',
  not: 'shape',
  in: 'list',
  hasValue: 'term',
  pattern: 'text',
  flags: 'text',
  minLength: 'count',
  maxLength: 'count',
  minInclusive: 'term',
  maxInclusive: 'term',
  minExclusive: 'term',
  maxExclusive: 'term',
  languageIn: 'list',
  equals: 'property',
  disjoint: 'property',
  closed: 'truth',
  ignoredProperties: 'list',
  sparql: 'term',
  rule: 'term',
  severity: 'severity',
  message: 'text',
  deactivated: 'truth',
} as const satisfies Record<string, ShaclValue>;

const ofNodeShapes = {
  targetClass: 'class',
  targetNode: 'term',
  targetSubjectsOf: 'property',
  targetObjectsOf: 'property',
  target: 'term',
  ...shared,
} as const satisfies Record<string, ShaclValue>;

const ofPropertyShapes = {
  path: 'path',
  minCount: 'count',
  maxCount: 'count',
  datatype: 'datatype',
  name: 'text',
  description: 'text',
  ...shared,
  uniqueLang: 'truth',
  lessThan: 'property',
  lessThanOrEquals: 'property',
  qualifiedValueShape: 'shape',
  qualifiedMinCount: 'count',
  qualifiedMaxCount: 'count',
  qualifiedValueShapesDisjoint: 'truth',
  order: 'term',
  group: 'term',
  defaultValue: 'term',
} as const satisfies Record<string, ShaclValue>;

const valueKinds: ReadonlyMap<TermId, ShaclValue> = new Map(
  Object.entries<ShaclValue>({ ...ofNodeShapes, ...ofPropertyShapes }).map(([name, kind]) => [
    shaclTerm(name),
    kind,
  ]),
);

function shaclTerm(name: string): TermId {
  return terms.constant(namespaces.sh + name);
}

/** The parameters that a shape may have; none for a node that is no shape. */
export function shaclParameters(node: NodeAtCursor): readonly CompletionCandidate[] {
  const kind = kindOfShape(node);
  if (kind === undefined) return [];
  const has = new Set(node.facts.map(({ predicate }) => predicate));
  const names = Object.keys(kind === 'property' ? ofPropertyShapes : ofNodeShapes);
  return names.flatMap((name, rank): CompletionCandidate[] => {
    const term = shaclTerm(name);
    // The value of the path is what makes it a property shape.
    const score = term === sh.path ? 35 : 5 - rank / 100;
    return has.has(term) ? [] : [{ kind: 'property', of: { term }, score }];
  });
}

function kindOfShape({ facts, types, parent }: NodeAtCursor): 'node' | 'property' | undefined {
  const isProperty =
    types.includes(sh.PropertyShape) ||
    parent?.predicate === sh.property ||
    facts.some(({ predicate }) => predicate === sh.path);
  if (isProperty) return 'property';
  const isShape =
    types.includes(sh.NodeShape) ||
    (parent !== undefined && shapeValued.has(parent.predicate)) ||
    facts.some(({ predicate }) => valueKinds.has(predicate));
  return isShape ? 'node' : undefined;
}

const shapeValued: ReadonlySet<TermId> = new Set([
  sh.node,
  sh.not,
  sh.and,
  sh.or,
  sh.xone,
  sh.qualifiedValueShape,
]);

/** Values of the kind that a parameter of SHACL takes; undefined for other predicates, and for those that take any term. */
export function shaclValues(place: CompletionPlace): readonly CompletionCandidate[] | undefined {
  switch (valueKinds.get(place.predicate)) {
    case 'truth':
      return literals(['true', 'false'], xsd.boolean);
    case 'count':
      return literals(['1', '0', '2'], xsd.integer);
    case 'nodeKind':
      return names([
        sh.IRI,
        sh.BlankNode,
        sh.Literal,
        sh.BlankNodeOrIRI,
        sh.BlankNodeOrLiteral,
        sh.IRIOrLiteral,
      ]);
    case 'severity':
      return names([sh.Violation, sh.Warning, sh.Info, sh.Debug, sh.Trace]);
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
    case 'propertyShape':
      return [
        { kind: 'skeleton', of: { type: undefined, properties: [sh.path] }, score: 1 },
        ...shapes(place),
      ];
    case 'shape':
      return [...shapes(place), { kind: 'skeleton', of: { type: undefined, properties: [] }, score: 0 }];
    case 'list':
      return [{ kind: 'skeleton', of: { list: true }, score: 1 }];
    case 'text':
      return [{ kind: 'skeleton', of: { datatype: xsd.string, language: '' }, score: 1 }];
    case 'class':
    case 'term':
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

function names(values: readonly TermId[]): readonly CompletionCandidate[] {
  return values.map((term, rank) => ({ kind: 'value', of: { term }, score: -rank }));
}

/** The candidates, and before them what the parameter has elsewhere in the shapes, the most frequent first. */
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

/** Properties, above all those that instances of the target class have and the shape does not speak of yet. */
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

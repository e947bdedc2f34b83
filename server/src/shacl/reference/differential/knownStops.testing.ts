import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdfs, sh } from '../../../rdf/vocab.ts';
import { componentByIri } from '../../components/index.ts';
import type { Path } from '../../model/path.ts';
import type { Shape } from '../../model/shape.ts';
import type { Difference, Pair } from './compareEngines.testing.ts';
import type { KnownDifference } from './knownDifference.testing.ts';
import type { Stop } from './peer.testing.ts';

/** Inputs on which rdf-validate-shacl throws. */
export const knownStops: readonly KnownDifference[] = [
  {
    id: 'inverse of a complex path',
    side: 'rdf-validate-shacl',
    what: 'stops at the inverse of anything but a property',
    spec: 'SHACL 2.3.1.4: the object of sh:inversePath is a path',
    applies: stopsAt(/Inverse paths only work/, ({ paths }) => paths.some(hasComplexInverse)),
  },
  {
    id: 'broken regular expression',
    side: 'rdf-validate-shacl',
    what: 'stops at a regular expression that is none; the built-in engine leaves that constraint out and says so',
    spec: 'SHACL 4.4.3: sh:pattern is a valid pattern argument of SPARQL REGEX, else the shape is ill-formed',
    applies: (difference, pair) => stopsAtBrokenRegex(difference, pair) || refusesBlankNode(difference, pair),
  },
  {
    id: 'flags of XPath',
    side: 'rdf-validate-shacl',
    what: 'stops at the flags x and q',
    spec: 'XPath Functions 5.6.2',
    applies: stopsAt(/Invalid flags/, ({ shapes }, { input }) =>
      shapes.some(({ id }) =>
        input.shapes.graph.objects(id, sh.flags).some((flags) => /[xq]/.test(terms.value(flags))),
      ),
    ),
  },
  {
    id: 'circle of classes',
    side: 'rdf-validate-shacl',
    what: 'runs for ever, until its stack is full, when classes are subclasses of one another',
    spec: 'SHACL, 1.1 "SHACL subclass": any number of steps of rdfs:subClassOf',
    applies: stopsAt(/call stack/, ({ classes }, { input: { dataGraph } }) =>
      classes.some((id) => leadsToCircle(dataGraph, id)),
    ),
  },
  {
    id: 'circle of target classes',
    side: 'rdf-validate-shacl',
    what: 'finds no focus nodes when a target class has a circle below it',
    spec: 'SHACL 2.1.3.2',
    applies: (difference, { input: { shapes, dataGraph } }) =>
      difference.kind === 'targetsStop' &&
      /call stack/.test(difference.error) &&
      shapes
        .get(difference.shape)!
        .targets.some((target) => target.kind === 'class' && leadsToCircle(dataGraph, target.class)),
  },
  {
    id: 'shapes in a circle',
    side: 'rdf-validate-shacl',
    what: 'runs for ever, until its stack is full, when shapes and data both lead back to where they came from',
    spec: 'SHACL 3.4.3 leaves it undefined; the built-in engine gives it a meaning',
    applies: stopsAt(/call stack|circle/, ({ shapes }, { input }) =>
      shapes.some(({ id }) => isInCircle(input.shapes.graph, id)),
    ),
  },
];

function stopsAtBrokenRegex(difference: Difference, pair: Pair): boolean {
  return stopsAt(/Invalid regular expression/, ({ shapes }) =>
    shapes.some(({ id }) => hasBrokenRegex(pair.input.shapes.graph, id)),
  )(difference, pair);
}

/** True when rdf-validate-shacl rejects a blank node before it looks at the invalid pattern. */
function refusesBlankNode(difference: Difference, { input }: Pair): boolean {
  if (difference.kind !== 'result' || difference.only !== 'theirs') return false;
  const { component, sourceShape, value } = difference.result;
  return (
    component === sh.PatternConstraintComponent &&
    terms.isBlank(value!) &&
    hasBrokenRegex(input.shapes.graph, sourceShape)
  );
}

/** What a stopped check may have come across. */
interface Reach {
  readonly shapes: readonly Shape[];
  readonly classes: readonly TermId[];
  readonly paths: readonly Path[];
}

function stopsAt(error: RegExp, met: (reach: Reach, pair: Pair) => boolean): KnownDifference['applies'] {
  return (difference: Difference, pair: Pair) =>
    difference.kind === 'stop' &&
    error.test(difference.stop.error) &&
    met(reachOf(difference.stop, pair), pair);
}

/**
 * A whole shape can stop only at its own path; a constraint can stop at itself or at anything that it leads to. This is
 * read from the graph, because the built-in engine leaves some constraints out.
 */
function reachOf({ shape, component }: Stop, { input: { shapes } }: Pair): Reach {
  const parameters = component === undefined ? [] : parametersOf(component);
  const own = shapes.graph.outgoing(shape).filter(({ predicate }) => parameters.includes(predicate));
  const reached = reachable(shapes.graph, [
    ...own.map(({ object }) => object),
    ...siblingValueShapes(shapes.graph, shape, component),
  ]);
  const inner = [...reached].flatMap((node) => shapes.get(node) ?? []);
  const isOwn = component === undefined || component === sh.PatternConstraintComponent;
  const all = isOwn ? [shapes.get(shape)!, ...inner] : inner;
  return {
    shapes: all,
    classes: [...own, ...all.flatMap(({ id }) => shapes.graph.outgoing(id))]
      .filter(({ predicate }) => predicate === sh.class)
      .map(({ object }) => object),
    paths: all.flatMap(({ path }) => path ?? []),
  };
}

function siblingValueShapes(graph: Graph, shape: TermId, component: TermId | undefined): readonly TermId[] {
  const isQualified =
    component === sh.QualifiedMinCountConstraintComponent ||
    component === sh.QualifiedMaxCountConstraintComponent;
  if (!isQualified) return [];
  return graph
    .subjects(sh.property, shape)
    .flatMap((parent) => graph.objects(parent, sh.property))
    .flatMap((sibling) => graph.objects(sibling, sh.qualifiedValueShape));
}

function parametersOf(component: TermId): readonly TermId[] {
  const { parameter, refinements = [] } = componentByIri.get(component)!;
  return [parameter, ...refinements];
}

/** The nodes and all nodes that are reachable from them. */
function reachable(graph: Graph, nodes: readonly TermId[]): ReadonlySet<TermId> {
  const reached = new Set(nodes);
  for (const node of reached) for (const { object } of graph.outgoing(node)) reached.add(object);
  return reached;
}

function isInCircle(graph: Graph, node: TermId): boolean {
  const next = graph.outgoing(node).map(({ object }) => object);
  return reachable(graph, next).has(node);
}

function hasBrokenRegex(graph: Graph, shape: TermId): boolean {
  return graph.objects(shape, sh.pattern).some((pattern) => {
    try {
      new RegExp(terms.value(pattern));
      return false;
    } catch {
      // JavaScript cannot parse the pattern.
      return true;
    }
  });
}

/** Whether the search for the subclasses of a class finds a class that is its own subclass. */
function leadsToCircle(graph: Graph, id: TermId): boolean {
  const below = (start: TermId) => {
    const found = new Set(graph.subjects(rdfs.subClassOf, start));
    for (const subclass of found)
      for (const next of graph.subjects(rdfs.subClassOf, subclass)) found.add(next);
    return found;
  };
  return [id, ...below(id)].some((member) => below(member).has(member));
}

function hasComplexInverse(path: Path): boolean {
  switch (path.kind) {
    case 'predicate':
      return false;
    case 'inverse':
      return path.path.kind !== 'predicate';
    case 'sequence':
    case 'alternative':
      return path.paths.some(hasComplexInverse);
    case 'zeroOrOne':
    case 'zeroOrMore':
    case 'oneOrMore':
      return hasComplexInverse(path.path);
  }
}

import type { Graph } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import type { LookUp } from '../../rdf/observedGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { ClassHierarchy } from '../../shacl/classHierarchy.ts';
import type { Target } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';

/** The targets whose nodes a store can list. Shapes name those of the others, or have a query of their own. */
export function isListed({ kind }: Target): boolean {
  return kind === 'class' || kind === 'subjectsOf' || kind === 'objectsOf';
}

/** What selects the nodes of all such targets. */
export interface ListedTargets {
  /** With all classes below them. */
  readonly classes: ReadonlySet<TermId>;
  readonly subjectsOf: ReadonlySet<TermId>;
  readonly objectsOf: ReadonlySet<TermId>;
}

/** @param classGraph where rdfs:subClassOf is looked up. */
export function listedTargets({ roots }: Pick<ShapesGraph, 'roots'>, classGraph: Graph): ListedTargets {
  const hierarchy = new ClassHierarchy(classGraph);
  const classes = new Set<TermId>();
  const subjectsOf = new Set<TermId>();
  const objectsOf = new Set<TermId>();
  for (const target of roots.flatMap(({ targets }) => targets)) {
    if (target.kind === 'class') for (const each of hierarchy.subclasses(target.class)) classes.add(each);
    if (target.kind === 'subjectsOf') subjectsOf.add(target.predicate);
    if (target.kind === 'objectsOf') objectsOf.add(target.predicate);
  }
  return { classes, subjectsOf, objectsOf };
}

/** Patterns of SPARQL that bind `?f` to the nodes. A node may match several of them. */
export function targetPatterns({ classes, subjectsOf, objectsOf }: ListedTargets): readonly string[] {
  const values = (variable: string, ids: ReadonlySet<TermId>, rest: string) =>
    chunksOf(
      [...ids].filter((id) => terms.isIri(id)),
      termsPerPattern,
    ).map((chunk) => `VALUES ${variable} { ${chunk.map(termToNTriples).join(' ')} } ${rest}`);
  return [
    ...values('?c', classes, `?f ${termToNTriples(rdf.type)} ?c .`),
    ...values('?q', subjectsOf, '?f ?q ?o .'),
    ...values('?q', objectsOf, '?s ?q ?f .'),
  ];
}

/** The same as look-ups. */
export function targetLookUps({ classes, subjectsOf, objectsOf }: ListedTargets): readonly LookUp[] {
  return [
    ...[...classes].map((object) => ({ predicate: rdf.type, object })),
    ...[...new Set([...subjectsOf, ...objectsOf])].map((predicate) => ({ predicate })),
  ];
}

const termsPerPattern = 500;

/** A list in lists of at most so many items. */
export function chunksOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

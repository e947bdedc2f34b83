import { nearestOf } from '../../base/editDistance.ts';
import type { Placed } from '../../base/jsonType.ts';
import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { namespaces, rdf, sh } from '../../rdf/vocab.ts';
import { allComponents } from '../../shacl/components/index.ts';
import { isResultKey } from '../../shacl/results/resultKeys.ts';
import { readResultSelector } from '../../shacl/results/resultSelector.ts';
import type { ProjectFile, ProjectProblem } from './projectFile.ts';

/**
 * The keys of `severity` that name neither a constraint component nor a shape of the linked files. A name that is not
 * similar to any of these may belong to a shape for other data, if the project has several links.
 *
 * @param documents the linked files, of which prefixes are taken.
 */
export function unknownSeverityNames(
  { severity, links }: Pick<ProjectFile, 'severity' | 'links'>,
  shapes: readonly TurtleDocument[],
  documents: readonly TurtleDocument[],
): readonly ProjectProblem[] {
  const prefixes = new Map(documents.flatMap((each) => [...each.prefixes]));
  return severity.flatMap(({ key }) => problemOf(key, { shapes, prefixes, isAlone: links.length < 2 }) ?? []);
}

interface KnownNames {
  readonly shapes: readonly TurtleDocument[];
  readonly prefixes: ReadonlyMap<string, string>;
  /** Whether the shapes are all that the project has. */
  readonly isAlone: boolean;
}

function problemOf(
  { value, range }: Placed<string>,
  { shapes, prefixes, isAlone }: KnownNames,
): ProjectProblem | undefined {
  if (isResultKey(value) || /^[a-z][a-z\d+.-]*:\/\//i.test(value)) return undefined;
  const selector = readResultSelector(value, prefixes);
  if (selector?.kind === 'key') return undefined;
  if (selector === undefined) {
    const similar = similarComponent(value);
    const colon = value.indexOf(':');
    const cause =
      colon > 0
        ? `No linked file declares the prefix ${value.slice(0, colon + 1)}.`
        : `"${value}" names nothing.`;
    const remedy = 'Write a constraint component such as "sh:minCount", a shape, or the key of a result.';
    // Files of other data may declare it.
    if (colon > 0 && !isAlone) return undefined;
    return { range, message: `${cause} ${similar ? didYouMean(similar) : remedy}` };
  }
  const { iri } = selector;
  if (iri.startsWith(namespaces.sh)) {
    if (componentNames.has(iri)) return undefined;
    const similar = similarComponent(localName(iri));
    return {
      range,
      message: `"${value}" is not a constraint component of SHACL.${similar ? ` ${didYouMean(similar)}` : ''}`,
    };
  }
  const id = terms.iri(iri);
  if (shapes.some(({ graph }) => graph.outgoing(id).length > 0)) return undefined;
  const similar = nearestOf(localName(iri), shapeNames(shapes), maxTypos, (shape) =>
    localName(terms.value(shape)),
  );
  if (similar === undefined && !isAlone) return undefined;
  const hint = similar === undefined ? '' : ` ${didYouMean(printed(terms.value(similar), prefixes))}`;
  return { range, message: `No linked shapes file describes ${value}.${hint}` };
}

const maxTypos = 2;

function didYouMean(name: string): string {
  return `Did you mean "${name}"?`;
}

/** The IRIs of constraint components and of their parameters. */
const componentNames: ReadonlySet<string> = new Set(
  [
    ...allComponents.flatMap(({ iri, parameter, refinements }) => [iri, parameter, ...refinements]),
    sh.sparql,
    sh.SPARQLConstraintComponent,
  ].map((id) => terms.value(id)),
);

/** The component or parameter that was probably meant by a local name. */
function similarComponent(name: string): string | undefined {
  const similar = nearestOf(name.toLowerCase(), componentNames, maxTypos, (each) =>
    localName(each).toLowerCase(),
  );
  return similar && `sh:${localName(similar)}`;
}

function shapeNames(shapes: readonly TurtleDocument[]): ReadonlySet<TermId> {
  const found = new Set<TermId>();
  for (const { graph } of shapes) {
    for (const kind of [sh.NodeShape, sh.PropertyShape]) {
      for (const { subject, predicate } of graph.incoming(kind)) {
        if (predicate === rdf.type && terms.isIri(subject)) found.add(subject);
      }
    }
  }
  return found;
}

function printed(iri: string, prefixes: ReadonlyMap<string, string>): string {
  for (const [prefix, namespace] of prefixes) {
    if (namespace !== '' && iri.startsWith(namespace)) return `${prefix}:${iri.slice(namespace.length)}`;
  }
  return `<${iri}>`;
}

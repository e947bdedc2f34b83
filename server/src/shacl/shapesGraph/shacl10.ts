import type { Graph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, sh, shRules } from '../../rdf/vocab.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { shortForm, type TermPrinter } from '../model/words.ts';
import { selectsTargets } from '../sparql/readTargets.ts';
import { readShapes } from './readShapes.ts';
import { draftProperties, isDraftTerm } from './shaclTerms.ts';

/**
 * Reads the shapes of a graph as SHACL 1.0: syntax that came with the drafts of SHACL 1.2 has no meaning, and is reported
 * at its place. Rules, functions and node expressions, which belong to the Advanced Features, are read as usual.
 */
export function readShapes10(graph: Graph, term: TermPrinter = shortForm): ShapesGraph {
  const left = newTerms(graph);
  const shapes = readShapes(
    new OverlayGraph(graph, { added: [], removed: left.map(({ triple }) => triple) }),
    term,
  );
  const told = left.map(({ triple: { subject, predicate, object }, what }) => ({
    severity: 'warning' as const,
    message: `${what} came with SHACL 1.2. These shapes are held to SHACL 1.0, in which it has no meaning.`,
    shape: subject,
    parameter: predicate,
    value: object,
  }));
  return {
    ...shapes,
    readAgain: readShapes10,
    findings: [...told, ...shapes.findings],
    notChecked: [
      ...told.map(({ message, shape, parameter }) => ({
        reason: `${term(shape)}: ${message}`,
        shape,
        ...(targets.has(parameter) && { concerns: 'anyNode' as const }),
      })),
      ...shapes.notChecked,
    ],
  };
}

const targets: ReadonlySet<TermId> = new Set([sh.targetWhere, sh.targetNode, rdf.type]);

/** The statements that only SHACL 1.2 gives a meaning, with the words for what is new in each. */
function newTerms(graph: Graph): readonly { readonly triple: Triple; readonly what: string }[] {
  const triplesWith = (
    predicate: TermId,
    isNew: (triple: Triple) => boolean,
    what: (triple: Triple) => string,
  ) =>
    graph
      .withPredicate(predicate)
      .filter(isNew)
      .map((triple) => ({ triple, what: what(triple) }));
  const isList = ({ object }: Triple) => graph.objects(object, rdf.first).length > 0;
  const isNewSeverity = ({ object }: Triple) => object === sh.Debug || object === sh.Trace;
  return [
    ...draftProperties.flatMap((each) =>
      triplesWith(
        each,
        () => true,
        () => shortForm(each),
      ),
    ),
    ...[sh.class, sh.datatype, sh.nodeKind].flatMap((each) =>
      triplesWith(each, isList, () => `A list as the value of ${shortForm(each)}`),
    ),
    ...triplesWith(
      sh.nodeKind,
      ({ object }) => isDraftTerm(object),
      ({ object }) => shortForm(object),
    ),
    ...[sh.equals, sh.disjoint, sh.lessThan, sh.lessThanOrEquals].flatMap((each) =>
      triplesWith(
        each,
        ({ object }) => terms.isBlank(object),
        () => `A path as the value of ${shortForm(each)}`,
      ),
    ),
    ...triplesWith(
      sh.closed,
      ({ object }) => object === sh.ByTypes,
      () => 'sh:ByTypes',
    ),
    ...triplesWith(
      rdf.type,
      ({ object }) => object === shRules.ShapeClass,
      () => 'sh:ShapeClass',
    ),
    ...triplesWith(
      sh.targetNode,
      ({ object }) => selectsTargets(graph, object),
      ({ object }) =>
        `A ${graph.objects(object, sh.select).length > 0 ? 'query' : 'node expression'} as the value of sh:targetNode`,
    ),
    ...triplesWith(sh.severity, isNewSeverity, ({ object }) => shortForm(object)),
    ...triplesWith(
      rdf.reifies,
      ({ subject }) => annotations.some((each) => graph.objects(subject, each).length > 0),
      () => 'An annotation of a constraint',
    ),
  ];
}

const annotations = [sh.severity, sh.message, sh.deactivated];

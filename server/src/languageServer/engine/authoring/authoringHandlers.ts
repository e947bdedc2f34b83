import { connectionSummary, connectionText } from '../../../lab/authoring/connection/connectionText.ts';
import {
  type NodeInfo,
  nodeAt,
  nodeInfo,
  nodeName,
  nodesMatching,
} from '../../../lab/authoring/connection/nodes.ts';
import { sampleClasses, sampleShapes } from '../../../lab/authoring/samples/generateSamples.ts';
import { findConnection, type WayStep } from '../../../rdf/findConnection.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { statedPlace } from '../../../shacl/results/statedPlace.ts';
import { decodeIri, standInIri } from '../../../sparql/termCodec.ts';
import type { ConnectionStep, GraphNode } from '../../protocol/editor/protocol.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import type { authoringMethods } from '../../protocol/methods/authoringMethods.ts';
import * as toProto from '../../protocol/toProto.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';
import { type AuthoringFile, aboutFile, modelAuthoringHandlers } from './modelAuthoringHandlers.ts';

/** Answers requests for help with writing data. Null where the file is not one that is checked as data. */
export const authoringHandlers: MethodHandlers<keyof typeof authoringMethods, RequestContext> = {
  'shaclRepair/sampleClasses': aboutFile(async (params, { unit, document, analysis: { print } }) => {
    const { position, withShapes } = params;
    const near = position && document.sources.termAt(fromProto.offset(document.lines, position))?.node.id;
    const named = (id: TermId) => ({ iri: terms.value(id), name: print(id) });
    const classes = sampleClasses(unit, near).map((each) => ({
      ...named(each.class),
      shapes: each.shapes,
      instances: each.instances,
    }));
    const shapes = withShapes ? sampleShapes(unit, near) : [];
    return [...classes, ...shapes.map((id) => ({ ...named(id), shapes: 1, instances: 0, isShape: true }))];
  }),
  'shaclRepair/nodesMatching': aboutFile(async ({ text }, { document, analysis: { print } }) =>
    nodesMatching(document, text, print, maxNodes).map(graphNode),
  ),
  'shaclRepair/nodesAt': aboutFile(async ({ positions }, { document, graph, analysis: { print } }) =>
    positions.map((position) => {
      const node = nodeAt(document, fromProto.offset(document.lines, position), graph);
      return node === undefined ? null : graphNode(nodeInfo(node, graph, print));
    }),
  ),
  'shaclRepair/explainConnection': aboutFile(({ from, to }, file, signal) =>
    connection(decodeIri(from), decodeIri(to), file, signal),
  ),
  ...modelAuthoringHandlers,
};

async function connection(from: TermId, to: TermId, file: AuthoringFile, signal: AbortSignal) {
  const { analysis, graph } = file;
  const { print, graphs } = analysis;
  const found = await findConnection(graph, from, to, { maxWays }, signal);
  const names = (term: TermId) => nodeName(term, graph, print);
  const ways = found.kind === 'connected' ? found.ways : [];
  const nodes = [...new Set([from, ...ways.flatMap((way) => way.map((step) => step.to)), to])];
  const info = (node: TermId) => graphNode(nodeInfo(node, graph, print));
  const documents = [...graphs.data, ...graphs.context];
  const step = (each: WayStep): ConnectionStep => {
    const place = statedPlace(each.triple, documents);
    return {
      from: nodes.indexOf(each.from),
      to: nodes.indexOf(each.to),
      property: print(each.triple.predicate),
      inverse: each.inverse,
      place: place && toProto.location({ uri: place.document.uri, range: place.range }, file.context.lines),
    };
  };
  return {
    kind: found.kind,
    summary: connectionSummary(found, from, to, names),
    text: connectionText(found, from, to, names),
    from: info(from),
    to: info(to),
    nodes: nodes.map(info),
    ways: ways.map((way) => way.map(step)),
  };
}

function graphNode({ node, name, label }: NodeInfo): GraphNode {
  return { id: standInIri(node), name, label };
}

const maxNodes = 100;
const maxWays = 5;

/** The methods that help to write data and need no model: classes of samples, nodes, and how nodes are connected. */
import { label, listOf, object, optional } from '../../base/jsonShape.ts';
import type * as protocol from '../editor/protocol.ts';
import { key, position, uri } from '../paramShapes.ts';
import { method, uriOf } from './methodDeclaration.ts';

export const authoringMethods = {
  /** The classes that sample data can be made of, those at the position first. Null for a document that is not checked. */
  'shaclRepair/sampleClasses': method<protocol.SampleClassesParams, protocol.SampleClasses>({
    params: object({ uri, position: optional(position) }),
    about: uriOf,
    afterSettings: true,
  }),
  /** The named nodes of a file whose names and labels have all words of a text, at most 100. */
  'shaclRepair/nodesMatching': method<protocol.NodesMatchingParams, protocol.MatchingNodes>({
    params: object({ uri, text: label }),
    about: uriOf,
    afterSettings: true,
  }),
  /** The nodes that positions of a file point to, null where there is none. */
  'shaclRepair/nodesAt': method<protocol.NodesAtParams, protocol.NodesAt>({
    params: object({ uri, positions: listOf(position, 10_000) }),
    about: uriOf,
    afterSettings: true,
  }),
  /** How two nodes of a file's unit are connected, by their ids. */
  'shaclRepair/explainConnection': method<protocol.ExplainConnectionParams, protocol.ExplainedConnection>({
    params: object({ uri, from: key, to: key }),
    about: uriOf,
    afterSettings: true,
    withClientUris: (answer, clientUri) => ({
      ...answer,
      ways: answer.ways.map((way) =>
        way.map((step) => ({
          ...step,
          place: step.place && { ...step.place, uri: clientUri(step.place.uri) },
        })),
      ),
    }),
  }),
};

/** The methods that help to write data: samples, connections between nodes, facts from texts. */
import {
  boolean,
  enumOf,
  label,
  listOf,
  object,
  optional,
  string,
  wholeNumberFrom,
} from '../../../base/jsonShape.ts';
import type * as protocol from '../editor/protocol.ts';
import { whyRestricted } from '../editor/protocol.ts';
import { key, position, progress, uri } from '../paramShapes.ts';
import { method, uriOf } from './methodDeclaration.ts';
import { editWithUris } from './repairMethods.ts';

const notInserted = {
  kind: 'failed',
  message: 'The text has changed since; nothing was inserted. Run the command again.',
} as const;

export const authoringMethods = {
  /**
   * The classes that sample data can be made of, those at the position first; with `withShapes` also shapes that no class leads to.
   * Null for a document that is not checked.
   */
  'shaclRepair/sampleClasses': method<protocol.SampleClassesParams, protocol.SampleClasses>({
    params: object({ uri, position: optional(position), withShapes: optional(boolean) }),
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
  /**
   * Individuals of a class, or for a shape, that conform to all shapes, as one edit that only adds. With `withModel` a model is asked for the
   * values of literals; then progress as for `modelRepairs`.
   */
  'shaclRepair/generateSamples': method<protocol.GenerateSamplesParams, protocol.GeneratedSamples>({
    params: object({
      uri,
      class: key,
      isShape: optional(boolean),
      count: wholeNumberFrom(1, 10_000),
      includes: enumOf('required', 'described'),
      withModel: boolean,
      ...progress,
    }),
    about: uriOf,
    afterSettings: true,
    needs: 'model',
    whyRestricted: ({ withModel }) => (withModel ? whyRestricted.models : undefined),
    stale: { answer: () => notInserted },
    withClientUris: (answer, clientUri) =>
      answer.kind === 'failed' ? answer : { ...answer, edit: editWithUris(answer.edit, clientUri) },
  }),
  /** Asks a model to describe a connection in words. Progress as for `modelRepairs`. */
  'shaclRepair/sayConnection': method<protocol.SayConnectionParams, protocol.SaidConnection>({
    params: object({ uri, from: key, to: key, ...progress }),
    about: uriOf,
    afterSettings: true,
    needs: 'model',
    whyRestricted: whyRestricted.models,
  }),
  /**
   * Asks a model to extract what a text says about instances of a class, under the shapes, as one edit that only adds.
   * Progress as for `modelRepairs`.
   */
  'shaclRepair/extractFacts': method<protocol.ExtractFactsParams, protocol.ExtractedFacts>({
    params: object({ uri, class: key, text: string, ...progress }),
    about: uriOf,
    afterSettings: true,
    needs: 'model',
    whyRestricted: whyRestricted.models,
    stale: { answer: () => notInserted },
    withClientUris: (answer, clientUri) =>
      answer.kind === 'failed' || answer.edit === undefined
        ? answer
        : { ...answer, edit: editWithUris(answer.edit, clientUri) },
  }),
};

import { connectionSummary, connectionText } from '../../authoring/connection/connectionText.ts';
import {
  type NodeInfo,
  nodeAt,
  nodeInfo,
  nodeName,
  nodesMatching,
} from '../../authoring/connection/nodes.ts';
import { sayConnection } from '../../authoring/connection/sayConnection.ts';
import { extractFacts } from '../../authoring/extraction/extractFacts.ts';
import { generateSamples, maxSamples, proven } from '../../authoring/samples/generateSamples.ts';
import { sampleClasses } from '../../authoring/samples/sampleClasses.ts';
import { withModelValues } from '../../authoring/samples/withModelValues.ts';
import { fileEdits } from '../../ide/repairs/codeActions.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import { ModelError } from '../../llm/model/languageModel.ts';
import { CountingModel } from '../../llm/model/spending.ts';
import type { ConnectionStep, Failure, GraphNode } from '../../protocol/editor/protocol.ts';
import type {
  AuthoringRequests,
  FactsAnswer,
  SaidAnswer,
  SamplesAnswer,
} from '../../protocol/engine/authoringRequests.ts';
import type { ModelOptions } from '../../protocol/engine/modelOptions.ts';
import type { RequestParams } from '../../protocol/engine/requests.ts';
import { failureOf } from '../../protocol/failures.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import * as toProto from '../../protocol/toProto.ts';
import { findConnection, type Step } from '../../rdf/findConnection.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { decodedFileName } from '../../repair/proof/splitDelta.ts';
import type { DocumentEdits, RepairableUnit } from '../../repair/repair.ts';
import { statedPlace } from '../../shacl/results/statedPlace.ts';
import { decodeIri, standInIri } from '../../sparql/termCodec.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { follower, noAnswer } from '../models/follower.ts';
import type { RequestContext, RequestHandlers } from '../requestContext.ts';

/** The file of a request in its unit, as the texts are now. */
interface AnalysedFile {
  readonly uri: string;
  readonly analysis: UnitAnalysis;
  readonly document: TurtleDocument;
  readonly unit: RepairableUnit;
  /** What files state, without what is inferred. */
  readonly graph: Graph;
  readonly context: RequestContext;
}

/** Answers what helps to write data. Null where the file is not one that is checked as data. */
export const authoringRequests: RequestHandlers<keyof AuthoringRequests> = {
  sampleClasses: aboutFile(async ({ position }, { unit, document, analysis: { print } }) => {
    const near = position && document.sources.termAt(fromProto.offset(document.lines, position))?.node.id;
    return sampleClasses(unit, near).map((each) => ({
      iri: terms.value(each.class),
      name: print(each.class),
      shapes: each.shapes,
      instances: each.instances,
    }));
  }),
  nodesMatching: aboutFile(async ({ text }, { document, analysis: { print } }) =>
    nodesMatching(document, text, print, maxNodes).map(graphNode),
  ),
  nodesAt: aboutFile(async ({ positions }, { document, graph, analysis: { print } }) =>
    positions.map((position) => {
      const node = nodeAt(document, fromProto.offset(document.lines, position), graph);
      return node === undefined ? null : graphNode(nodeInfo(node, graph, print));
    }),
  ),
  explainConnection: aboutFile(({ from, to }, file, signal) =>
    connection(decodeIri(from), decodeIri(to), file, signal),
  ),
  generateSamples: aboutFile(orFailure(samples)),
  sayConnection: aboutFile(orFailure(inWords)),
  extractFacts: aboutFile(orFailure(facts)),
};

type AnswerAboutFile<Params, Answer> = (
  params: Params,
  file: AnalysedFile,
  signal: AbortSignal,
) => Promise<Answer>;

/** A handler that is given the file as it was analysed. Null where there is none. */
function aboutFile<Params extends { readonly uri: string }, Answer>(answer: AnswerAboutFile<Params, Answer>) {
  return async (params: Params, context: RequestContext, signal: AbortSignal): Promise<Answer | null> => {
    const file = context.isOpen(params.uri) ? await analysedFile(params.uri, context, signal) : undefined;
    return file ? answer(params, file, signal) : null;
  };
}

/** Says why a model gave no answer. */
function orFailure<Params, Answer>(
  answer: AnswerAboutFile<Params, Answer>,
): AnswerAboutFile<Params, Answer | Failure> {
  return async (params, file, signal) => {
    try {
      return await answer(params, file, signal);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      file.context.trace(noAnswer(error));
      return failureOf(error);
    }
  };
}

async function analysedFile(
  uri: string,
  context: RequestContext,
  signal: AbortSignal,
): Promise<AnalysedFile | undefined> {
  const analysis = await context.host.analysis(uri, signal);
  const { graphs, recording, print } = analysis;
  const document = graphs.data.find((each) => each.uri === uri);
  if (!document) return undefined;
  const unit: RepairableUnit = {
    recorded: await recording.get(signal),
    documents: [document, ...graphs.data.filter((each) => each !== document)],
    context: graphs.context.map((each) => ({ uri: each.uri, graph: each.graph })),
    term: print,
  };
  const graph = graphs.input.entailment?.asserted ?? graphs.input.dataGraph;
  return { uri, analysis, document, unit, graph, context };
}

async function samples(
  params: RequestParams<'generateSamples'>,
  file: AnalysedFile,
  signal: AbortSignal,
): Promise<SamplesAnswer> {
  const { unit } = file;
  const type = terms.iri(params.class);
  const count = Math.min(Math.max(1, Math.floor(params.count)), maxSamples);
  const found = await generateSamples(unit, { class: type, count, includes: params.includes }, signal);
  if (found.kind === 'unmet') return noSample(type, found.reasons, file);
  const own = { kind: 'answered', individuals: count } as const;
  if (!params.model) return { ...own, notes: [], ...insertion(found.edits, file) };
  const { model, conversation } = followed(params.model, file.context);
  const said = await withModelValues(unit, found.sample, model, conversation, signal);
  if (said.kind === 'refused') return unusable(model.id, said.reason);
  const { sample, taken, refused } = said.value;
  const dressed = await proven(unit, sample, signal);
  if (dressed.kind === 'unmet') return noSample(type, dressed.reasons, file);
  const others = refused > 0 ? `, and ${refused} of its texts do not conform to the shapes` : '';
  const notes = [`${taken} ${taken === 1 ? 'text comes' : 'texts come'} from ${model.id}${others}.`];
  return { ...own, notes, spending: model.spending, ...insertion(dressed.edits, file) };
}

function noSample(type: TermId, reasons: readonly string[], { uri, unit }: AnalysedFile): Failure {
  const what = `No ${unit.term(type)} could be made for ${decodedFileName(uri)} that conforms to all shapes.`;
  return { kind: 'failed', message: `${what} ${sentences(reasons)}` };
}

function unusable(model: string, why: string): Failure {
  return { kind: 'failed', message: `None of ${model}'s answers can be used. ${why}` };
}

/** A model that is counted and followed. */
function followed(options: ModelOptions, context: RequestContext) {
  const model = new CountingModel(context.model(options.id));
  const { maxRounds, temperature } = options;
  return { model, conversation: { maxRounds, temperature, observe: follower(options.id, context) } };
}

async function facts(
  params: RequestParams<'extractFacts'>,
  file: AnalysedFile,
  signal: AbortSignal,
): Promise<FactsAnswer> {
  const { unit } = file;
  const { model, conversation } = followed(params.model, file.context);
  const wanted = { class: terms.iri(params.class), text: params.text };
  const said = await extractFacts(unit, wanted, model, conversation, signal);
  if (said.kind === 'refused') return unusable(model.id, said.reason);
  const { edits, added, individuals, repairs, unknown } = said.value;
  const notes = [
    ...unknown.map((iri) => `Not in any file: ${unit.term(iri)}.`),
    ...repairs.map((repair) => `Corrected: ${repair}.`),
  ];
  const inserted = insertion(edits, file);
  return {
    kind: 'answered',
    triples: added.length,
    individuals: individuals.length,
    notes,
    spending: model.spending,
    ...inserted,
    edit: edits.length > 0 ? inserted.edit : undefined,
  };
}

/** Reasons as one text. */
function sentences(reasons: readonly string[]): string {
  const shown = reasons.slice(0, maxReasons).map((reason) => (/[.!?]$/.test(reason) ? reason : `${reason}.`));
  const more = reasons.length - shown.length;
  return [...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
}

function insertion(
  edits: readonly DocumentEdits[],
  { context: { host, lines, capabilities } }: AnalysedFile,
) {
  const files = edits.map((each) => fileEdits(each, [], (uri) => host.textVersion(uri)));
  return {
    edit: toProto.workspaceEdit(files, false, lines, { ...capabilities, snippets: false }),
    versions: toProto.versionsOf(files),
  };
}

async function connection(from: TermId, to: TermId, file: AnalysedFile, signal: AbortSignal) {
  const { analysis, graph } = file;
  const { print, graphs } = analysis;
  const found = await findConnection(graph, from, to, { maxWays }, signal);
  const names = (term: TermId) => nodeName(term, graph, print);
  const ways = found.kind === 'connected' ? found.ways : [];
  const nodes = [...new Set([from, ...ways.flatMap((way) => way.map((step) => step.to)), to])];
  const info = (node: TermId) => graphNode(nodeInfo(node, graph, print));
  const documents = [...graphs.data, ...graphs.context];
  const step = (each: Step): ConnectionStep => {
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

async function inWords(
  { from, to, model: options }: RequestParams<'sayConnection'>,
  { graph, document, context }: AnalysedFile,
  signal: AbortSignal,
): Promise<SaidAnswer> {
  const found = await findConnection(graph, decodeIri(from), decodeIri(to), { maxWays: 1 }, signal);
  const [way] = found.kind === 'connected' ? found.ways : [];
  if (way === undefined || way.length === 0)
    return { kind: 'failed', message: 'The nodes are not connected.' };
  const { model, conversation } = followed(options, context);
  const { prefixes } = document;
  const said = await sayConnection({ way, graph, prefixes }, model, conversation, signal);
  if (said.kind === 'accepted') return { kind: 'answered', text: said.value, spending: model.spending };
  return unusable(model.id, said.reason);
}

function graphNode({ node, name, label }: NodeInfo): GraphNode {
  return { id: standInIri(node), name, label };
}

const maxNodes = 100;
const maxWays = 5;
const maxReasons = 3;

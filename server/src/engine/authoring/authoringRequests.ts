import { connectionSummary, connectionText } from '../../authoring/connection/connectionText.ts';
import {
  type NodeInfo,
  nodeAt,
  nodeInfo,
  nodeName,
  nodesMatching,
} from '../../authoring/connection/nodes.ts';
import { sayConnection } from '../../authoring/connection/sayConnection.ts';
import { stepPlace } from '../../authoring/connection/stepPlace.ts';
import { extractFacts } from '../../authoring/extraction/extractFacts.ts';
import { generateSamples, maxSamples, proven } from '../../authoring/samples/generateSamples.ts';
import { sampleClasses } from '../../authoring/samples/sampleClasses.ts';
import { withModelValues } from '../../authoring/samples/withModelValues.ts';
import type { AnalysisHost } from '../../ide/analysisHost.ts';
import { fileEdits } from '../../ide/repairs/codeActions.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import { type LanguageModel, ModelError } from '../../llm/model/languageModel.ts';
import { CountingModel } from '../../llm/model/spending.ts';
import type { ConnectionStep, Failure, GraphNode } from '../../protocol/editor/protocol.ts';
import type {
  AuthoringAnswers,
  AuthoringQuestion,
  FactsAnswer,
  SaidAnswer,
  SamplesAnswer,
} from '../../protocol/engine/authoringMessages.ts';
import type { EditCapabilities } from '../../protocol/engine/messages.ts';
import type { ModelOptions } from '../../protocol/engine/modelOptions.ts';
import { failureOf } from '../../protocol/failures.ts';
import * as fromProto from '../../protocol/fromProto.ts';
import * as toProto from '../../protocol/toProto.ts';
import { findConnection, type Step } from '../../rdf/findConnection.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { decodedFileName } from '../../repair/proof/splitDelta.ts';
import type { DocumentEdits, RepairableUnit } from '../../repair/repair.ts';
import { decodeIri, standInIri } from '../../sparql/termCodec.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { follower, noAnswer } from '../models/modelFollower.ts';

interface World {
  readonly host: AnalysisHost;
  /** The model that is configured, under the id that it goes by. */
  readonly model: (id: string) => LanguageModel;
  readonly progress: (message: string) => void;
  readonly trace: (text: string) => void;
  readonly lines: toProto.FindLines;
  readonly capabilities: EditCapabilities;
}

/** A question's file in its unit, as the texts are now. */
interface Asked extends World {
  readonly uri: string;
  readonly analysis: UnitAnalysis;
  readonly document: TurtleDocument;
  readonly unit: RepairableUnit;
  /** What files state, without what is inferred. */
  readonly graph: Graph;
}

/** Answers what helps to write data. Null where the file is not one that is checked as data. */
export async function answerAuthoringQuestion(
  question: AuthoringQuestion,
  world: World,
  signal: AbortSignal,
): Promise<AuthoringAnswers[AuthoringQuestion['ask']]> {
  try {
    return await answer(question, world, signal);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    world.trace(noAnswer(error));
    return failureOf(error);
  }
}

async function answer(
  question: AuthoringQuestion,
  world: World,
  signal: AbortSignal,
): Promise<AuthoringAnswers[AuthoringQuestion['ask']]> {
  const asked = await askedAbout(question.uri, world, signal);
  if (!asked) return null;
  const { document, analysis, graph, unit } = asked;
  const { print } = analysis;
  switch (question.ask) {
    case 'sampleClasses': {
      const { position } = question;
      const near = position && document.sources.termAt(fromProto.offset(document.lines, position))?.node.id;
      return sampleClasses(unit, near).map((each) => ({
        iri: terms.value(each.class),
        name: print(each.class),
        shapes: each.shapes,
        instances: each.instances,
      }));
    }
    case 'generateSamples':
      return samples(question, asked, signal);
    case 'nodesMatching':
      return nodesMatching(document, question.text, print, maxNodes).map(graphNode);
    case 'nodesAt':
      return question.positions.map((position) => {
        const node = nodeAt(document, fromProto.offset(document.lines, position), graph);
        return node === undefined ? null : graphNode(nodeInfo(node, graph, print));
      });
    case 'explainConnection':
      return connection(decodeIri(question.from), decodeIri(question.to), asked, signal);
    case 'sayConnection':
      return inWords(question, asked, signal);
    case 'extractFacts':
      return facts(question, asked, signal);
  }
}

async function askedAbout(uri: string, world: World, signal: AbortSignal): Promise<Asked | undefined> {
  const analysis = await world.host.analysis(uri, signal);
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
  return { ...world, uri, analysis, document, unit, graph };
}

async function samples(
  question: Extract<AuthoringQuestion, { ask: 'generateSamples' }>,
  asked: Asked,
  signal: AbortSignal,
): Promise<SamplesAnswer> {
  const { unit } = asked;
  const type = terms.iri(question.class);
  const count = Math.min(Math.max(1, Math.floor(question.count)), maxSamples);
  const found = await generateSamples(unit, { class: type, count, includes: question.includes }, signal);
  if (found.kind === 'unmet') return noSample(type, found.reasons, asked);
  const own = { kind: 'answered', individuals: count } as const;
  if (!question.model) return { ...own, notes: [], ...insertion(found.edits, asked) };
  const { model, asking } = followed(question.model, asked);
  const said = await withModelValues(unit, found.sample, model, asking, signal);
  if (said.kind === 'refused') return noHold(model.id, said.reason);
  const { sample, taken, refused } = said.value;
  const dressed = await proven(unit, sample, signal);
  if (dressed.kind === 'unmet') return noSample(type, dressed.reasons, asked);
  const others = refused > 0 ? `, and ${refused} of its texts fit no shape` : '';
  const notes = [`${taken} texts are by ${model.id}${others}.`];
  return { ...own, notes, spending: model.spending, ...insertion(dressed.edits, asked) };
}

function noSample(type: TermId, reasons: readonly string[], { uri, unit }: Asked): Failure {
  const what = `No ${unit.term(type)} could be made for ${decodedFileName(uri)} that conforms to all shapes.`;
  return { kind: 'failed', message: `${what} ${sentences(reasons)}` };
}

function noHold(model: string, why: string): Failure {
  return { kind: 'failed', message: `No answer of ${model} holds. ${why}` };
}

/** A model that is counted and followed. */
function followed(options: ModelOptions, world: World) {
  const model = new CountingModel(world.model(options.id));
  const { maxRounds, temperature } = options;
  return { model, asking: { maxRounds, temperature, observe: follower(options.id, world) } };
}

async function facts(
  question: Extract<AuthoringQuestion, { ask: 'extractFacts' }>,
  asked: Asked,
  signal: AbortSignal,
): Promise<FactsAnswer> {
  const { unit } = asked;
  const { model, asking } = followed(question.model, asked);
  const wanted = { class: terms.iri(question.class), text: question.text };
  const said = await extractFacts(unit, wanted, model, asking, signal);
  if (said.kind === 'refused') return noHold(model.id, said.reason);
  const { edits, added, individuals, repairs, unknown } = said.value;
  const notes = [
    ...unknown.map((iri) => `Known nowhere: ${unit.term(iri)}.`),
    ...repairs.map((repair) => `Mended: ${repair}.`),
  ];
  const inserted = insertion(edits, asked);
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

function insertion(edits: readonly DocumentEdits[], { host, lines, capabilities }: Asked) {
  const files = edits.map((each) => fileEdits(each, [], (uri) => host.textVersion(uri)));
  return {
    edit: toProto.workspaceEdit(files, false, lines, { ...capabilities, snippets: false }),
    versions: toProto.versionsOf(files),
  };
}

async function connection(from: TermId, to: TermId, asked: Asked, signal: AbortSignal) {
  const { analysis, graph } = asked;
  const { print, graphs } = analysis;
  const found = await findConnection(graph, from, to, { maxWays }, signal);
  const names = (term: TermId) => nodeName(term, graph, print);
  const ways = found.kind === 'connected' ? found.ways : [];
  const nodes = [...new Set([from, ...ways.flatMap((way) => way.map((step) => step.to)), to])];
  const info = (node: TermId) => graphNode(nodeInfo(node, graph, print));
  const documents = [...graphs.data, ...graphs.context];
  const step = (each: Step): ConnectionStep => {
    const place = stepPlace(each, documents);
    return {
      from: nodes.indexOf(each.from),
      to: nodes.indexOf(each.to),
      property: print(each.triple.predicate),
      inverse: each.inverse,
      place: place && toProto.location({ uri: place.document.uri, range: place.range }, asked.lines),
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
  { from, to, model: options }: Extract<AuthoringQuestion, { ask: 'sayConnection' }>,
  { analysis, graph, document, ...world }: Asked,
  signal: AbortSignal,
): Promise<SaidAnswer> {
  const found = await findConnection(graph, decodeIri(from), decodeIri(to), { maxWays: 1 }, signal);
  const [way] = found.kind === 'connected' ? found.ways : [];
  if (way === undefined || way.length === 0)
    return { kind: 'failed', message: 'The nodes are not connected.' };
  const { model, asking } = followed(options, world);
  const { prefixes } = document;
  const said = await sayConnection({ way, graph, prefixes }, model, asking, signal);
  if (said.kind === 'accepted') return { kind: 'answered', text: said.value, spending: model.spending };
  return noHold(model.id, said.reason);
}

function graphNode({ node, name, label }: NodeInfo): GraphNode {
  return { id: standInIri(node), name, label };
}

const maxNodes = 100;
const maxWays = 5;
const maxReasons = 3;

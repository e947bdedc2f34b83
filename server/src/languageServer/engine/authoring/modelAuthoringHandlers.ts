import { sayConnection } from '../../../lab/authoring/connection/sayConnection.ts';
import { extractFacts } from '../../../lab/authoring/extraction/extractFacts.ts';
import { generateSamples, maxSamples, proven } from '../../../lab/authoring/samples/generateSamples.ts';
import { withModelValues } from '../../../lab/authoring/samples/withModelValues.ts';
import { findConnection } from '../../../rdf/findConnection.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { ModelError } from '../../../repair/llm/model/languageModel.ts';
import { CountingModel } from '../../../repair/llm/model/spending.ts';
import { decodedFileName } from '../../../repair/proof/splitDelta.ts';
import type { DocumentEdits, RepairableUnit } from '../../../repair/repair.ts';
import { fileEdits } from '../../../service/ide/repairs/codeActions.ts';
import type { UnitAnalysis } from '../../../service/ide/unitAnalysis.ts';
import { decodeIri } from '../../../sparql/termCodec.ts';
import type { Failure } from '../../protocol/editor/protocol.ts';
import * as editsToProto from '../../protocol/editsToProto.ts';
import type { EngineAnswer, ModelOptions } from '../../protocol/engine/requests.ts';
import { failed, failureOf, noModel, notOpen } from '../../protocol/failures.ts';
import type { Method, MethodParams } from '../../protocol/methods/methods.ts';
import { follower, noAnswer, summaryOf } from '../models/follower.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';

/** Answers requests that may need a model. Samples are null where the file is not one that is checked as data. */
export const modelAuthoringHandlers = {
  async 'shaclRepair/generateSamples'(params, context, signal) {
    if (params.withModel && !context.asking?.isConfigured) return noModel;
    return aboutFile(orFailure(samples))(params, context, signal);
  },
  'shaclRepair/sayConnection': answeredByModel(inWords),
  'shaclRepair/extractFacts': answeredByModel(facts),
} satisfies Partial<MethodHandlers<Method, RequestContext>>;

/** A handler that asks a model about a file; if the model can't be asked, the answer says why. */
function answeredByModel<Params extends { readonly uri: string }, Answer>(
  answer: (
    params: Params,
    file: AuthoringFile,
    options: ModelOptions,
    signal: AbortSignal,
  ) => Promise<Answer>,
) {
  return async (params: Params, context: RequestContext, signal: AbortSignal): Promise<Answer | Failure> => {
    const { asking } = context;
    if (!asking?.isConfigured) return noModel;
    const ask = orFailure((given: Params, file, stop) => answer(given, file, asking, stop));
    return (await aboutFile(ask)(params, context, signal)) ?? notOpen;
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

async function samples(
  params: MethodParams<'shaclRepair/generateSamples'>,
  file: AuthoringFile,
  signal: AbortSignal,
): Promise<EngineAnswer<'shaclRepair/generateSamples'>> {
  const { unit } = file;
  const type = terms.iri(params.class);
  const count = Math.min(Math.max(1, Math.floor(params.count)), maxSamples);
  const kind = { kind: params.isShape ? 'shape' : 'class', id: type } as const;
  const found = await generateSamples(unit, { kind, count, includes: params.includes }, signal);
  if (found.kind === 'unmet') return noSample(type, params.isShape, found.reasons, file);
  const own = { kind: 'answered', individuals: count } as const;
  const { asking } = file.context;
  if (!params.withModel || !asking) return { ...own, notes: [], ...insertion(found.edits, file) };
  const { model, conversation } = followed(asking, file.context);
  const said = await withModelValues(unit, found.sample, model, conversation, signal);
  if (said.kind === 'refused') return unusable(model.id, said.reason);
  const { sample, taken, refused } = said.value;
  const dressed = await proven(unit, sample, signal);
  if (dressed.kind === 'unmet') return noSample(type, params.isShape, dressed.reasons, file);
  const others = refused > 0 ? `, and ${refused} of its texts do not conform to the shapes` : '';
  const notes = [`${taken} ${taken === 1 ? 'text comes' : 'texts come'} from ${model.id}${others}.`];
  return { ...own, notes, summary: summaryOf(model.spending, asking), ...insertion(dressed.edits, file) };
}

function noSample(
  type: TermId,
  isShape: boolean | undefined,
  reasons: readonly string[],
  { uri, unit }: AuthoringFile,
): Failure {
  const name = unit.term(type);
  const what = `No ${isShape ? `node that conforms to ${name}` : name} could be made for ${decodedFileName(uri)} that conforms to all shapes.`;
  return failed(`${what} ${sentences(reasons)}`);
}

function unusable(model: string, why: string): Failure {
  return failed(`None of ${model}'s answers can be used. ${why}`);
}

/** A model that is counted and followed. */
function followed(options: ModelOptions, context: RequestContext) {
  const model = new CountingModel(context.model(options.id));
  const { maxRounds, temperature } = options;
  return { model, conversation: { maxRounds, temperature, observe: follower(options.id, context) } };
}

async function facts(
  params: MethodParams<'shaclRepair/extractFacts'>,
  file: AuthoringFile,
  options: ModelOptions,
  signal: AbortSignal,
): Promise<EngineAnswer<'shaclRepair/extractFacts'>> {
  const { unit } = file;
  const { model, conversation } = followed(options, file.context);
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
    summary: summaryOf(model.spending, options),
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
  { context: { host, lines, capabilities } }: AuthoringFile,
) {
  const files = edits.map((each) => fileEdits(each, [], (uri) => host.textVersion(uri)));
  return {
    edit: editsToProto.workspaceEdit(files, false, lines, { ...capabilities, snippets: false }),
    versions: editsToProto.versionsOf(files),
  };
}

async function inWords(
  { from, to }: MethodParams<'shaclRepair/sayConnection'>,
  { graph, document, context }: AuthoringFile,
  options: ModelOptions,
  signal: AbortSignal,
): Promise<EngineAnswer<'shaclRepair/sayConnection'>> {
  const found = await findConnection(graph, decodeIri(from), decodeIri(to), { maxWays: 1 }, signal);
  const [way] = found.kind === 'connected' ? found.ways : [];
  if (way === undefined || way.length === 0) return failed('The nodes are not connected.');
  const { model, conversation } = followed(options, context);
  const { prefixes } = document;
  const said = await sayConnection({ way, graph, prefixes }, model, conversation, signal);
  if (said.kind === 'accepted') {
    return { kind: 'answered', text: said.value, summary: summaryOf(model.spending, options) };
  }
  return unusable(model.id, said.reason);
}

const maxReasons = 3;

/** The file of a request in its unit, with the current texts. */
export interface AuthoringFile {
  readonly uri: string;
  readonly analysis: UnitAnalysis;
  readonly document: TurtleDocument;
  readonly unit: RepairableUnit;
  /** What files state, without what is inferred. */
  readonly graph: Graph;
  readonly context: RequestContext;
}

type AnswerAboutFile<Params, Answer> = (
  params: Params,
  file: AuthoringFile,
  signal: AbortSignal,
) => Promise<Answer>;

/** A handler that is given the analysed file. Null where there is none. */
export function aboutFile<Params extends { readonly uri: string }, Answer>(
  answer: AnswerAboutFile<Params, Answer>,
) {
  return async (params: Params, context: RequestContext, signal: AbortSignal): Promise<Answer | null> => {
    const file = context.isOpen(params.uri) ? await analysedFile(params.uri, context, signal) : undefined;
    return file ? answer(params, file, signal) : null;
  };
}

async function analysedFile(
  uri: string,
  context: RequestContext,
  signal: AbortSignal,
): Promise<AuthoringFile | undefined> {
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

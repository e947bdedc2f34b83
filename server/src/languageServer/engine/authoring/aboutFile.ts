import type { Graph } from '../../../rdf/graph.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { RepairableUnit } from '../../../repair/repair.ts';
import type { UnitAnalysis } from '../../../service/ide/unitAnalysis.ts';
import type { RequestContext } from '../requestContext.ts';

/** The file of a request in its unit, as the texts are now. */
export interface AuthoringFile {
  readonly uri: string;
  readonly analysis: UnitAnalysis;
  readonly document: TurtleDocument;
  readonly unit: RepairableUnit;
  /** What files state, without what is inferred. */
  readonly graph: Graph;
  readonly context: RequestContext;
}

export type AnswerAboutFile<Params, Answer> = (
  params: Params,
  file: AuthoringFile,
  signal: AbortSignal,
) => Promise<Answer>;

/** A handler that is given the file as it was analysed. Null where there is none. */
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

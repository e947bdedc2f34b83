import { yieldToEventLoop } from '../../base/abort.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { Deadline } from '../../sparql/query/query.ts';
import { defaultSettings } from '../../workspace/project/settings.ts';
import { analyseUnit, type UnitAnalysis } from '../ide/unitAnalysis.ts';
import { type AnalysedRun, validationRunOf } from '../report/validationRun.ts';
import type { FocusOptions, ReadingOptions, TermLike } from './api.ts';
import { dataFactory } from './dataFactory.ts';
import type { ReadInput } from './readInput.ts';
import { TermWriter, termKey } from './termKey.ts';

/** Input with everything that was found about it. */
export interface AnalysedInput extends ReadInput {
  readonly analysis: UnitAnalysis;
  readonly run: AnalysedRun;
  readonly write: TermWriter;
  /** Whether the caller chose the focus nodes. */
  readonly isChosen: boolean;
}

/** Validates data by shapes. */
export async function analyseInput(
  read: ReadInput,
  { inference, shacl, subClassOfFrom, factory = dataFactory }: ReadingOptions,
  { focusNodes }: FocusOptions,
  signal: AbortSignal,
  deadline: Deadline,
): Promise<AnalysedInput> {
  // Reading could not be interrupted; from here on, the work yields to other work.
  await yieldToEventLoop(signal);
  const settings = {
    ...defaultSettings,
    ...(inference && { inference }),
    ...(shacl && { shacl }),
    ...(subClassOfFrom && { subClassOfFrom }),
  };
  const write = new TermWriter(factory, read.givenTerms);
  const options = {
    settings,
    shapesCache: read.shapesCache,
    quarantined: new Set<string>(),
    isUnwatched: true,
    diagnoses: false,
    deadline,
    ...(focusNodes && { focusNodes: nodesOf(focusNodes, read, write) }),
  } as const;
  const uri = read.data[0]?.document.uri ?? '';
  const analysis = await analyseUnit(read.linked, uri, options, signal);
  const run = await validationRunOf([analysis]);
  return { ...read, analysis, run, write, isChosen: focusNodes !== undefined };
}

/** The nodes of the data that equal some terms. */
function nodesOf(wanted: Iterable<TermLike>, { data }: ReadInput, write: TermWriter): ReadonlySet<TermId> {
  const keys = new Set<string>();
  const found = new Set<TermId>();
  for (const term of wanted) {
    if (typeof term?.termType !== 'string')
      throw new TypeError(
        "focusNodes has to give RDF/JS terms, such as { termType: 'NamedNode', value: 'http://…' }.",
      );
    if (term.termType === 'NamedNode') found.add(terms.iri(term.value));
    else keys.add(termKey(term));
  }
  if (keys.size === 0) return found;
  const look = (id: TermId) => {
    if (!terms.isIri(id) && keys.has(termKey(write.term(id)))) found.add(id);
  };
  for (const { document } of data) {
    for (const { subject, object } of document.graph.triples()) {
      look(subject);
      look(object);
    }
  }
  return found;
}

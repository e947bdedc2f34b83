import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import type { TermId, Triple } from '../../server/src/rdf/terms.ts';
import type { LanguageModel } from '../../server/src/repair/llm/model/languageModel.ts';
import { defaultModelOptions, repairWithModel } from '../../server/src/repair/llm/repairWithModel.ts';
import type { RepairProblem } from '../../server/src/repair/repair.ts';
import { soundRepairs } from '../../server/src/repair/search/suggestRepairs.ts';
import { recordValidation } from '../../server/src/shacl/incremental/recordedValidation.ts';
import { loadSparqlParser } from '../../server/src/sparql/parseSparql.ts';
import { printSparqlTerm } from '../../server/src/sparql/termCodec.ts';
import { breakablePlaces, brokenAt, seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { median, percentile } from '../measure.ts';
import { inputOf, readWorkload } from '../ours.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

const signal = new AbortController().signal;

/** Measures how a model's answer becomes an offer: parsing, applying and proving it. */
export async function modelAnswer(): Promise<Findings> {
  const problems = await brokenQudt();
  const start = performance.now();
  await loadSparqlParser();
  const loading = performance.now() - start;
  const ground: number[] = [];
  const where: number[] = [];
  let offered = 0;
  for (const problem of problems) {
    const { repairs } = await soundRepairs(problem, { max: 1, strongestOnly: true }, signal);
    const delta = repairs[0]?.verdict.delta;
    if (delta === undefined) continue;
    for (const [times, update] of [
      [ground, groundUpdate(delta)],
      [where, updateWithWhere(delta, problem)],
    ] as const) {
      const model = new InstantModel(JSON.stringify({ answer: update }));
      const { offered: found } = await repairWithModel(problem, model, defaultModelOptions, signal);
      times.push(performance.now() - model.answeredAt);
      offered += found.length;
    }
  }
  const row = (name: string, times: readonly number[]) => [
    name,
    String(times.length),
    ms(times[0]!),
    ms(median(times)),
    ms(percentile(times, 95)),
  ];
  return {
    title: "A model's answer",
    tables: [
      {
        head: ['81k, answer → verified', 'answers', 'first', 'p50', 'p95'],
        rows: [row('INSERT DATA, DELETE DATA', ground), row('DELETE, INSERT … WHERE', where)],
      },
    ],
    bars: [
      {
        what: 'answer → verified at 81k, p95',
        value: percentile(ground, 95),
        unit: 'ms',
        wanted: atMost(100),
      },
      {
        what: 'the same with WHERE, p95',
        value: percentile(where, 95),
        unit: 'ms',
        wanted: atMost(300),
      },
    ],
    notes: [
      `Before, as while a model thinks, ${ms(loading)} for loading what updates are read and applied with.`,
      `${offered} of ${ground.length + where.length} answers were offered, the first ones of all included.`,
    ],
  };
}

/** The results of QUDT with 60 broken places. */
async function brokenQudt(): Promise<readonly RepairProblem[]> {
  const workload = qudt81k();
  const data = brokenAt(workload.data, breakablePlaces(workload.data, 60, seeded(4)));
  const documents = readWorkload({ ...workload, data });
  const recorded = await recordValidation({ ...inputOf(documents), reportedGraph: documents.data.graph });
  return recorded.result.violations.slice(0, 60).map((violation) => ({
    violation,
    recorded,
    documents: [documents.data],
    context: [{ uri: documents.shapes.uri, graph: documents.shapes.graph }],
    term: printSparqlTerm,
  }));
}

/** Gives the same answer at once to every request, and records when. */
class InstantModel implements LanguageModel {
  readonly id = 'instant';
  answeredAt = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  async complete() {
    this.answeredAt = performance.now();
    return {
      text: this.#text,
      finish: 'done' as const,
      usage: { input: 0, output: 0, estimated: true },
      model: this.id,
      format: 'prompt' as const,
      ms: 0,
      fromCache: false,
    };
  }
}

function groundUpdate({ added, removed }: GraphDelta): string {
  const parts = [
    ...(removed.length > 0 ? [`DELETE DATA { ${triples(removed)} }`] : []),
    ...(added.length > 0 ? [`INSERT DATA { ${triples(added)} }`] : []),
  ];
  return parts.join(' ; ');
}

/** The same update, with a WHERE clause that finds the subject by its other properties. */
function updateWithWhere({ added, removed }: GraphDelta, { recorded }: RepairProblem): string {
  const { dataGraph } = recorded.input;
  const { subject } = [...removed, ...added].find((each) => dataGraph.outgoing(each.subject).length > 0)!;
  const term = (id: TermId) => (id === subject ? '?node' : printSparqlTerm(id));
  return `DELETE { ${triples(removed, term)} } INSERT { ${triples(added, term)} } WHERE { ?node ?p ?o . FILTER(?node = ${printSparqlTerm(subject)}) }`;
}

function triples(list: readonly Triple[], term: (id: TermId) => string = printSparqlTerm): string {
  return list
    .map(({ subject, predicate, object }) => `${term(subject)} ${term(predicate)} ${term(object)} .`)
    .join(' ');
}

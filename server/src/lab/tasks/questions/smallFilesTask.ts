import { seededRandom, seedOf, shuffled } from '../../../base/random.ts';
import type { Triple } from '../../../rdf/terms.ts';
import { statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import { parse, readFencedTurtle, readingNames } from '../../../repair/llm/answer/turtleReadings.ts';
import { fenceFor } from '../../../repair/llm/prompt/turtleText.ts';
import { syntaxFeedback } from '../feedback/syntaxFeedback.ts';
import { graphScores, normalisedTriples } from '../scores/graphScores.ts';
import { byReading, type Task, type TaskEvaluation } from '../task.ts';
import { faultKinds, type SyntaxFault, syntaxFault } from './syntaxFaults.ts';

/** T2L: one syntax fault in a small file, of another kind each time. Published as RdfSyntaxFixList. */
export const smallFilesTask: Task = {
  id: 'T2L',
  title: 'Mend small files',
  version: 1,
  sizes: [],
  mainScore: 'combined',
  turtleOnly: true,
  pose({ seed, repeat }) {
    const file = faultyFile(seed, repeat);
    const errors = parse(file.fault.text).errors.map(({ message }) => `- ${message}`);
    const fence = fenceFor([file.fault.text]);
    return {
      prompt: `The following Turtle has a syntax error. Fix it, change as few characters as possible, and keep the formatting. Answer with exactly one fenced code block that has the whole Turtle in it, and nothing else.

The parser says:

${errors.slice(0, 3).join('\n')}

${fence}
${file.fault.text}${fence}`,
      evaluate: async (answer) => evaluateCorrectedFile(answer, file),
    };
  },
};

/** A file with a fault, and the correct file. */
interface FaultyFile {
  readonly correct: string;
  readonly fault: SyntaxFault;
}

/** The file of a repeat: all kinds of faults in turn, in an order given by the seed. */
export function faultyFile(seed: number, repeat: number): FaultyFile {
  const random = seededRandom(seedOf(seed, 'slip', `${repeat}`));
  const kinds = [...shuffled(faultKinds, seededRandom(seedOf(seed, 'kinds')))];
  const correct = smallFile(seedOf(seed, `${repeat}`));
  for (let i = 0; i < kinds.length; i++) {
    const fault = syntaxFault(parse(correct), kinds[(repeat - 1 + i) % kinds.length]!, random);
    if (fault) return { correct, fault };
  }
  throw new RangeError('the file has no place for a fault');
}

export function evaluateCorrectedFile(answer: string, { correct, fault }: FaultyFile): TaskEvaluation {
  const readings = readFencedTurtle(answer);
  const best = parse(correct);
  const scores = graphScores(readings, best.graph);
  const combined = byReading(
    (name) => ({
      combined:
        readings[name].graph.size === 0 ? 0 : 0.2 * scores[`${name}.parses`]! + 0.8 * scores[`${name}.f1`]!,
    }),
    readingNames,
  );
  const { range, newText } = fault.inverse;
  const { lenient } = readings;
  return {
    scores: {
      ...combined,
      ...scores,
      editRatio:
        editDistance(fault.text.trim(), lenient.text.trim()) / (range.end - range.start + newText.length),
      collateral: lenient.parses ? collateral([...lenient.graph.triples()], correct, fault) : null,
    },
    info: { slip: fault.kind, errors: readings.errors },
    feedback: syntaxFeedback(readings),
  };
}

/** The number of triples that changed, without those of the statement with the fault. */
function collateral(answer: readonly Triple[], correct: string, { inverse }: SyntaxFault): number {
  const { graph, statements } = parse(correct);
  const touched: Triple[] = [];
  for (const statement of statements) {
    const { start, end } = statementRange(statement);
    if (statement.kind !== 'triples' || inverse.range.start < start || inverse.range.start >= end) continue;
    statement.visit({ triple: (subject, predicate, object) => touched.push({ subject, predicate, object }) });
  }
  const before = normalisedTriples(graph.triples());
  const after = normalisedTriples(answer);
  const own = normalisedTriples(touched);
  const changed = [
    ...[...before].filter((line) => !after.has(line)),
    ...[...after].filter((line) => !before.has(line)),
  ];
  return changed.filter((line) => !own.has(line)).length;
}

/**
 * A small file with a place for every fault that Turtle allows: lists, brackets, long strings, escapes, languages,
 * datatypes, and IRIs below a namespace. Each seed gives different subjects.
 */
export function smallFile(seed: number): string {
  const random = seededRandom(seedOf(seed, 'file'));
  const one = <T>(items: readonly T[]) => items[random.below(items.length)]!;
  const topic = one(topics);
  const [thing, part, other] = topic.names;
  const year = 1900 + random.below(120);
  const prefix =
    random.below(2) === 0
      ? (name: string, iri: string) => `@prefix ${name}: <${iri}> .`
      : (name: string, iri: string) => `PREFIX ${name}: <${iri}>`;
  return `${prefix('ex', `https://example.org/${topic.path}/`)}
${prefix('rdfs', 'http://www.w3.org/2000/01/rdf-schema#')}
${prefix('xsd', 'http://www.w3.org/2001/XMLSchema#')}

ex:${thing} a ex:${topic.type} ;
  rdfs:label "${topic.label}"@en , "${topic.german}"@de ;
  ex:founded "${year}"^^xsd:gYear ;
  ex:motto "They say \\"${topic.motto}\\"." ;
  ex:folder "C:\\\\${topic.path}\\\\data" ;
  ex:page <https://example.org/${topic.path}/pages/${thing}> ;
  ex:parts ( ex:${part} ex:${other} ) .

ex:${part} rdfs:label "${part}" ;
  ex:size [ ex:value ${1 + random.below(90)}.5 ; ex:unit ex:metre ] .

ex:${other} rdfs:comment """The ${other} is new,
and the ${part} is not.""" .
`;
}

const topics = [
  {
    path: 'garden',
    type: 'Garden',
    names: ['palmHouse', 'pond', 'orchard'],
    label: 'Palm House',
    german: 'Palmenhaus',
    motto: 'Mind the plants',
  },
  {
    path: 'harbour',
    type: 'Harbour',
    names: ['oldPort', 'crane', 'quay'],
    label: 'Old Port',
    german: 'Alter Hafen',
    motto: 'Keep left',
  },
  {
    path: 'railway',
    type: 'Station',
    names: ['northStation', 'platform', 'tunnel'],
    label: 'North Station',
    german: 'Nordbahnhof',
    motto: 'On time',
  },
] as const;

/**
 * The number of characters to delete and insert to turn one text into another, in UTF-16 units. Takes time in
 * proportion to the product of the lengths of the parts that differ.
 */
export function editDistance(from: string, to: string): number {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) start++;
  let end = 0;
  const most = Math.min(from.length, to.length) - start;
  while (end < most && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  const a = from.slice(start, from.length - end);
  const b = to.slice(start, to.length - end);
  if (a === '' || b === '') return a.length + b.length;
  // Row by row: the distance from the prefix of `a` read so far to each prefix of `b`.
  let row = Uint32Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const next = new Uint32Array(b.length + 1);
    next[0] = i + 1;
    for (let j = 0; j < b.length; j++) {
      next[j + 1] = a[i] === b[j] ? row[j]! : 1 + Math.min(row[j + 1]!, next[j]!);
    }
    row = next;
  }
  return row[b.length]!;
}

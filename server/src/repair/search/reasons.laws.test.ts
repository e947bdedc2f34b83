import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localName } from '../../rdf/iri.ts';
import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, rdfs } from '../../rdf/vocab.ts';
import { problemsOf, readUnit } from '../../testing/checkRepair.ts';
import { runs, triesAll } from '../../testing/runs.ts';
import { isPartSequenceIn, nameParts } from '../evidence/nameSimilarity.ts';
import { context, unitOf } from '../randomUnits.testing.ts';
import type { RepairProblem, VerifiedRepair } from '../repair.ts';
import { isOneTypoAway } from '../slips/oneTypo.ts';
import { suggestRepairs } from './suggestRepairs.ts';

/** What a sentence is said about, and what its names stand for. */
interface Said {
  readonly problem: RepairProblem;
  /** Undefined for what is said where no repair is likely. */
  readonly repair: VerifiedRepair | undefined;
  /** What the groups of the pattern stand for; undefined for one that is no term of the unit. */
  readonly terms: readonly (TermId | undefined)[];
  readonly texts: readonly string[];
}

/** For each claim, whether it holds of the data; undefined where that can't be told from its words. */
const claims: readonly (readonly [RegExp, (said: Said) => boolean | undefined])[] = [
  [/^the same text$/, ({ repair }) => sameTexts(repair!)],
  [/^the same text without the spaces around it$/, ({ repair }) => sameTexts(repair!)],
  [
    /^(\S+) has no type yet/,
    ({ problem, terms: [node] }) => isUnknown(node) || typesOf(node, problem).length === 0,
  ],
  [
    /^(\S+) has no statements yet$/,
    ({ problem, terms: [node] }) => isUnknown(node) || !isDescribed(node, problem),
  ],
  [/^(\d+) of (\d+) /, ({ texts: [some, all] }) => Number(some) <= Number(all)],
  [
    /^(\d+) of \d+ other (\S+) have it$/,
    ({ problem, repair, texts: [some], terms: [, type] }) => {
      const { added, removed } = repair!.verdict.delta;
      const [triple] = added;
      if (added.length !== 1 || removed.length > 0 || triple === undefined || isUnknown(type))
        return undefined;
      const { graph } = dataOf(problem);
      const others = graph.subjects(rdf.type, type).filter((node) => node !== triple.subject);
      return others.filter((node) => graph.has(node, triple.predicate, triple.object)).length >= Number(some);
    },
  ],
  [
    /^implied by the rdfs:range of (\S+)$/,
    ({ problem, terms: [property] }) =>
      isUnknown(property) || dataOf(problem).graph.objects(property, rdfs.range).length > 0,
  ],
  [
    /^nothing else refers to (\S+)$/,
    ({ problem, repair, terms: [node] }) => {
      if (isUnknown(node)) return undefined;
      const { removed } = repair!.verdict.delta;
      return dataOf(problem)
        .graph.incoming(node)
        .every((each) =>
          removed.some(
            ({ subject, predicate, object }) =>
              subject === each.subject && predicate === each.predicate && object === each.object,
          ),
        );
    },
  ],
  [
    /: (\S+|".*?"\S*) is not a valid (\S+),/,
    ({ terms: [value, datatype] }) =>
      isUnknown(value) ||
      isUnknown(datatype) ||
      !terms.isLiteral(value) ||
      !isWellFormed(terms.literal(terms.value(value), datatype)),
  ],
  [
    /: no linked file describes (\S+)\.$/,
    ({ problem, terms: [node] }) => isUnknown(node) || !isDescribed(node, problem),
  ],
  [
    /: no linked file has an instance of (\S+)\.$/,
    ({ problem, terms: [type] }) =>
      isUnknown(type) || dataOf(problem).graph.subjects(rdf.type, type).length === 0,
  ],
  [
    /: no file says that (\S+) is an instance of (\S+):/,
    ({ problem, terms: [node, type] }) =>
      isUnknown(node) || isUnknown(type) || !typesOf(node, problem).includes(type),
  ],
  [
    /: none of the allowed values resembles/,
    ({
      problem: {
        violation: { constraint, value },
      },
    }) =>
      constraint.kind !== 'in' ||
      value === undefined ||
      !constraint.members.some(
        (member) => folded(member) === folded(value) || isPartSequenceIn(partsOf(value), partsOf(member)),
      ),
  ],
  [
    /no allowed property has a similar name/,
    ({
      problem: {
        violation: { constraint, resultPath },
      },
    }) =>
      constraint.kind !== 'closed' ||
      resultPath === undefined ||
      ![...constraint.allowed].some(
        (each) =>
          isOneTypoAway(nameOf(resultPath), nameOf(each)) ||
          isPartSequenceIn(partsOf(resultPath), partsOf(each)),
      ),
  ],
];

function isUnknown(term: TermId | undefined): term is undefined {
  return term === undefined;
}

function dataOf({ recorded }: RepairProblem) {
  return { graph: recorded.input.dataGraph };
}

function typesOf(node: TermId, problem: RepairProblem): readonly TermId[] {
  return dataOf(problem).graph.objects(node, rdf.type);
}

function isDescribed(node: TermId, problem: RepairProblem): boolean {
  return dataOf(problem).graph.outgoing(node).length > 0;
}

function nameOf(iri: TermId): string {
  return localName(terms.value(iri));
}

function partsOf(term: TermId): readonly string[] {
  return nameParts(terms.isIri(term) ? nameOf(term) : terms.value(term));
}

function folded(value: TermId): string {
  return terms.value(value).trim().toLowerCase();
}

function sameTexts({ verdict: { delta } }: VerifiedRepair): boolean {
  const texts = new Set(delta.removed.map(({ object }) => terms.value(object).trim()));
  return delta.added.every(({ object }) => texts.has(terms.value(object).trim()));
}

/** The terms of a unit by the names that sentences have for them. */
function namesIn(problem: RepairProblem): ReadonlyMap<string, TermId> {
  const {
    dataGraph,
    shapes: { graph },
  } = problem.recorded.input;
  const all = [...dataGraph.triples(), ...graph.triples()].flatMap(({ subject, predicate, object }) => [
    subject,
    predicate,
    object,
  ]);
  return new Map(all.map((each) => [problem.term(each), each]));
}

const value = fc.constantFrom(
  '1',
  '2',
  '2.5',
  '"1"',
  '"x"',
  '"X"',
  '"x"@en',
  '"Y"',
  '" 7 "',
  'ex:n1',
  'ex:n2',
  '"2020-01-01"',
);
/** Nodes that are described alike, so that some speak for others. */
const statements = fc
  .array(fc.record({ type: fc.boolean(), p: fc.option(value), q: fc.option(value) }), {
    minLength: 3,
    maxLength: 6,
  })
  .map((nodes) =>
    nodes.map(({ type, p, q }, i) =>
      [
        type ? `ex:n${i} a ex:A .` : '',
        p ? `ex:n${i} ex:p ${p} .` : '',
        q ? `ex:n${i} ex:q ${q} .` : '',
      ].join(' '),
    ),
  );
const asked = fc
  .uniqueArray(
    fc.constantFrom(
      'sh:datatype xsd:decimal',
      'sh:datatype xsd:integer',
      'sh:datatype xsd:boolean',
      'sh:datatype rdf:langString',
      'sh:maxInclusive 2.0',
      'sh:minExclusive 0',
      'sh:pattern "^[A-Z]+$"',
      'sh:maxLength 1',
      'sh:in ( "X" "Y" ex:n2 )',
      'sh:class ex:A',
      'sh:nodeKind sh:IRI',
      'sh:minCount 1',
      'sh:minCount 2',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((all) => all.join(' ; '));
/** Several constraints of one property, as repairs take more than one step for them. */
const shapes = fc
  .array(fc.tuple(fc.constantFrom('ex:p', 'ex:q'), asked), { minLength: 1, maxLength: 2 })
  .map((properties) =>
    properties
      .map(
        ([path, constraints], i) =>
          `ex:S${i} a sh:NodeShape ; sh:targetSubjectsOf ${path} ; sh:targetClass ex:A ; sh:property [ sh:path ${path} ; ${constraints} ] .`,
      )
      .join('\n'),
  );

test('what reasons say holds of the data', async () => {
  const checked = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.record({ statements, context, shapes }).map(unitOf), async (text) => {
      for (const problem of (await problemsOf(readUnit(text))).slice(0, 6)) {
        const { repairs, uncertainty } = await suggestRepairs(
          problem,
          { max: 4 },
          new AbortController().signal,
        );
        const names = namesIn(problem);
        const sentences = [
          ...repairs.flatMap((repair) => repair.repair.reasons.map(({ words }) => ({ repair, words }))),
          ...(uncertainty ? [{ repair: undefined, words: uncertainty.why }] : []),
        ];
        for (const { repair, words } of sentences) {
          for (const [pattern, holds] of claims) {
            const found = pattern.exec(words);
            if (found === null) continue;
            const texts = found.slice(1);
            const isSo = holds({ problem, repair, texts, terms: texts.map((each) => names.get(each)) });
            if (isSo === undefined) continue;
            checked.set(pattern.source, (checked.get(pattern.source) ?? 0) + 1);
            expect(isSo, `"${words}" beside "${repair?.repair.title ?? 'no repair'}"`).toBe(true);
          }
        }
      }
    }),
    { numRuns: runs(200) },
  );
  if (triesAll) expect(checked.size).toBeGreaterThan(3);
});

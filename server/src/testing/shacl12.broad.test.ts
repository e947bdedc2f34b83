import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { localName } from '../rdf/iri.ts';
import { terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { namespaces } from '../rdf/vocab.ts';
import { suggestRepairs } from '../repair/search/suggestRepairs.ts';
import { symbolHover } from '../service/language/hover/symbolHover.ts';
import { coverageOf } from '../shacl/coverage/coverage.ts';
import { createEvaluator } from '../shacl/evaluator.ts';
import { traceOf } from '../shacl/incremental/trace.ts';
import { lintShapes } from '../shacl/lint/lintShapes.ts';
import { shaclIndividuals, shaclProperties } from '../shacl/lint/shaclVocabulary.ts';
import { shortForm } from '../shacl/model/words.ts';
import { readAgain } from '../shacl/reference/secondReading.testing.ts';
import { readShapes } from '../shacl/shapesGraph/readShapes.ts';
import { isDraftTerm } from '../shacl/shapesGraph/shaclTerms.ts';
import { withStatedTargets } from '../shacl/shapesGraph/targets.ts';
import { loadEnginesFor } from '../shacl/sparql/loadEngines.ts';
import { mistakeNames } from '../vio/mistakes/operators/index.ts';
import { suspectQueries } from '../workspace/store/pushDown/suspectQueries.ts';
import { analysedFixture } from './analysedFixture.ts';
import { hostOf } from './check.ts';
import { listing, problemsOf, readUnit } from './checkRepair.ts';
import { parseFixture, suppliedPrefixes } from './fixture.ts';
import { packedVocabularies } from './packedVocabularies.ts';
import { unitOf } from './shaclCheck.ts';
import { generated, vioProblem } from './vios.ts';

/**
 * Something that came with SHACL 1.2, as it is used, with data that conform and data that do not. Each feature arrives whole: what
 * belongs to it is in `columns`, and what is missing in `exceptions`, with why.
 */
interface Feature {
  readonly shapes: string;
  readonly conforming: string;
  readonly violating: string;
  /** The severity, code and place of the first result. */
  readonly result: string;
}

/** A property shape on ex:p of the targets with a constraint. */
const on = (constraint: string, others = '') =>
  `ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property ex:P . ex:P sh:path ex:p ; ${constraint} . ${others}`;
const named = 'ex:Named a sh:NodeShape ; sh:property ex:Name . ex:Name sh:path ex:name ; sh:minCount 1 .';
const byWhom = 'ex:Noted a sh:NodeShape ; sh:property ex:By . ex:By sh:path ex:by ; sh:minCount 1 .';

const features: Readonly<Record<string, Feature>> = {
  'sh:class ( … )': {
    shapes: on('sh:class ( ex:A ex:B )'),
    conforming: 'ex:a a ex:T ; ex:p ex:v . ex:v a ex:A .',
    violating: 'ex:a a ex:T ; ex:p ex:v . ex:v a ex:C .',
    result: 'error sh:class at ex:v',
  },
  'sh:datatype ( … )': {
    shapes: on('sh:datatype ( xsd:integer xsd:decimal )'),
    conforming: 'ex:a a ex:T ; ex:p 1 .',
    violating: 'ex:a a ex:T ; ex:p "1" .',
    result: 'error sh:datatype at "1"',
  },
  'sh:nodeKind ( … )': {
    shapes: on('sh:nodeKind ( sh:IRI sh:BlankNode )'),
    conforming: 'ex:a a ex:T ; ex:p ex:v .',
    violating: 'ex:a a ex:T ; ex:p "http://example.org/ns#v" .',
    result: 'error sh:nodeKind at "http://example.org/ns#v"',
  },
  'sh:nodeKind sh:TripleTerm': {
    shapes: on('sh:nodeKind sh:TripleTerm'),
    conforming: 'ex:a a ex:T ; ex:p <<( ex:v ex:q 1 )>> .',
    violating: 'ex:a a ex:T ; ex:p ex:v .',
    result: 'error sh:nodeKind at ex:v',
  },
  'sh:equals with a path': {
    shapes: on('sh:equals ( ex:q ex:r )'),
    conforming: 'ex:a a ex:T ; ex:p 1 ; ex:q ex:y . ex:y ex:r 1 .',
    violating: 'ex:a a ex:T ; ex:q ex:y . ex:y ex:r 1 .',
    result: 'error sh:equals at 1',
  },
  'sh:disjoint with a path': {
    shapes: on('sh:disjoint ( ex:q ex:r )'),
    conforming: 'ex:a a ex:T ; ex:p 1 ; ex:q ex:y . ex:y ex:r 2 . ex:b a ex:T ; ex:p 2 .',
    violating: 'ex:a a ex:T ; ex:p 1 ; ex:q ex:y . ex:y ex:r 1 .',
    result: 'error sh:disjoint at 1',
  },
  'sh:lessThan with a path': {
    shapes: on('sh:lessThan ( ex:q ex:r )'),
    conforming: 'ex:a a ex:T ; ex:p 1 ; ex:q ex:y . ex:y ex:r 2 .',
    violating: 'ex:a a ex:T ; ex:p 3 ; ex:q ex:y . ex:y ex:r 2 .',
    result: 'error sh:lessThan at 3',
  },
  'sh:lessThanOrEquals with a path': {
    shapes: on('sh:lessThanOrEquals ( ex:q ex:r )'),
    conforming: 'ex:a a ex:T ; ex:p 1 ; ex:q ex:y . ex:y ex:r 2 .',
    violating: 'ex:a a ex:T ; ex:p 3 ; ex:q ex:y . ex:y ex:r 2 .',
    result: 'error sh:lessThanOrEquals at 3',
  },
  'sh:subsetOf': {
    shapes: on('sh:subsetOf ex:q'),
    conforming: 'ex:a a ex:T ; ex:p ex:valve ; ex:q ex:valve, ex:fan .',
    violating:
      'ex:a a ex:T ; ex:p ex:vavle ; ex:q ex:valve, ex:fan . ex:valve a ex:Part . ex:fan a ex:Part .',
    result: 'error sh:subsetOf at ex:vavle',
  },
  'sh:someValue': {
    shapes: on('sh:someValue [ sh:class ex:A ]'),
    conforming: 'ex:a a ex:T ; ex:p ex:v, ex:w . ex:v a ex:A .',
    violating: 'ex:a a ex:T ; ex:p ex:w . ex:v a ex:A .',
    result: 'error sh:someValue at ex:a',
  },
  'sh:singleLine': {
    shapes: on('sh:singleLine true'),
    conforming: 'ex:a a ex:T ; ex:p "one line" .',
    violating: 'ex:a a ex:T ; ex:p "two\\nlines" .',
    result: 'error sh:singleLine at "two\\nlines"',
  },
  'sh:rootClass': {
    shapes: on('sh:rootClass ex:Sensor'),
    conforming: 'ex:a a ex:T ; ex:p ex:Probe . ex:Probe rdfs:subClassOf ex:Sensor .',
    violating: 'ex:a a ex:T ; ex:p ex:Prove . ex:Probe rdfs:subClassOf ex:Sensor .',
    result: 'error sh:rootClass at ex:Prove',
  },
  'sh:memberShape': {
    shapes: on('sh:memberShape [ sh:datatype xsd:decimal ]'),
    conforming: 'ex:a a ex:T ; ex:p ( 1.5 2.5 3.5 ) .',
    violating: 'ex:a a ex:T ; ex:p ( 1.5 "2.5" 3.5 ) .',
    result: 'error sh:memberShape at ( 1.5 "2.5" 3.5 )',
  },
  'sh:minListLength': {
    shapes: on('sh:minListLength 3'),
    conforming: 'ex:a a ex:T ; ex:p ( 1 2 3 ) .',
    violating: 'ex:a a ex:T ; ex:p ( 1 2 ) .',
    result: 'error sh:minListLength at ( 1 2 )',
  },
  'sh:maxListLength': {
    shapes: on('sh:maxListLength 3'),
    conforming: 'ex:a a ex:T ; ex:p ( 1 2 3 ) .',
    violating: 'ex:a a ex:T ; ex:p ( 1 2 3 4 ) .',
    result: 'error sh:maxListLength at ( 1 2 3 4 )',
  },
  'sh:uniqueMembers': {
    shapes: on('sh:uniqueMembers true'),
    conforming: 'ex:a a ex:T ; ex:p ( 1 2 3 ) .',
    violating: 'ex:a a ex:T ; ex:p ( 1 2 2 ) .',
    result: 'error sh:uniqueMembers at ( 1 2 2 )',
  },
  'sh:uniqueValuesFor': {
    shapes: 'ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:uniqueValuesFor ex:id .',
    conforming: 'ex:a a ex:T ; ex:id "1" . ex:b a ex:T ; ex:id "2" .',
    violating: 'ex:a a ex:T ; ex:id "1" . ex:b a ex:T ; ex:id "1" .',
    result: 'error sh:uniqueValuesFor at ex:a',
  },
  'sh:nodeByExpression': {
    shapes: on('sh:nodeByExpression ex:Named', named),
    conforming: 'ex:a a ex:T ; ex:p ex:v . ex:v ex:name "v" .',
    violating: 'ex:a a ex:T ; ex:p ex:v . ex:v ex:title "v" .',
    result: 'error sh:nodeByExpression at ex:v',
  },
  'sh:nodeByExpression [ … ]': {
    shapes: on('sh:nodeByExpression [ sh:path ex:shape ]', named),
    conforming: 'ex:a a ex:T ; ex:p ex:v . ex:v ex:shape ex:Named ; ex:name "v" .',
    violating: 'ex:a a ex:T ; ex:p ex:v . ex:v ex:shape ex:Named ; ex:title "v" .',
    result: 'error sh:nodeByExpression at ex:v',
  },
  'sh:expression': {
    shapes: on(
      'sh:expression [ <http://www.w3.org/ns/sparql#less-than> ( [ sh:path ex:start ] [ sh:path ex:end ] ) ]',
    ),
    conforming: 'ex:a a ex:T ; ex:p ex:v . ex:v ex:start 1 ; ex:end 2 .',
    violating: 'ex:a a ex:T ; ex:p ex:v . ex:v ex:start 2 ; ex:end 1 .',
    result: 'error sh:expression at ex:v',
  },
  'sh:reifierShape': {
    shapes: on('sh:reifierShape ex:Noted', byWhom),
    conforming: 'ex:a a ex:T ; ex:p 1 {| ex:by ex:me |} .',
    violating: 'ex:a a ex:T ; ex:p 1 ~ ex:r . ex:r ex:bye ex:me .',
    result: 'error sh:reifierShape at 1',
  },
  'sh:reificationRequired': {
    shapes: on('sh:reifierShape ex:Noted ; sh:reificationRequired true', byWhom),
    conforming: 'ex:a a ex:T ; ex:p 1 {| ex:by ex:me |} .',
    violating: 'ex:a a ex:T ; ex:p 1 .',
    result: 'error sh:reifierShape at 1',
  },
  'sh:closed sh:ByTypes': {
    shapes:
      'ex:T a rdfs:Class, sh:NodeShape ; sh:closed sh:ByTypes ; sh:property ex:P . ex:P sh:path ex:name .',
    conforming: 'ex:a a ex:T ; ex:name "a" .',
    violating: 'ex:a a ex:T ; ex:nmae "a" .',
    result: 'error sh:closed at ex:nmae',
  },
  'sh:targetWhere': {
    shapes: `ex:S a sh:NodeShape ; sh:targetWhere [ sh:class ex:T ] ; sh:property ex:P . ex:P sh:path ex:name ; sh:minCount 1 .`,
    conforming: 'ex:a a ex:T ; ex:name "a" .',
    violating: 'ex:a a ex:T ; ex:title "a" .',
    result: 'error sh:minCount at ex:a',
  },
  'sh:targetNode [ … ]': {
    shapes: `ex:S a sh:NodeShape ; sh:targetNode [ sh:instancesOf ex:T ] ; sh:property ex:P . ex:P sh:path ex:name ; sh:minCount 1 .`,
    conforming: 'ex:a a ex:T ; ex:name "a" .',
    violating: 'ex:a a ex:T ; ex:title "a" .',
    result: 'error sh:minCount at ex:a',
  },
  'sh:targetNode [ sh:filterShape … ]': {
    shapes: `ex:S a sh:NodeShape ; sh:property ex:P . ex:P sh:path ex:name ; sh:minCount 1 . ex:S sh:targetNode
      [ sh:nodes [ sh:instancesOf ex:T ] ; sh:filterShape [ sh:property [ sh:path ex:in ; sh:hasValue ex:Estonia ] ] ] .`,
    conforming: 'ex:a a ex:T ; ex:in ex:Estonia ; ex:name "a" . ex:b a ex:T ; ex:in ex:Latvia .',
    violating: 'ex:a a ex:T ; ex:in ex:Estonia ; ex:title "a" .',
    result: 'error sh:minCount at ex:a',
  },
  'sh:shape': {
    shapes: named,
    conforming: 'ex:a sh:shape ex:Named ; ex:name "a" .',
    violating: 'ex:a sh:shape ex:Named ; ex:title "a" .',
    result: 'error sh:minCount at ex:a',
  },
  'sh:ShapeClass': {
    shapes: 'ex:T a sh:ShapeClass ; sh:property ex:P . ex:P sh:path ex:name ; sh:minCount 1 .',
    conforming: 'ex:a a ex:T ; ex:name "a" .',
    violating: 'ex:a a ex:T ; ex:title "a" .',
    result: 'error sh:minCount at ex:a',
  },
  'annotations of constraints': {
    shapes: on('sh:datatype xsd:integer {| sh:severity sh:Warning ; sh:message "Write a whole number." |}'),
    conforming: 'ex:a a ex:T ; ex:p 1 .',
    violating: 'ex:a a ex:T ; ex:p "1" .',
    result: 'warning sh:datatype at "1"',
  },
  'sh:Debug': {
    shapes: on('sh:datatype xsd:integer ; sh:severity sh:Debug'),
    conforming: 'ex:a a ex:T ; ex:p 1 .',
    violating: 'ex:a a ex:T ; ex:p "1" .',
    result: 'hint sh:datatype at "1"',
  },
  'sh:Trace': {
    shapes: on('sh:datatype xsd:integer ; sh:severity sh:Trace'),
    conforming: 'ex:a a ex:T ; ex:p 1 .',
    violating: 'ex:a a ex:T ; ex:p "1" .',
    result: 'hint sh:datatype at "1"',
  },
  'sh:values': {
    shapes: `${on('sh:maxInclusive 5 ; sh:values [ sh:path ex:q ]')}`,
    conforming: 'ex:a a ex:T ; ex:q 4 .',
    violating: 'ex:a a ex:T ; ex:q 6 .',
    result: 'error sh:maxInclusive at 6',
  },
};

/** Says what a feature has of something; nothing where it lacks it. */
type Look = (feature: Feature, name: string) => Promise<readonly string[]>;

/** What belongs to a feature that is whole. */
const columns = {
  result: async ({ shapes, violating, result }) => {
    const { host, uri, text } = await opened(shapes, violating);
    const found = (await host.validate(uri, signal)).diagnostics.get(uri) ?? [];
    return found
      .map(({ range, severity, code }) => `${severity} ${code} at ${text.slice(range.start, range.end)}`)
      .filter((each) => each === result);
  },
  'no result where data conform': async ({ shapes, conforming }) => {
    const { host, uri } = await opened(shapes, conforming);
    return (await host.validate(uri, signal)).diagnostics.get(uri)?.length ? [] : ['none'];
  },
  why: async ({ shapes, violating }) => {
    const { host, uri } = await opened(shapes, violating);
    const found = (await host.validate(uri, signal)).diagnostics.get(uri) ?? [];
    const explained = await Promise.all(
      found.flatMap(({ key }) => (key === undefined ? [] : [host.why(uri, { key }, signal)])),
    );
    return explained.flat().flatMap(({ items }) => (items.length > 1 ? items.map(({ text }) => text) : []));
  },
  'a trace of its verdict': async ({ shapes, violating }) => {
    const input = unitOf({ shapes, data: violating });
    await loadEnginesFor(input.shapes);
    const evaluator = createEvaluator(
      withStatedTargets(input.shapes, input.reportedGraph),
      input.dataGraph,
      input.classGraph,
    );
    return evaluator.traced.shapes.roots.flatMap((shape) =>
      evaluator.targets(shape).flatMap((node) => {
        const trace = traceOf(evaluator.traced, node, shape.id);
        const judged = trace.triples.length + trace.absences.length + trace.terms.length > 0;
        // A target that is not named rests on triples.
        return judged && trace.target.length > 0 ? [shortForm(node)] : [];
      }),
    );
  },
  'a repair that keeps the value': async ({ shapes, violating }) => {
    const [problem] = await problemsOf(readUnit(filesOf(shapes, violating)));
    if (problem === undefined) return [];
    const offers = listing(await suggestRepairs(problem, { max: 3 }, signal)).split('\n');
    return offers.filter((offer) =>
      /^(implied|attested|plausible|placeholder): | from the list$/.test(offer),
    );
  },
  'a violation of its own': async ({ shapes, conforming, result }) => {
    const { cases } = await generated(await vioProblem(shapes, conforming));
    const [, code = ''] = result.split(' ');
    const component = `${code[3]?.toUpperCase()}${code.slice(4)}ConstraintComponent`;
    return cases
      .map(({ expected }) => localName(terms.value(expected.component)))
      .filter((each) => each === component);
  },
  'a realistic mistake': async ({ shapes, conforming }) => {
    const frequencies = Object.fromEntries(mistakeNames.map((each) => [each, 1]));
    const mode = { kind: 'mistakes', frequencies } as const;
    const { mistakes } = await generated(await vioProblem(shapes, conforming), { mode });
    return [...(mistakes ?? [])].flatMap(([operator, { made }]) => (made > 0 ? [operator] : []));
  },
  coverage: async ({ shapes, conforming }) => {
    const input = unitOf({ shapes, data: conforming });
    await loadEnginesFor(input.shapes);
    const coverage = coverageOf(input, createEvaluator(input.shapes, input.dataGraph, input.classGraph));
    return [...input.reportedGraph.triples()]
      .filter(({ subject, predicate, object }) => coverage.judgesOf(subject, predicate, object) !== 0)
      .map(({ predicate }) => shortForm(predicate));
  },
  'a question to stores': async ({ shapes }) => {
    const input = unitOf({ shapes, data: '' });
    await loadEnginesFor(input.shapes);
    return suspectQueries(input.shapes, input.classGraph).map(({ about }) => about);
  },
  'no message about right use': async ({ shapes }) => {
    const document = new TurtleDocument('file:///shapes.ttl', 1, suppliedPrefixes + shapes);
    const mistakes = lintShapes(document, readShapes(document.graph));
    return mistakes.every(({ severity }) => severity === 'information') ? ['none'] : [];
  },
  'a message about wrong use': async (feature) => {
    const used = draftTermsOf(feature);
    return used.every((term) => new RegExp(`${term}\\b`).test(messages)) ? used : [];
  },
  hover: async (feature) => {
    const all = `${feature.shapes}\n${feature.conforming}`;
    const texts = draftTermsOf(feature).map(async (term) => {
      const { file, offset } = await analysedFixture(
        `#- /all.ttl\n${all.replace(term, `sh:$0${term.slice(3)}`)}\n`,
      );
      return symbolHover(file, offset, { format: 'plaintext', locale: 'en', vocabularies })?.text;
    });
    const said = (await Promise.all(texts)).map((text) => text?.includes('draft of SHACL 1.2'));
    return said.every((isSaid) => isSaid === true) ? draftTermsOf(feature) : [];
  },
  'an example in the catalogue': async (_, name) =>
    catalogue.includes(`\n## ${name.replace(/ with a path$/, '')}\n`) ? [name] : [],
  'a second reading': async ({ result }) => readAgain.filter((name) => result.includes(`sh:${name} `)),
} satisfies Record<string, Look>;

const likeNodeKind = 'its repairs are those of sh:nodeKind';
const withoutTerm = {
  'a message about wrong use': 'no term came with it that could be misused',
  hover: 'no term came with it: those it uses came with SHACL 1.0 or SHACL Advanced Features',
};
const withoutRules = 'the problems of this test are judged without derived values';
const selectsTargets = {
  'an example in the catalogue': 'it selects targets',
  'a second reading': 'it reads constraints; targets are compared by the incremental histories',
};

/** What is not there, and why. */
const exceptions: Readonly<Record<string, Partial<Record<keyof typeof columns, string>>>> = {
  'sh:class ( … )': withoutTerm,
  'sh:datatype ( … )': withoutTerm,
  'sh:equals with a path': withoutTerm,
  'sh:lessThan with a path': withoutTerm,
  'sh:lessThanOrEquals with a path': withoutTerm,
  'sh:expression': withoutTerm,
  'sh:nodeKind ( … )': { ...withoutTerm, 'an example in the catalogue': likeNodeKind },
  'sh:nodeKind sh:TripleTerm': {
    'a repair that keeps the value': 'no statement is known that the value stands for',
    'a realistic mistake': 'mistakes are made at nodes and literals',
    'an example in the catalogue': likeNodeKind,
  },
  'sh:disjoint with a path': {
    ...withoutTerm,
    'a repair that keeps the value': 'nobody knows what was meant instead',
  },
  'sh:reificationRequired': { 'an example in the catalogue': 'it refines sh:reifierShape' },
  'sh:targetWhere': { ...selectsTargets, 'a question to stores': 'all nodes may be targets' },
  'sh:targetNode [ … ]': {
    ...selectsTargets,
    ...withoutTerm,
    'a question to stores': 'targets that are computed are fetched before they are judged',
  },
  'sh:targetNode [ sh:filterShape … ]': {
    ...selectsTargets,
    ...withoutTerm,
    'a question to stores': 'all nodes may be targets',
  },
  'sh:nodeByExpression [ … ]': {
    'an example in the catalogue':
      'its repairs are those of sh:or: the value conforms, or nothing yields the shape for it',
  },
  'sh:shape': {
    ...selectsTargets,
    'a question to stores': 'what a store states by it is asked apart from constraints',
  },
  'sh:ShapeClass': selectsTargets,
  'annotations of constraints': {
    ...withoutTerm,
    'an example in the catalogue': 'they are of any component',
  },
  'sh:Debug': { 'an example in the catalogue': 'a severity is repaired as any other' },
  'sh:Trace': { 'an example in the catalogue': 'a severity is repaired as any other' },
  'sh:values': {
    'a repair that keeps the value': withoutRules,
    'a realistic mistake': withoutRules,
    'a message about wrong use': 'what is no node expression is said to be not evaluated',
    'an example in the catalogue': 'it derives values and asks for nothing',
    'a second reading': 'rules have a naive fixed point to compare with',
  },
};

/** Terms with tests of their own: node kinds that stand for two, of functions, of reports, and of incomplete nodes. */
const elsewhere = [
  ...[
    'sh:BlankNodeOrIRIOrLiteral',
    'sh:BlankNodeOrTripleTerm',
    'sh:IRIOrTripleTerm',
    'sh:LiteralOrTripleTerm',
  ],
  ...['sh:bodyExpression', 'sh:conformanceDisallows', 'sh:incomplete', 'sh:incompleteURIStart'],
];

test('every term that came with the drafts of SHACL 1.2 has a row', () => {
  const drafts = [...shaclProperties, ...shaclIndividuals].filter(isDraftTerm).map(shortForm);
  const shown = Object.values(features).flatMap(draftTermsOf);
  expect(new Set(drafts.filter((term) => !shown.includes(term)))).toEqual(new Set(elsewhere));
});

describe.each(Object.entries(features))('%s of SHACL 1.2 has', (name, feature) => {
  test.each(Object.entries<Look>(columns))('%s', async (column, look) => {
    const found = await look(feature, name);
    const lacks = column in (exceptions[name] ?? {});
    if (lacks) expect(found).toEqual([]);
    else expect(found).not.toEqual([]);
  });
});

const { signal } = new AbortController();
const vocabularies = await packedVocabularies('owl');
/** What is said about mistakes, without the shapes that have them. */
const messages = read('test-fixtures/shapes/mistakes.ttl')
  .match(/^# *\^+ .*/gm)!
  .join('\n');
const catalogue = read('docs/repairs.md');

function read(path: string): string {
  return readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
}

function filesOf(shapes: string, data: string): string {
  return `#- /data.ttl shapes:/shapes.ttl\n${data}\n#- /shapes.ttl\n${shapes}\n`;
}

async function opened(shapes: string, data: string) {
  const fixture = parseFixture(filesOf(shapes, data));
  const [{ uri, text }] = fixture.files as [(typeof fixture.files)[number]];
  return { host: hostOf(fixture), uri, text };
}

/** The terms of drafts that the shapes and data of a feature use. */
function draftTermsOf({ shapes, conforming }: Feature): readonly string[] {
  const used = new Set(`${shapes} ${conforming}`.match(/\bsh:\w+/g));
  return [...used].filter((name) => isDraftTerm(terms.iri(`${namespaces.sh}${name.slice(3)}`)));
}

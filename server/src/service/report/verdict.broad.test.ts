import { describe, expect, test } from 'vitest';
import { hostOf } from '../../testing/check.ts';
import { block, fixtureRoot, parseFixture, suppliedPrefixes } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { triesAll } from '../../testing/runs.ts';
import { unitReport } from '../ide/unitReport.ts';
import type { VerdictKind } from '../ide/verdict.ts';

/*
 * What is said about a file, in each way there is to say it: the editor's status, the text, the exit code, the JSON, the
 * sh:ValidationReport, SARIF and Markdown of the command line. No two of them may disagree, and none may say that a file
 * conforms unless everything was judged.
 */

interface Situation {
  readonly files: string;
  readonly args?: string;
  readonly verdict: VerdictKind;
  readonly exit: number;
  /** The kinds of reasons, each once. */
  readonly reasons?: string;
  /** What the editor says of data.ttl, where the arguments make a difference. */
  readonly inEditor?: VerdictKind;
  readonly quarantined?: string;
  /** The files at the revision `main`. */
  readonly main?: string;
  /** The files that `baseline.json` is a report of. */
  readonly baseline?: string;
}

const good = 'ex:a a ex:Person ; ex:name "A" .';
const bad = 'ex:a a ex:Person .';
const named = 'sh:property [ sh:path ex:name ; sh:minCount 1 ]';
const shape = `ex:S a sh:NodeShape ; sh:targetClass ex:Person ; ${named} .`;
const sparql = 'sh:sparql [ sh:select "SELECT $this { SERVICE <urn:x> {} }" ]';

const ofUnit = `${suppliedPrefixes} @prefix unit: <http://qudt.org/vocab/unit/> . ex:a a ex:Person ; ex:unit unit:M .`;
const unitShape =
  'ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:unit ; sh:class ex:Unit ] .';

/** A data file that is linked to a shapes file. */
const linked = (data: string, shapes: string, more = '') =>
  block`
    #- /data.ttl
    # shapes: shapes.ttl
    ${data}
    #- /shapes.ttl
    ${shapes}
    ${more}`;

/** A data file whose shapes are linked by the project file, which says more. */
const project = (data: string, shapes: string, more = '', others = '') =>
  block`
    #- /data.ttl
    ${data}
    #- /shapes.ttl
    ${shapes}
    #- /shacl-repair.jsonc
    { "links": [{ "data": "*.ttl", "shapes": "shapes.ttl" }], ${more} }
    ${others}`;

const warning = shape.replace('sh:minCount', 'sh:severity sh:Warning ; sh:minCount');

const situations: Readonly<Record<string, Situation>> = {
  'everything was judged': { files: linked(good, shape), verdict: 'conforms', exit: 0 },
  'a result': { files: linked(bad, shape), verdict: 'violates', exit: 1 },
  'a warning': {
    files: linked(bad, shape.replace('sh:minCount', 'sh:severity sh:Warning ; sh:minCount')),
    verdict: 'violates',
    exit: 1,
  },
  'a warning, and violations count only': {
    files: linked(bad, shape.replace('sh:minCount', 'sh:severity sh:Warning ; sh:minCount')),
    args: '--fail-on violation',
    verdict: 'conforms',
    exit: 0,
    inEditor: 'violates',
  },
  'a result beside what was not checked': {
    files: linked(bad, `${shape} ex:S ${sparql} .`),
    verdict: 'violates',
    exit: 1,
  },

  'a result that rests on a node which no linked file describes': {
    files: linked(ofUnit, unitShape),
    verdict: 'violates',
    exit: 1,
  },
  'a result that rests on a node which is declared incomplete': {
    files: linked(`${ofUnit} unit:M sh:incomplete true .`, unitShape),
    verdict: 'conforms',
    exit: 0,
  },
  'a result that rests on a node whose URI starts as one that is declared incomplete': {
    files: linked(ofUnit, `${unitShape} [] sh:incompleteURIStart "http://qudt.org/"^^xsd:anyURI .`),
    verdict: 'conforms',
    exit: 0,
  },

  'a result that a comment ignores': {
    files: linked(`ex:x ex:p 1 .\n# shacl-repair-ignore sh:minCount unnamed\n${bad}`, shape),
    verdict: 'conforms',
    exit: 0,
  },
  'a result that a comment without a reason does not ignore': {
    files: linked(`ex:x ex:p 1 .\n# shacl-repair-ignore sh:minCount\n${bad}`, shape),
    verdict: 'violates',
    exit: 1,
  },
  'a result that a comment ignores, of which no notice is taken': {
    files: linked(`ex:x ex:p 1 .\n# shacl-repair-ignore sh:minCount unnamed\n${bad}`, shape),
    args: '--no-suppressions',
    verdict: 'violates',
    exit: 1,
    inEditor: 'conforms',
  },
  'one of two results is ignored': {
    files: linked(`${bad} # shacl-repair-ignore sh:minCount unnamed\nex:b a ex:Person .`, shape),
    verdict: 'violates',
    exit: 1,
  },
  'an ignored result beside what was not checked': {
    files: linked(`${bad} # shacl-repair-ignore sh:minCount unnamed`, `${shape} ex:S ${sparql} .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a result that was there at a revision': {
    files: linked(bad, shape),
    main: linked(`${bad} ex:x ex:p 1 .`, shape),
    args: '--changed-since main',
    verdict: 'conforms',
    exit: 0,
    inEditor: 'violates',
  },
  'a result that is new since a revision': {
    files: linked(bad, shape),
    main: linked(good, shape),
    args: '--changed-since main',
    verdict: 'violates',
    exit: 1,
  },
  'a result in a file that is new since a revision': {
    files: linked(bad, shape),
    args: '--changed-since main',
    verdict: 'violates',
    exit: 1,
  },
  'a known result beside what was not checked': {
    files: linked(bad, `${shape} ex:S ${sparql} .`),
    main: linked(bad, `${shape} ex:S ${sparql} .`),
    args: '--changed-since main',
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
    inEditor: 'violates',
  },
  'a result in the baseline': {
    files: linked(bad, shape),
    baseline: linked(bad, shape),
    args: '--baseline baseline.json',
    verdict: 'conforms',
    exit: 0,
    inEditor: 'violates',
  },
  'a stale entry of the baseline, which fails although the data conform': {
    files: linked(good, shape),
    baseline: linked(bad, shape),
    args: '--baseline baseline.json',
    verdict: 'conforms',
    exit: 1,
  },
  'a stale entry of the baseline, and all else is allowed': {
    files: linked(`${good} <> a owl:Ontology .`, shape),
    baseline: linked(`${bad} ex:b a ex:Person .`, shape),
    args: '--baseline baseline.json --allow not-checked --allow no-targets',
    verdict: 'conforms',
    exit: 1,
  },
  'an entry of the baseline that may not be stale, because something was not evaluated': {
    files: linked(good, `${shape} ex:S ${sparql} .`),
    baseline: linked(bad, shape),
    args: '--baseline baseline.json',
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a comment that ignores nothing': {
    files: linked(`${good} # shacl-repair-ignore sh:minCount unnamed`, shape),
    verdict: 'conforms',
    exit: 0,
  },

  'no shapes': {
    files: block`
      #- /data.ttl
      ${good}`,
    verdict: 'unlinked',
    exit: 3,
    reasons: 'unlinked',
  },
  'no shapes, which is allowed': {
    files: block`
      #- /data.ttl
      ${good}`,
    args: '--allow unlinked',
    verdict: 'unlinked',
    exit: 0,
    reasons: 'unlinked',
  },
  'a shapes file without shapes': {
    files: linked(good, 'ex:x ex:p ex:y .'),
    verdict: 'unlinked',
    exit: 3,
    reasons: 'unlinked',
  },
  'an empty shapes file': { files: linked(good, ''), verdict: 'unlinked', exit: 3, reasons: 'unlinked' },

  'a misspelt target class': {
    files: linked(good, shape.replace('ex:Person', 'ex:Persn')),
    verdict: 'nothingToCheck',
    exit: 3,
    reasons: 'noTargets',
  },
  'shapes without targets': {
    files: linked(good, `ex:S a sh:NodeShape ; ${named} .`),
    verdict: 'nothingToCheck',
    exit: 3,
    reasons: 'noTargets',
  },
  'no targets, which is allowed': {
    files: linked(good, shape.replace('ex:Person', 'ex:Persn')),
    args: '--allow no-targets',
    verdict: 'nothingToCheck',
    exit: 0,
    reasons: 'noTargets',
  },
  'a shape that is deactivated': {
    files: linked(bad, `${shape} ex:S sh:deactivated true .`),
    verdict: 'nothingToCheck',
    exit: 3,
    reasons: 'noTargets',
  },
  'targets in an ontology only': {
    files: linked(
      block`
        # context: people.ttl
        ex:x ex:p ex:y .`,
      shape,
      block`
        #- /people.ttl
        ${good}`,
    ),
    verdict: 'nothingToCheck',
    exit: 3,
    reasons: 'noTargets',
  },
  'empty data': { files: linked('', shape), verdict: 'nothingToCheck', exit: 3, reasons: 'noTargets' },

  'a SPARQL constraint': {
    files: linked(good, `${shape} ex:S ${sparql} .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a SPARQL constraint and nothing else': {
    files: linked(good, `ex:S a sh:NodeShape ; sh:targetClass ex:Person ; ${sparql} .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a SPARQL constraint, which is allowed': {
    files: linked(good, `${shape} ex:S ${sparql} .`),
    args: '--allow not-checked',
    verdict: 'undecided',
    exit: 0,
    reasons: 'notChecked',
  },
  'a SPARQL constraint without a focus node': {
    files: linked(good, `${shape} ex:T a sh:NodeShape ; sh:targetClass ex:Robot ; ${sparql} .`),
    verdict: 'conforms',
    exit: 0,
  },
  'a SPARQL constraint that is deactivated': {
    files: linked(
      good,
      `${shape} ex:S sh:sparql [ sh:select "SELECT $this { SERVICE <urn:x> {} }" ; sh:deactivated true ] .`,
    ),
    verdict: 'conforms',
    exit: 0,
  },
  'a SPARQL constraint on values': {
    files: linked(
      'ex:a a ex:Person ; ex:knows ex:b .',
      `ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:knows ; sh:node ex:T ] . ex:T ${sparql} .`,
    ),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a SPARQL constraint on values that there are none of': {
    files: linked(
      good,
      `ex:S a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:knows ; sh:node ex:T ] . ex:T ${sparql} .`,
    ),
    verdict: 'conforms',
    exit: 0,
  },
  'a SPARQL constraint on nodes of an ontology': {
    files: linked(
      block`
        # context: people.ttl
        ${good}`,
      `${shape} ex:T a sh:NodeShape ; sh:targetClass ex:Robot ; ${sparql} .`,
      block`
        #- /people.ttl
        ex:r a ex:Robot .`,
    ),
    verdict: 'conforms',
    exit: 0,
  },
  'a target that is a query': {
    files: linked(good, `${shape} ex:T a sh:NodeShape ; sh:target [ a sh:SPARQLTarget ] ; ${named} .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a rule at a focus node': {
    files: linked(good, `${shape} ex:S sh:rule [ a sh:TripleRule ] .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a rule without a focus node': {
    files: linked(
      good,
      `${shape} ex:T a sh:NodeShape ; sh:targetClass ex:Robot ; sh:rule [ a sh:TripleRule ] .`,
    ),
    verdict: 'conforms',
    exit: 0,
  },
  'an entailment regime': {
    files: linked(good, `${shape} [] sh:entailment <http://www.w3.org/ns/entailment/OWL-Direct> .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a parameter with a typing error': {
    files: linked(good, `${shape} ex:S sh:property [ sh:path ex:age ; sh:minCont 1 ] .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a constraint of SHACL 1.2': {
    files: linked(good, `${shape} ex:S sh:property [ sh:path ex:age ; sh:values [ ex:what ex:E ] ] .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'an ill-formed constraint': {
    files: linked(good, `${shape} ex:S sh:property [ sh:path ex:age ; sh:minCount "one" ] .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'an ill-formed shape': {
    files: linked(good, `${shape} ex:T a sh:PropertyShape ; sh:targetClass ex:Person ; sh:path "name" .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'an ill-formed shape without a focus node': {
    files: linked(good, `${shape} ex:T a sh:PropertyShape ; sh:targetClass ex:Robot ; sh:path "name" .`),
    verdict: 'conforms',
    exit: 0,
  },
  'nothing but an ill-formed shape': {
    files: linked(good, 'ex:T a sh:PropertyShape ; sh:targetClass ex:Person ; sh:path "name" .'),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'an ill-formed target': {
    files: linked(good, `${shape} ex:T a sh:NodeShape ; sh:targetClass "Person" ; ${named} .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a shape that is not described': {
    files: linked(good, `${shape} ex:S sh:property [ sh:path ex:name ; sh:node ex:Missing ] .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a constraint that took too long': {
    files: linked(good, `${shape} ex:S sh:pattern "^http" .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
    quarantined: '<http://example.org/ns#S> <http://www.w3.org/ns/shacl#pattern> "^http"',
  },

  'a shapes file that is missing': {
    files: block`
      #- /data.ttl
      # shapes: missing.ttl
      ${good}`,
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'one of two shapes files is missing': {
    files: linked(`# shapes: missing.ttl\n${good}`, shape),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'a broken link, which is allowed': {
    files: linked(`# shapes: missing.ttl\n${good}`, shape),
    args: '--allow link',
    verdict: 'undecided',
    exit: 0,
    reasons: 'link',
  },
  'a link to another computer': {
    files: linked(`# context: \\\\server\\share\\more.ttl\n${good}`, shape),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'an ontology that is missing': {
    files: linked(`# context: missing.ttl\n${good}`, shape),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'a pattern that matches nothing': {
    files: linked(`# context: more/*.ttl\n${good}`, shape),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'a linked shapes file with syntax errors': {
    files: linked(good, `${shape} ex:T sh:targetClass ; .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'an ontology with syntax errors': {
    files: linked(
      block`
        # context: people.ttl
        ${good}`,
      shape,
      block`
        #- /people.ttl
        ex:b a .`,
    ),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'an ontology that two files declare': {
    files: linked(
      block`
        # context: people.ttl
        ${good} <http://example.org/d> owl:imports <http://example.org/o> .`,
      shape,
      block`
        #- /people.ttl
        #- /a.ttl
        <http://example.org/o> a owl:Ontology .
        #- /b.ttl
        <http://example.org/o> a owl:Ontology .`,
    ),
    verdict: 'conforms',
    exit: 0,
  },
  'a path with a typo, next to the file': {
    files: block`
      #- /data.ttl
      # shapes: shpaes.ttl
      ${good}
      #- /shapes.ttl
      ${shape}`,
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'shapes that import what is not there': {
    files: linked(good, `${shape} <> a owl:Ontology ; owl:imports <http://example.org/more> .`),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'the same with shapes given by hand': {
    files: block`
      #- /data.ttl
      ${good}
      #- /shapes.ttl
      ${shape} <> a owl:Ontology ; owl:imports <http://example.org/more> .`,
    args: '--shapes shapes.ttl',
    verdict: 'conforms',
    exit: 0,
    inEditor: 'unlinked',
  },
  'data that import what is not there': {
    files: linked(`${good} <> a owl:Ontology ; owl:imports <http://example.org/more> .`, shape),
    verdict: 'conforms',
    exit: 0,
  },

  'shapes that the project file links': { files: project(good, shape), verdict: 'conforms', exit: 0 },
  'a result, by the project file': { files: project(bad, shape), verdict: 'violates', exit: 1 },
  'a warning, and the project file fails on violations': {
    files: project(bad, warning, '"failOn": "violation"'),
    verdict: 'conforms',
    exit: 0,
  },
  'the same, and the command line fails on all': {
    files: project(bad, warning, '"failOn": "violation"'),
    args: '--fail-on info',
    verdict: 'violates',
    exit: 1,
    inEditor: 'conforms',
  },
  'the project file makes a warning of a violation': {
    files: project(bad, shape, '"failOn": "violation", "severity": { "sh:minCount": "warning" }'),
    verdict: 'conforms',
    exit: 0,
  },
  'the project file makes a violation of a warning': {
    files: project(bad, warning, '"failOn": "violation", "severity": { "ex:S": "violation" }'),
    verdict: 'violates',
    exit: 1,
  },
  'a shape that is off, though its component is not': {
    files: project(bad, shape, '"severity": { "ex:S": "off", "sh:minCount": "info" }'),
    verdict: 'conforms',
    exit: 0,
  },
  'a component that is off, but not for this shape': {
    files: project(bad, shape, '"severity": { "sh:minCount": "off", "ex:S": "info" }'),
    verdict: 'violates',
    exit: 1,
  },
  'a result that is off beside what was not checked': {
    files: project(bad, `${shape} ex:S ${sparql} .`, '"severity": { "sh:minCount": "off" }'),
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'a SPARQL constraint that the project file allows': {
    files: project(good, `${shape} ex:S ${sparql} .`, '"allow": "not-checked"'),
    verdict: 'undecided',
    exit: 0,
    reasons: 'notChecked',
  },
  'the same, and the command line allows something else': {
    files: project(good, `${shape} ex:S ${sparql} .`, '"allow": "not-checked"'),
    args: '--allow link',
    verdict: 'undecided',
    exit: 3,
    reasons: 'notChecked',
  },
  'no targets, which the project file allows': {
    files: project(good, shape.replace('ex:Person', 'ex:Persn'), '"allow": ["no-targets"]'),
    verdict: 'nothingToCheck',
    exit: 0,
    reasons: 'noTargets',
  },
  'a result in the baseline of the project file': {
    files: project(
      bad,
      shape,
      '"baseline": "known.json"',
      block`
        #- /known.json
        { "results": [{ "key": "f2954c7f6f27" }] }`,
    ),
    verdict: 'conforms',
    exit: 0,
  },
  'a new result beside those of the baseline of the project file': {
    files: project(
      `${bad} ex:b a ex:Person .`,
      shape,
      '"baseline": "known.json"',
      block`
        #- /known.json
        { "results": [{ "key": "f2954c7f6f27" }] }`,
    ),
    verdict: 'violates',
    exit: 1,
  },
  'a baseline of the project file that is missing': {
    files: project(bad, shape, '"baseline": "known.json"'),
    verdict: 'violates',
    exit: 1,
  },
  'a link of the project file that leads nowhere': {
    files: project(good, shape).replace('"shapes.ttl"', '"gone.ttl"'),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'a project file with a misspelt key': {
    files: project(good, shape, '"failon": "violation"'),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'a project file that is not JSON': {
    files: project(good, shape, '} }'),
    verdict: 'undecided',
    exit: 3,
    reasons: 'link',
  },
  'a project file that is not JSON, and links are allowed': {
    files: project(good, shape, '} }'),
    args: '--allow link --shapes shapes.ttl',
    verdict: 'undecided',
    exit: 0,
    reasons: 'link',
  },
  'a result, and a project file with a misspelt key': {
    files: project(bad, shape, '"failon": "violation"'),
    verdict: 'violates',
    exit: 1,
  },

  'syntax errors in the data': {
    files: linked(`${good} ex:b ex:p ; .`, shape),
    verdict: 'undecided',
    exit: 2,
    reasons: 'syntax',
  },
  'syntax errors in data without shapes': {
    files: block`
      #- /data.ttl
      ${good} ex:b ex:p ; .`,
    verdict: 'unlinked',
    exit: 2,
    reasons: 'syntax unlinked',
  },
  'results beside syntax errors': {
    files: linked(`${bad} ex:b ex:p ; .`, shape),
    verdict: 'violates',
    exit: 2,
  },
  'syntax errors, and all is allowed': {
    files: linked(`${good} ex:b ex:p ; .`, shape),
    args: '--allow not-checked --allow link --allow no-targets --allow unlinked',
    verdict: 'undecided',
    exit: 2,
    reasons: 'syntax',
  },
  'two reasons of which one is allowed': {
    files: linked(`# context: missing.ttl\n${good}`, `${shape} ex:S ${sparql} .`),
    args: '--allow link',
    verdict: 'undecided',
    exit: 3,
    reasons: 'link notChecked',
  },
};

test('there are at least forty situations', () => {
  expect(Object.keys(situations).length).toBeGreaterThanOrEqual(40);
});

describe('one verdict in every output', () => {
  // The text, the JSON report and the editor are asked about all situations. Where not all is tried, the other outputs take
  // turns among those of each verdict and exit code, so that each is asked about every one of these.
  test.each(Object.entries(situations))('%s', async (_, situation) => {
    const alike = Object.values(situations).filter((each) => ranking(each) === ranking(situation));
    const own = alike.indexOf(situation) % 3;
    const isTurn = (turn: number) => triesAll || turn % Math.min(3, alike.length) === own;
    const { verdict, exit, reasons = '', args = '', inEditor = verdict } = situation;
    const { files, quarantined, main = '', baseline } = situation;
    const texts: Record<string, string> =
      baseline === undefined ? {} : { '/baseline.json': await jsonReport(baseline) };
    const skipped = new Set(quarantined === undefined ? [] : [quarantined]);
    const run = (format: string) =>
      runInMemory(`validate data.ttl ${args} --format ${format}`, {
        files,
        quarantined: skipped,
        revisions: { main },
        texts,
      });

    const host = hostOf(parseFixture(files), {}, skipped);
    const { status } = unitReport(
      await host.analysis(`${fixtureRoot}/data.ttl`, new AbortController().signal),
    );
    expect(status.verdict).toBe(inEditor);

    const text = await run('text');
    expect(text.code).toBe(exit);
    const hasResults = /\d results? in /.test(text.out);
    expect(saysConforms(text.out)).toBe(verdict === 'conforms' && !hasResults);

    const json = await run('json');
    expect(json.code).toBe(exit);
    const report = JSON.parse(json.out);
    const kinds = new Set(report.reasons.map(({ kind }: { kind: string }) => kind));
    expect([report.verdict, [...kinds].join(' ')]).toEqual([verdict, reasons]);
    expect(report.focusNodes > 0).toBe(verdict === 'conforms' || report.focusNodes > 0);

    if (isTurn(0)) {
      const turtle = await run('turtle');
      const disallows = /sh:conformanceDisallows (.*) ;/.exec(turtle.out)?.[1];
      const counted = report.results
        .filter(isCounted)
        .filter(
          ({ severity }: { severity: string }) => disallows === undefined || disallows.includes(severity),
        );
      if (report.conforms) expect(counted).toEqual([]);
      expect(turtle.code).toBe(exit);
      const isDecided = ['conforms', 'violates', 'nothingToCheck'].includes(verdict);
      const isWritten = turtle.out.includes('sh:ValidationReport');
      expect(isWritten).toBe(isDecided || (exit === 0 && verdict !== 'unlinked'));
      expect(turtle.out.includes('sh:conforms true')).toBe(report.conforms);

      const sarif = await run('sarif');
      expect(sarif.code).toBe(exit);
      const [invocation] = JSON.parse(sarif.out).runs[0].invocations;
      expect(invocation.executionSuccessful).toBe(exit <= 1);
      expect(
        invocation.toolExecutionNotifications.length > 0 ||
          exit <= 1 ||
          reasons === 'syntax' ||
          verdict === 'violates',
      ).toBe(true);
    }

    if (isTurn(1)) {
      const junit = await run('junit');
      expect(junit.code).toBe(exit);
      const red = /<testsuites .* failures="(\d+)" errors="(\d+)"/.exec(junit.out)!;
      expect(Number(red[1]) > 0).toBe(verdict === 'violates');
      expect(Number(red[2]) > 0).toBe(exit >= 2 || (report.stale ?? []).length > 0);
      expect(/name="conforms"/.test(junit.out)).toBe(saysConforms(text.out));

      const github = await run('github');
      expect(github.code).toBe(exit);
      if (exit >= 2) expect(github.out).toMatch(/^::error /m);
      if (exit === 1) expect(github.out).toMatch(/^::(?:error|warning|notice) /m);
      expect(saysConforms(github.out)).toBe(saysConforms(text.out));

      const markdown = await run('markdown');
      expect(saysConforms(markdown.out)).toBe(saysConforms(text.out));
    }

    // `generate` refuses what violates its shapes, and nothing else that was judged in part.
    if (!isTurn(2) || /--(?!shapes|context|inference)/.test(args)) return;
    const generated = await runInMemory(
      `generate data.ttl ${args} --out suite --max-cases 1 --cross-check none`,
      { files, quarantined: skipped },
    );
    expect(generated.err.includes('The graph violates its shapes')).toBe(
      verdict === 'violates' && exit === 1,
    );
    if (verdict === 'violates' || verdict === 'unlinked' || exit === 2) return;
    if (report.validated) expect(generated.code).toBe(0);
    for (const { kind, message } of report.reasons) {
      // Where a message has a place, the place is printed in another form.
      const words = flat(message).replace(/^shacl-repair\.jsonc, line \d+: /, '');
      if (kind !== 'noTargets') expect(flat(generated.out + generated.err)).toContain(words);
    }
  });
});

/** The focus nodes of one file are no reason to complain of another; without any in all files there is. */
test.each([
  ['data.ttl other.ttl', 'conforms', 0],
  ['other.ttl', 'nothingToCheck', 3],
  ['data.ttl bad.ttl', 'violates', 1],
  ['data.ttl unlinked.ttl', 'unlinked', 3],
  ['bad.ttl unlinked.ttl broken.ttl', 'violates', 2],
])('of several files, the worst: %s', async (given, verdict, exit) => {
  const files = [
    linked(good, shape),
    block`
      #- /other.ttl
      # shapes: shapes.ttl
      ex:x ex:p ex:y .`,
    block`
      #- /bad.ttl
      # shapes: shapes.ttl
      ${bad}`,
    block`
      #- /unlinked.ttl
      ${good}`,
    block`
      #- /broken.ttl
      # shapes: shapes.ttl
      ex:x ex:p .`,
  ].join('\n');
  const { code, out } = await runInMemory(`validate ${given} --format json`, { files });
  expect([JSON.parse(out).verdict, code]).toEqual([verdict, exit]);
});

const ranking = ({ verdict, exit }: Situation) => `${verdict} ${exit}`;

const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

async function jsonReport(files: string): Promise<string> {
  return (await runInMemory('validate data.ttl --format json', { files })).out;
}

function isCounted(result: { readonly known?: boolean; readonly suppressed?: object }): boolean {
  return result.known !== true && result.suppressed === undefined;
}

function saysConforms(text: string): boolean {
  return /\bconforms?\b/.test(text);
}

/** What `validate *.ttl` names includes the shapes, and the verdict is that of the data. */
test.each([
  ['shapes of the data', linked(good, shape), 'conforms', 0],
  ['shapes of data with results', linked(bad, shape), 'violates', 1],
  ['shapes of data without targets', linked('ex:x ex:p ex:y .', shape), 'nothingToCheck', 3],
  [
    'shapes that are data of their own shapes',
    linked(good, `${shape} ${bad.replace('ex:a', 'ex:b')}`),
    'violates',
    1,
  ],
  ['shapes with syntax errors', linked(good, `${shape} ex:b ex:p .`), 'undecided', 2],
])('of a folder: %s', async (_, files, verdict, exit) => {
  for (const given of ['.', 'data.ttl shapes.ttl', "'*.ttl'"]) {
    const { code, out } = await runInMemory(`validate ${given} --format json`, { files });
    expect([given, JSON.parse(out).verdict, code]).toEqual([given, verdict, exit]);
  }
});

test('a misspelt target class is named with the one that was probably meant', async () => {
  const files = linked(good, shape.replace('ex:Person', 'ex:Persn'));
  const { out, err } = await runInMemory('validate data.ttl', { files });
  expect(err).toBe(
    'data.ttl: warning: No node of the data is a target of a shape, so nothing was checked. ' +
      'sh:targetClass ex:Persn may be misspelt: the data has ex:Person.\n',
  );
  expect(out).toMatch(
    /^data\.ttl: nothing to check, no node is a target of a shape, checked with builtin in/,
  );
});

import { describe, expect, test } from 'vitest';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { problemsOf, readUnit } from '../testing/checkRepair.ts';
import { someOf } from '../testing/runs.ts';
import type { RepairProblem } from './repair.ts';
import { suggestRepairs } from './search/suggestRepairs.ts';

/**
 * Mistakes and their opposites, by what is easily got wrong about them, and how the first repair that is offered begins:
 * how sure it is, and what it does. Neither the order of statements nor the names of prefixes nor a base IRI change it.
 */

interface Mistake {
  readonly data: string;
  readonly shapes: string;
  readonly first: RegExp;
}

const prefixes = `
@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix dct: <http://purl.org/dc/terms/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix org: <http://www.w3.org/ns/org#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix dcat: <http://www.w3.org/ns/dcat#> .
@prefix sosa: <http://www.w3.org/ns/sosa/> .
@prefix time: <http://www.w3.org/2006/time#> .
`;

/** How sure the first repair of the first result is, what it does, and its change apart from the names of blank nodes. */
async function firstRepair({
  data,
  shapes,
}: Pick<Mistake, 'data' | 'shapes'>): Promise<{ readonly line: string; readonly change: string }> {
  const problems = await problemsOf(
    readUnit(`#- /data.ttl\n${data}\n#- /shapes.ttl\n${prefixes}${shapes}\n`),
  );
  const [problem] = problems.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { repairs } = await suggestRepairs(problem!, { max: 10 }, new AbortController().signal);
  const first = repairs.find(({ verdict }) => !verdict.degenerate);
  if (first === undefined) return { line: 'none', change: 'none' };
  const { added, removed } = first.verdict.delta;
  const change = `${first.certainty} + ${printed(added)} - ${printed(removed)}`;
  return { line: `${first.certainty}: ${first.repair.title}`, change };
}

/** The order of results that is not that of the text. */
function keyOf({ violation: { focusNode, value, constraint } }: RepairProblem): string {
  return [nameOf(focusNode), constraint.kind, value === undefined ? '' : nameOf(value)].join(' ');
}

function printed(triples: readonly Triple[]): string {
  const lines = triples.map(({ subject, predicate, object }) =>
    [subject, predicate, object].map(nameOf).join(' '),
  );
  return lines.toSorted().join(' ; ');
}

function nameOf(term: TermId): string {
  return terms.isBlank(term) ? '_' : terms.value(term);
}

/**
 * The same data with the statements the other way round, its subjects relative to a base IRI, and another prefix for the other
 * names of its own namespace.
 */
function otherwise(data: string): string {
  const lines = data.trim().split(/(?<= \.)\n\s*/);
  const [own, others] = [
    (line: string) => line.startsWith('@prefix'),
    (line: string) => !line.startsWith('@prefix'),
  ];
  const statements = lines.filter(others).toReversed().join('\n');
  const relative = statements.replace(/^\s*ex:([\w-]+)(?= )/gm, '<$1>');
  const base = '@base <http://example.org/> .';
  return [base, ...lines.filter(own), relative.replace(/(?<![<\w])ex:/g, 'own:')].join('\n');
}

function check(mistakes: Readonly<Record<string, Mistake>>): void {
  // In brackets, the prefix is a part of the mistake.
  const names = Object.keys(mistakes).filter((name) => !mistakes[name]!.data.includes('<ex:'));
  const turnedRound = new Set(someOf(names));
  test.each(Object.entries(mistakes))('%s', async (name, mistake) => {
    const { line, change } = await firstRepair({ ...mistake, data: prefixes + mistake.data });
    expect(line).toMatch(mistake.first);
    if (!turnedRound.has(name)) return;
    const data = prefixes.replace('@prefix ex:', '@prefix own:') + otherwise(mistake.data);
    expect((await firstRepair({ ...mistake, data })).change).toBe(change);
  });
}

describe('what the property is comes before what is usual', () => {
  check({
    hasPart: {
      data: `
      ex:s1 a ex:Series ; dct:hasPart ex:b1, ex:b3, ex:b4 .
      ex:s2 a ex:Series ; dct:hasPart ex:b2 .
      ex:b1 a ex:Book ; dct:isPartOf ex:s1 .
      ex:b3 a ex:Book ; dct:isPartOf ex:s1 .
      ex:b4 a ex:Book ; dct:isPartOf ex:s1 .
      ex:b5 a ex:Book ; dct:isPartOf ex:s1 .
      ex:s1 dct:hasPart ex:b5 .
      ex:b2 a ex:Book .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Book ; sh:property [ sh:path dct:isPartOf ; sh:minCount 1 ; sh:class ex:Series ] .`,
      first: /^certain.*Add ex:s2/,
    },
    'broader top': {
      data: `
      ex:c0 a skos:Concept .
      ex:c1 a skos:Concept ; skos:broader ex:c0 .
      ex:c2 a skos:Concept ; skos:broader ex:c1 .
      ex:c3 a skos:Concept ; skos:broader ex:c2 .
      ex:x a skos:Concept ; skos:broader ex:c0 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass skos:Concept ; sh:property [ sh:path skos:broader ; sh:minCount 1 ; sh:class skos:Concept ] .`,
      first: /^(needsInput|none)/,
    },
    'managedBy attested': {
      data: `
      ex:u a ex:Dept .
      ex:v a ex:Dept ; ex:within ex:u .
      ex:w a ex:Dept ; ex:within ex:v .
      ex:z a ex:Dept ; ex:within ex:u .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Dept ; sh:property [ sh:path ex:within ; sh:minCount 1 ; sh:class ex:Dept ] .`,
      first: /^(needsInput|none)/,
    },
    'symmetric (the opposite)': {
      data: `
      ex:a a ex:Room ; ex:adjacentTo ex:b .
      ex:b a ex:Room ; ex:adjacentTo ex:a .
      ex:c a ex:Room ; ex:adjacentTo ex:d .
      ex:d a ex:Room ; ex:adjacentTo ex:c .
      ex:e a ex:Room ; ex:adjacentTo ex:f .
      ex:f a ex:Room .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:adjacentTo ; sh:minCount 1 ; sh:class ex:Room ] .`,
      first: /^(certain|likely).*Add ex:e/,
    },
    predecessor: {
      data: `
      ex:v1 a ex:Version .
      ex:v2 a ex:Version ; dct:replaces ex:v1 .
      ex:v3 a ex:Version ; dct:replaces ex:v2 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Version ; sh:property [ sh:path dct:replaces ; sh:minCount 1 ; sh:class ex:Version ] .`,
      first: /^(needsInput|none)/,
    },
    'wrong way': {
      data: `
      ex:fac a org:Organization .
      ex:i1 a org:Organization ; org:subOrganizationOf ex:fac .
      ex:i2 a org:Organization ; org:subOrganizationOf ex:fac .
      ex:i3 a org:Organization ; org:subOrganizationOf "Faculty" .
      ex:fac skos:prefLabel "Faculty" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass org:Organization ; sh:property [ sh:path org:subOrganizationOf ; sh:class org:Organization ] .`,
      first: /^certain.*to ex:fac/,
    },
  });
});

describe('a value that says otherwise is asked about', () => {
  check({
    review: {
      data: `
      ex:p1 a ex:Paper ; ex:decision ex:accepted .
      ex:p2 a ex:Paper ; ex:decision ex:accepted .
      ex:p3 a ex:Paper ; ex:decision ex:accepted .
      ex:p4 a ex:Paper ; ex:decision ex:rejected .
      ex:accepted a skos:Concept .
      ex:rejected a skos:Concept .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Paper ; sh:property [ sh:path ex:decision ; sh:hasValue ex:accepted ] .`,
      first: /^(possible|needsInput|none).*(Change|^none)/,
    },
    'two peers': {
      data: `
      ex:p1 a ex:Lamp ; ex:state ex:on .
      ex:p2 a ex:Lamp ; ex:state ex:on .
      ex:p3 a ex:Lamp ; ex:state ex:off .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Lamp ; sh:property [ sh:path ex:state ; sh:hasValue ex:on ] .`,
      first: /^(possible|needsInput|none): (?!Add)/,
    },
    'literal competes': {
      data: `
      ex:p1 a ex:Doc ; ex:version "2" .
      ex:p2 a ex:Doc ; ex:version "2" .
      ex:p3 a ex:Doc ; ex:version "2" .
      ex:p4 a ex:Doc ; ex:version "1" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:version ; sh:hasValue "2" ] .`,
      first: /^(possible|needsInput): Change/,
    },
    'keyword (the opposite)': {
      data: `
      ex:p1 a ex:Doc ; dcat:keyword "open", "air" .
      ex:p2 a ex:Doc ; dcat:keyword "open", "sea" .
      ex:p3 a ex:Doc ; dcat:keyword "sea" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path dcat:keyword ; sh:hasValue "open" ] .`,
      first: /^(certain|likely|possible): Add "open"/,
    },
    'none yet (the opposite)': {
      data: `
      ex:p1 a ex:Doc ; ex:lang ex:en .
      ex:p2 a ex:Doc ; ex:lang ex:en .
      ex:p3 a ex:Doc ; ex:title "x" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:lang ; sh:hasValue ex:en ] .`,
      first: /^certain: Add ex:en/,
    },
  });
});

describe('nothing is said about nodes of somebody else', () => {
  check({
    'foreign hasValue': {
      data: `
      ex:d1 a dcat:Dataset ; dct:license <http://other.org/cc0> .
      ex:d2 a dcat:Dataset ; dct:license <http://other.org/cc0> .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetNode <https://catalog.example.net/main> ; sh:property [ sh:path dct:language ; sh:hasValue "en" ] .`,
      first: /^(needsInput|none)/,
    },
    'own described (the opposite)': {
      data: `
      ex:cfg ex:mode "fast" .
      ex:d2 a ex:Thing .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetNode ex:cfg ; sh:property [ sh:path ex:charset ; sh:hasValue "UTF-8" ] .`,
      first: /^certain: Add "UTF-8"/,
    },
    'own namespace unmentioned': {
      data: `
      ex:r1 a ex:Room ; ex:floor 1 .
      ex:r2 a ex:Room ; ex:floor 1 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetNode ex:settings ; sh:property [ sh:path ex:mode ; sh:hasValue "strict" ] .`,
      first: /^(possible|needsInput|none)/,
    },
    'dash config': {
      data: `
      ex:r1 a ex:Room .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetNode <https://w3id.org/other/thing> ; sh:class ex:Thing .`,
      first: /^none/,
    },
  });
});

describe('what is removed or exchanged has a reason', () => {
  check({
    spatial: {
      data: `
      ex:d1 a dcat:Dataset ; dct:spatial ex:oslo .
      ex:d2 a dcat:Dataset ; dct:spatial ex:oslo .
      ex:d3 a dcat:Dataset ; dct:spatial <https://places.example.net/bergen> .
      ex:oslo a dct:Location ; rdfs:label "Oslo" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass dcat:Dataset ; sh:property [ sh:path dct:spatial ; sh:class dct:Location ] .`,
      first: /^(none|possible: Add type dct:Location|needsInput)/,
    },
    'only catalog': {
      data: `
      ex:cat a dcat:Catalog ; rdfs:label "Catalog" .
      ex:rec a dcat:CatalogRecord .
      ex:d1 a dcat:Dataset ; ex:inCatalog ex:cat .
      ex:d2 a dcat:Dataset ; ex:inCatalog ex:cat .
      ex:d3 a dcat:Dataset ; ex:inCatalog ex:rec .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass dcat:Dataset ; sh:property [ sh:path ex:inCatalog ; sh:class dcat:Catalog ] .`,
      first: /^(certain|likely): Change ex:rec to ex:cat/,
    },
    'data in braces': {
      data: `
      ex:f1 ex:geometry '{ "type": "Point", "coordinates": [-83.38, 33.95] }' . ex:f2 ex:geometry "[-83.38, 33.95]" .
      ex:f3 ex:geometry "<gml:Point/>" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:geometry ; sh:property [ sh:path ex:geometry ; sh:pattern "^ *$|^ *(<)(.+)(>) *$" ] .`,
      first: /^(none|possible|needsInput)/,
    },
    'words in brackets (the opposite)': {
      data: `
      ex:f1 ex:geometry "[the geometry of 2024]" . ex:f2 ex:geometry "<gml:Point/>" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:geometry ; sh:property [ sh:path ex:geometry ; sh:pattern "^<g.+>$" ] .`,
      first: /^(certain|likely): Remove "\[the geometry/,
    },
    'duplicate (the opposite)': {
      data: `
      ex:d1 a ex:Doc ; dct:title "Air quality", "Air quality " .
      ex:d2 a ex:Doc ; dct:title "Sea" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path dct:title ; sh:maxCount 1 ] .`,
      first: /^(certain|likely): Remove "Air quality "/,
    },
    'wrong kind of agent': {
      data: `
      ex:d1 a ex:Doc ; dct:creator ex:ann .
      ex:d2 a ex:Doc ; dct:creator ex:bob .
      ex:d3 a ex:Doc ; dct:creator ex:cy .
      ex:ann a foaf:Person ; foaf:name "Ann" .
      ex:bob a foaf:Person ; foaf:name "Bob" .
      ex:cy foaf:name "Cy" ; foaf:mbox <mailto:cy@x.org> .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path dct:creator ; sh:class foaf:Person ] .`,
      first: /^(certain|likely): Add type foaf:Person to ex:cy/,
    },
  });
});

describe('the only one that fits is a question', () => {
  check({
    method: {
      data: `
      ex:s1 a ex:Sensor ; ex:platformKind ex:buoy .
      ex:s2 a ex:Sensor .
      ex:buoy a skos:Concept .
      ex:filter a skos:Concept ; skos:prefLabel "filtering method" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Sensor ; sh:property [ sh:path ex:platformKind ; sh:minCount 1 ; sh:class skos:Concept ] .`,
      first: /^(needsInput|none)/,
    },
    'sole licence': {
      data: `
      ex:d1 a ex:Doc .
      ex:l a ex:Licence ; rdfs:label "X" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path dct:license ; sh:minCount 1 ; sh:class ex:Licence ] .`,
      first: /^(needsInput|none)/,
    },
    'all others (the opposite)': {
      data: `
      ex:d1 a ex:Doc ; ex:in ex:c .
      ex:d2 a ex:Doc ; ex:in ex:c .
      ex:d3 a ex:Doc ; ex:in ex:c .
      ex:d4 a ex:Doc ; ex:in ex:c .
      ex:d5 a ex:Doc .
      ex:c a ex:Coll .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:in ; sh:minCount 1 ; sh:class ex:Coll ] .`,
      first: /^(certain|likely): Add ex:c/,
    },
    'named node (the opposite)': {
      data: `
      ex:t1 a ex:Track ; ex:by ex:lowtide .
      ex:t2 a ex:Track ; ex:by "High Tide" .
      ex:lowtide a ex:Band ; foaf:name "Low Tide" .
      ex:hightide a ex:Band ; foaf:name "High Tide" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Track ; sh:property [ sh:path ex:by ; sh:class ex:Band ] .`,
      first: /^certain: Change "High Tide" to ex:hightide/,
    },
    'peers 2of3': {
      data: `
      ex:d1 a ex:Doc ; dct:publisher ex:city .
      ex:d2 a ex:Doc ; dct:publisher ex:city .
      ex:d3 a ex:Doc ; dct:publisher ex:canton .
      ex:d4 a ex:Doc .
      ex:city a foaf:Agent .
      ex:canton a foaf:Agent .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path dct:publisher ; sh:minCount 1 ; sh:class foaf:Agent ] .`,
      first: /^needsInput: Add ex:city/,
    },
    'peers literal 3of4': {
      data: `
      ex:f1 a ex:F ; ex:ext "tif" .
      ex:f2 a ex:F ; ex:ext "tif" .
      ex:f3 a ex:F ; ex:ext "tif" .
      ex:f4 a ex:F ; ex:ext "jpg" .
      ex:f5 a ex:F .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:F ; sh:property [ sh:path ex:ext ; sh:minCount 1 ] .`,
      first: /^needsInput: Add "tif"/,
    },
    'licence of name': {
      data: `
      ex:d1 a ex:Doc ; dct:license "CC BY 4.0" .
      ex:d2 a ex:Doc ; dct:license ex:ccby .
      ex:ccby a dct:LicenseDocument ; rdfs:label "CC BY-SA 4.0" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path dct:license ; sh:class dct:LicenseDocument ] .`,
      first: /^needsInput: Change "CC BY 4.0" to new/,
    },
  });
});

describe('unlike things tell nothing of each other', () => {
  check({
    'members of sh:in, of which those of its kind have one (the opposite)': {
      data: `
      ex:a1 a ex:Thermometer ; ex:unit ex:degC .
      ex:a2 a ex:Thermometer ; ex:unit ex:degC .
      ex:a3 a ex:Thermometer ; ex:unit ex:degC .
      ex:b1 a ex:Barometer ; ex:unit ex:hPa .
      ex:b2 a ex:Barometer ; ex:unit ex:hPa .
      ex:b3 a ex:Barometer ; ex:unit ex:hPa .
      ex:b4 a ex:Barometer .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Thermometer, ex:Barometer ;
        sh:property [ sh:path ex:unit ; sh:minCount 1 ; sh:in ( ex:degC ex:hPa ex:lux ) ] .`,
      first: /^likely: Add ex:hPa/,
    },
    'unit of property': {
      data: `
      ex:o1 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o2 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o3 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o5 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o6 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o4 a sosa:Observation ; sosa:observedProperty ex:pressure .
      ex:degC a ex:Unit .
      ex:hPa a ex:Unit .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass sosa:Observation ; sh:property [ sh:path ex:unit ; sh:minCount 1 ; sh:class ex:Unit ] .`,
      first: /^(needsInput|none)/,
    },
    'unit of same (the opposite)': {
      data: `
      ex:o1 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o2 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o3 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o5 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o6 a sosa:Observation ; sosa:observedProperty ex:temp ; ex:unit ex:degC .
      ex:o4 a sosa:Observation ; sosa:observedProperty ex:temp .
      ex:degC a ex:Unit .
      ex:hPa a ex:Unit .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass sosa:Observation ; sh:property [ sh:path ex:unit ; sh:minCount 1 ; sh:class ex:Unit ] .`,
      first: /^(certain|likely): Add ex:degC/,
    },
    'format by type': {
      data: `
      ex:i1 a ex:Photo ; ex:colourSpace ex:sRGB .
      ex:i2 a ex:Photo ; ex:colourSpace ex:sRGB .
      ex:i3 a ex:Photo ; ex:colourSpace ex:sRGB .
      ex:i4 a ex:Scan .
      ex:sRGB a ex:Space .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Photo, ex:Scan ; sh:property [ sh:path ex:colourSpace ; sh:minCount 1 ; sh:class ex:Space ] .`,
      first: /^(needsInput|none)/,
    },
    'datatype of column': {
      data: `
      ex:c1 a ex:Col ; ex:of ex:name ; ex:dt xsd:string .
      ex:c2 a ex:Col ; ex:of ex:town ; ex:dt xsd:string .
      ex:c3 a ex:Col ; ex:of ex:height .
      ex:r ex:name "A" ; ex:town "B" ; ex:height 1.5 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Col ; sh:property [ sh:path ex:dt ; sh:minCount 1 ; sh:nodeKind sh:IRI ] .`,
      first: /^(needsInput|none|.*xsd:decimal)/,
    },
    'nodekind numbers': {
      data: `
      ex:p1 sh:path ex:country ; sh:nodeKind sh:IRI .
      ex:p1 a ex:Dim .
      ex:p2 a ex:Dim ; sh:path ex:sex ; sh:nodeKind sh:IRI .
      ex:p3 a ex:Dim ; sh:path ex:year .
      ex:o1 ex:country ex:ch ; ex:sex ex:f ; ex:year 2020 .
      ex:o2 ex:country ex:de ; ex:sex ex:m ; ex:year 2021 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Dim ; sh:property [ sh:path sh:nodeKind ; sh:minCount 1 ] .`,
      first: /^certain: Add sh:Literal/,
    },
    'contradiction copied': {
      data: `
      ex:w1 a ex:Word ; ex:pos ex:noun ; ex:hypernym ex:w2 .
      ex:w2 a ex:Word ; ex:pos ex:noun .
      ex:w3 a ex:Word ; ex:pos ex:verb ; ex:hypernym ex:w2 .
      ex:w4 a ex:Word ; ex:pos ex:verb ; ex:hypernym ex:w5 .
      ex:w5 a ex:Word ; ex:pos ex:verb .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetNode ex:w3 ; sh:property [ sh:path ( ex:hypernym ex:pos ) ; sh:equals ex:pos ] .`,
      first: /^possible/,
    },
  });
});

describe('branches are not satisfied by deleting what tells them apart', () => {
  check({
    xone: {
      data: `
      ex:g1 a ex:Geo ; ex:lat 1.0 ; ex:long 2.0 .
      ex:g2 a ex:Geo ; ex:wkt "POINT(1 2)" .
      ex:g3 a ex:Geo ; ex:lat 3.0 .
      ex:g4 a ex:Geo ; ex:lat 1.5 ; ex:long 2.5 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Geo ; sh:xone ( [ sh:property [ sh:path ex:wkt ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:lat ; sh:minCount 1 ] ; sh:property [ sh:path ex:long ; sh:minCount 1 ] ] ) .`,
      first: /^needsInput: Add .*ex:long of ex:g3/,
    },
    'or empty': {
      data: `
      ex:r1 a ex:Res ; ex:access ex:Restricted ; ex:reason "privacy" .
      ex:r2 a ex:Res ; ex:access ex:Open .
      ex:r3 a ex:Res ; ex:access ex:Restricted .
      ex:r4 a ex:Res ; ex:access ex:Open .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Res ; sh:or ( [ sh:property [ sh:path ex:access ; sh:hasValue ex:Open ] ] [ sh:property [ sh:path ex:reason ; sh:minCount 1 ] ] ) .`,
      first: /^needsInput: Add .*ex:reason of ex:r3/,
    },
    'or maxcount0 class': {
      data: `
      ex:a a ex:Obs ; ex:proc ex:p1 .
      ex:p1 a ex:Proc .
      ex:b a ex:Obs ; ex:proc ex:p2 .
      ex:p2 rdfs:label "no type" .
      ex:c a ex:Obs .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Obs ; sh:or ( [ sh:property [ sh:path ex:proc ; sh:maxCount 0 ] ] [ sh:property [ sh:path ex:proc ; sh:class ex:Proc ] ] ) .`,
      first: /^likely: Add type ex:Proc to ex:p2/,
    },
    'xone both': {
      data: `
      ex:p1 a ex:P ; ex:full "Ann Lee" .
      ex:p2 a ex:P ; ex:given "Bo" ; ex:family "Ray" .
      ex:p3 a ex:P ; ex:full "Cy Dee" ; ex:given "Cy" .
      ex:p4 a ex:P ; ex:full "D E" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetNode ex:p3 ; sh:xone ( [ sh:property [ sh:path ex:full ; sh:minCount 1 ] ] [ sh:property [ sh:path ex:given ; sh:minCount 1 ] ] ) .`,
      first: /^possible/,
    },
  });
});

describe('texts are read before they are edited', () => {
  check({
    'time short': {
      data: `
      ex:a a ex:E ; ex:at "08:15:00" .
      ex:b a ex:E ; ex:at "7:05" .
      ex:c a ex:E ; ex:at "10:00:00" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path ex:at ; sh:pattern "^[0-9]{2}:[0-9]{2}:[0-9]{2}$" ] .`,
      first: /^(certain|likely): Change "7:05" to "07:05:00"/,
    },
    'time pm': {
      data: `
      ex:a a ex:E ; ex:at "08:15" .
      ex:b a ex:E ; ex:at "2:30 pm" .
      ex:c a ex:E ; ex:at "10:00" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path ex:at ; sh:pattern "^([01][0-9]|2[0-3]):[0-5][0-9]$" ] .`,
      first: /^(certain|likely): Change "2:30 pm" to "14:30"/,
    },
    country: {
      data: `
      ex:a a ex:E ; ex:country "DE" .
      ex:b a ex:E ; ex:country "Norway" .
      ex:c a ex:E ; ex:country "FR" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path ex:country ; sh:pattern "^[A-Z]{2}$" ] .`,
      first: /^(certain|likely): Change "Norway" to "NO"|^needsInput/,
    },
    'media type': {
      data: `
      ex:a a ex:E ; dcat:mediaType "text/csv" .
      ex:b a ex:E ; dcat:mediaType "JSON" .
      ex:c a ex:E ; dcat:mediaType "text/html" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path dcat:mediaType ; sh:pattern "^[a-z]+/[a-z0-9.+-]+$" ] .`,
      first: /^(certain|likely): Change "JSON" to "application\/json"/,
    },
    'isbn hyphens': {
      data: `
      ex:a a ex:E ; ex:isbn "9783161484100" .
      ex:b a ex:E ; ex:isbn "978-0-306-40615-7" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path ex:isbn ; sh:pattern "^[0-9]{13}$" ] .`,
      first: /^(certain|likely): Change "978-0-306-40615-7" to "9780306406157"/,
    },
    isbn10: {
      data: `
      ex:a a ex:E ; ex:isbn "9783161484100" .
      ex:b a ex:E ; ex:isbn "0-306-40615-2" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path ex:isbn ; sh:pattern "^97[89][0-9]{10}$" ] .`,
      first: /^(certain|likely): Change .* to "9780306406157"|^needsInput/,
    },
    phone: {
      data: `
      ex:a a ex:E ; ex:tel "+4930123456" .
      ex:b a ex:E ; ex:tel "(030) 987 654" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path ex:tel ; sh:pattern "^\\\\+[0-9]{8,15}$" ] .`,
      first: /^(needsInput|none)/,
    },
    orcid: {
      data: `
      ex:a a ex:E ; ex:orcid "0000-0002-1825-0097" .
      ex:b a ex:E ; ex:orcid "https://orcid.org/0000-0001-5109-3700" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path ex:orcid ; sh:pattern "^[0-9]{4}-[0-9]{4}-[0-9]{4}-[0-9]{3}[0-9X]$" ] .`,
      first: /^(certain|likely): Change .* to "0000-0001-5109-3700"/,
    },
    'title too long': {
      data: `
      ex:a a ex:E ; dct:title "Short" .
      ex:b a ex:E ; dct:title "A very long title of a report that goes on" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path dct:title ; sh:maxLength 12 ] .`,
      first: /^(needsInput|none|possible)/,
    },
    month: {
      data: `
      ex:a a ex:E ; dct:date "2024-03" .
      ex:b a ex:E ; dct:date "March 2023" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path dct:date ; sh:pattern "^[0-9]{4}-[0-9]{2}$" ] .`,
      first: /^(certain|likely): Change .* to "2023-03"/,
    },
    'french date': {
      data: `
      ex:a a ex:E ; dct:date "2024-03-01" .
      ex:b a ex:E ; dct:date "1er mars 2023" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:E ; sh:property [ sh:path dct:date ; sh:pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" ] .`,
      first: /^(certain|likely): Change .* to "2023-03-01"/,
    },
  });
});

describe('a wrong namespace or property is mended, not joined', () => {
  check({
    'prefix without hash': {
      data: `
      @prefix v: <https://v.example.org/def> .
      ex:a a ex:P ; v:name "A" ; v:age 3 .
      ex:b a ex:P ; v:name "B" ; v:age 4 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path <https://v.example.org/def#name> ; sh:minCount 1 ] , [ sh:path <https://v.example.org/def#age> ; sh:minCount 1 ] .`,
      first:
        /^certain: Change the namespace <https:\/\/v\.example\.org\/def> to <https:\/\/v\.example\.org\/def#> in 4 statements/,
    },
    'half renamed': {
      data: `
      ex:a a ex:P ; ex:fullName "A" .
      ex:b a ex:P ; ex:fullName "B" .
      ex:c a ex:P ; ex:name "C" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ex:fullName ; sh:minCount 1 ] .`,
      first: /Change ex:name to ex:fullName/,
    },
    'foaf noslash': {
      data: `
      @prefix fo: <http://xmlns.com/foaf/0.1> .
      ex:a a ex:P ; fo:name "A" ; fo:mbox <mailto:a@x.org> .
      ex:b a ex:P ; fo:name "B" ; fo:mbox <mailto:b@x.org> .
      ex:c a ex:P ; fo:name "C" ; fo:mbox <mailto:c@x.org> .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path foaf:name ; sh:minCount 1 ] .`,
      first:
        /^certain: Change the namespace <http:\/\/xmlns\.com\/foaf\/0\.1> to <http:\/\/xmlns\.com\/foaf\/0\.1\/> in 6 statements/,
    },
    'class ns': {
      data: `
      @prefix ob: <http://www.w3.org/ns/sosa#> .
      ex:o1 a ob:Observation ; ob:hasSimpleResult 5 .
      ex:o2 a ob:Observation ; ob:hasSimpleResult 6 .
      ex:x ex:made ex:o1, ex:o2 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetObjectsOf ex:made ; sh:class sosa:Observation .
      ex:T a sh:NodeShape ; sh:targetClass sosa:Observation ; sh:property [ sh:path sosa:hasSimpleResult ; sh:minCount 1 ] .`,
      first:
        /^certain: Change the namespace <http:\/\/www\.w3\.org\/ns\/sosa#> to <.*sosa\/> in 4 statements/,
    },
    'prefixes swapped': {
      data: `
      @prefix dca: <http://purl.org/dc/terms/> .
      @prefix dtt: <http://www.w3.org/ns/dcat#> .
      ex:d1 a dtt:Dataset ; dca:title "A" ; dca:keyword "x" .
      ex:d2 a dtt:Dataset ; dca:title "B" ; dca:keyword "y" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass dcat:Dataset ; sh:property [ sh:path dcat:keyword ; sh:minCount 1 ] .`,
      first: /^possible: Change dct:keyword to dcat:keyword/,
    },
    'https schema': {
      data: `
      @prefix sc: <https://schema.org/> .
      ex:d1 a ex:D ; sc:name "A" ; sc:url <http://a> .
      ex:d2 a ex:D ; sc:name "B" ; sc:url <http://b> .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:D ; sh:property [ sh:path <http://schema.org/name> ; sh:minCount 1 ] , [ sh:path <http://schema.org/url> ; sh:minCount 1 ] .`,
      first:
        /^certain: Change the namespace <https:\/\/schema\.org\/> to <http:\/\/schema\.org\/> in 4 statements/,
    },
  });
});

describe('paths that reach the node itself', () => {
  check({
    'what most have themselves, along a path of any length': {
      data: `
      ex:a a ex:Part ; ex:drawing ex:d1 .
      ex:b a ex:Part ; ex:drawing ex:d2 .
      ex:c a ex:Part ; ex:copyOf ex:a .
      ex:d a ex:Part .
      ex:d1 a ex:Drawing . ex:d2 a ex:Drawing .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Part ; sh:property [
        sh:path [ sh:zeroOrMorePath ex:copyOf ] ; sh:qualifiedMinCount 1 ;
        sh:qualifiedValueShape [ sh:property [ sh:path ex:drawing ; sh:minCount 1 ] ] ] .`,
      first: /^needsInput: .* as ex:drawing of ex:d$/,
    },
    'own first': {
      data: `
      ex:a a ex:P ; ex:name "A" ; ex:partOf ex:b .
      ex:b a ex:P ; ex:name "B" ; ex:code "b" .
      ex:c a ex:P ; ex:name "C" ; ex:code "c" .
      ex:d a ex:P ; ex:name "D" ; ex:code "d" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ( [ sh:zeroOrOnePath ex:owner ] ex:code ) ; sh:minCount 1 ] .`,
      first: /^needsInput: Add "" as ex:code of ex:a/,
    },
    'inherited (the opposite)': {
      data: `
      ex:u a ex:P ; ex:site "Main" ; ex:has ex:a, ex:b, ex:c .
      ex:a a ex:P ; dct:isPartOf ex:u .
      ex:b a ex:P ; dct:isPartOf ex:u .
      ex:c a ex:P .
      ex:u dct:hasPart ex:a, ex:b, ex:c .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ( [ sh:zeroOrMorePath dct:isPartOf ] ex:site ) ; sh:minCount 1 ] .`,
      first: /Add ex:u as dct:isPartOf of ex:c/,
    },
    'qualified self': {
      data: `
      ex:b1 a ex:Building ; ex:hasPart ex:w1 .
      ex:w1 a ex:Wing .
      ex:b2 a ex:Building ; ex:exit ex:e1 .
      ex:e1 a ex:Exit .
      ex:b3 a ex:Building ; ex:exit ex:e3 .
      ex:e3 a ex:Exit .
      ex:b4 a ex:Building .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetNode ex:b4 ; sh:property [ sh:path ( [ sh:zeroOrMorePath ex:hasPart ] ex:exit ) ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Exit ] ] .`,
      first: /^needsInput: .* as ex:exit of ex:b4/,
    },
    'self class': {
      data: `
      ex:a a ex:Node ; ex:next ex:b .
      ex:b a ex:Node, ex:Root .
      ex:c a ex:Node ; ex:next ex:d .
      ex:d a ex:Node .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetNode ex:c ; sh:property [ sh:path [ sh:zeroOrMorePath ex:next ] ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Root ] ] .`,
      first: /^(possible|needsInput)/,
    },
    'broader or self': {
      data: `
      ex:t a ex:C ; ex:scheme ex:s .
      ex:u a ex:C ; ex:scheme ex:s .
      ex:v a ex:C ; skos:broader ex:t .
      ex:w a ex:C .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetNode ex:w ; sh:property [ sh:path ( [ sh:zeroOrOnePath skos:broader ] ex:scheme ) ; sh:hasValue ex:s ] .`,
      first: /^certain: Add ex:s as ex:scheme of ex:w/,
    },
    'max own': {
      data: `
      ex:r a ex:R ; ex:owner ex:p ; ex:mail "a@x" .
      ex:p ex:mail "p@x" .
      ex:q a ex:R ; ex:mail "q@x" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:R ; sh:property [ sh:path ( [ sh:zeroOrOnePath ex:owner ] ex:mail ) ; sh:maxCount 1 ] .`,
      first: /^possible/,
    },
  });
});

describe('what comes to light is no reason to be silent', () => {
  check({
    'class typo reveals': {
      data: `
      ex:a a ex:Person ; ex:name "A" ; ex:born 1950 .
      ex:b a ex:Person ; ex:name "B" ; ex:born 1960 .
      ex:c a ex:Persn ; ex:name "C" .
      ex:x ex:knows ex:a, ex:b, ex:c .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetObjectsOf ex:knows ; sh:class ex:Person .
      ex:T a sh:NodeShape ; sh:targetClass ex:Person ; sh:property [ sh:path ex:born ; sh:minCount 1 ] .`,
      first: /Change the type from ex:Persn to ex:Person for ex:c/,
    },
    'text names untyped': {
      data: `
      ex:w1 a ex:Work ; ex:author ex:ben .
      ex:w2 a ex:Work ; ex:author "Cleo Marsh" .
      ex:ben a ex:Agent, ex:Human ; foaf:name "Ben" .
      ex:cleo a ex:Human ; foaf:name "Cleo Marsh" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Work ; sh:property [ sh:path ex:author ; sh:class ex:Agent ] .`,
      first: /Change "Cleo Marsh" to ex:cleo/,
    },
    'room no sensor': {
      data: `
      ex:r1 a ex:Room ; ex:has ex:s1 .
      ex:s1 a ex:Sensor ; ex:unit ex:C .
      ex:r2 a ex:Room ; ex:has ex:s2 .
      ex:s2 a ex:Sensr ; rdfs:label "S2" .
      ex:r3 a ex:Room ; ex:has ex:s3 .
      ex:s3 a ex:Sensor ; ex:unit ex:C .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:has ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Sensor ] ] .
      ex:T a sh:NodeShape ; sh:targetClass ex:Sensor ; sh:property [ sh:path ex:unit ; sh:minCount 1 ] .`,
      first: /Change the type from ex:Sensr to ex:Sensor for ex:s2/,
    },
    'rooms (the opposite)': {
      data: `
      ex:r1 a ex:Room ; ex:has ex:s1 .
      ex:s1 a ex:Sensor ; ex:unit ex:C .
      ex:r2 a ex:Room ; ex:has ex:l2 .
      ex:l2 a ex:Lamp .
      ex:r3 a ex:Room ; ex:has ex:s3, ex:l3 .
      ex:s3 a ex:Sensor ; ex:unit ex:C .
      ex:l3 a ex:Lamp .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:has ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:class ex:Sensor ] ] .
      ex:T a sh:NodeShape ; sh:targetClass ex:Sensor ; sh:property [ sh:path ex:unit ; sh:minCount 1 ] .`,
      first: /^needsInput: Add new ex:Sensor_1/,
    },
    'type 4 more': {
      data: `
      ex:d1 a ex:Dataset ; ex:t "a" ; ex:d "b" ; ex:p ex:x ; ex:k "c" .
      ex:d2 a ex:WrongDatasetType ; ex:t "q" .
      ex:c ex:dataset ex:d1, ex:d2 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetObjectsOf ex:dataset ; sh:class ex:Dataset .
      ex:T a sh:NodeShape ; sh:targetClass ex:Dataset ; sh:property [ sh:path ex:d ; sh:minCount 1 ] , [ sh:path ex:p ; sh:minCount 1 ; sh:nodeKind sh:IRI ] , [ sh:path ex:k ; sh:minCount 1 ], [ sh:path ex:t ; sh:minCount 1 ] .`,
      first: /^needsInput: .*ex:Dataset/,
    },
    'a verb too many': {
      data: `
      ex:b1 a ex:Book ; ex:title "Wind" .
      ex:b2 a ex:Book ; ex:hasTitle "Rain" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Book ; sh:property [ sh:path ex:title ; sh:minCount 1 ] .`,
      first: /^certain: Change ex:hasTitle to ex:title/,
    },
    'a verb too few, in a closed shape': {
      data: `
      ex:b1 a ex:Book ; ex:isPartOf ex:s .
      ex:b2 a ex:Book ; ex:partOf ex:s .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Book ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:isPartOf ] .`,
      first: /^certain: Change ex:partOf to ex:isPartOf/,
    },
    'another verb (the opposite)': {
      data: `
      ex:b1 a ex:Book ; ex:isPartOf ex:s .
      ex:b2 a ex:Book ; ex:hasPart ex:c .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Book ; sh:property [ sh:path ex:isPartOf ; sh:minCount 1 ] .`,
      first: /^(?!.*Change ex:hasPart)/,
    },
    'typo prop reveals': {
      data: `
      ex:d1 a ex:D ; ex:issued "2020-01-01"^^xsd:date .
      ex:d2 a ex:D ; ex:isued "3.4.2020" .
      ex:d3 a ex:D ; ex:issued "2021-01-01"^^xsd:date .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:D ; sh:property [ sh:path ex:issued ; sh:minCount 1 ] , [ sh:path ex:issued ; sh:datatype xsd:date ] .`,
      first: /^certain: Remove "3.4.2020" as ex:isued of ex:d2 and add "2020-04-03"/,
    },
  });
});

describe('what a query looks for is not all that can be said in data', () => {
  check({
    'that a node is a class': {
      data: `
      ex:a a ex:Pump ; ex:speed 3 . ex:b a ex:Pump ; ex:sped 4 . ex:c a ex:Pump ; ex:speed 5 .`,
      shapes: `
      ex:Pump ex:mayHave ex:speed .
      ex:S a sh:NodeShape ; sh:targetClass ex:Pump ; sh:sparql [ sh:message "unknown property" ; sh:select """
        SELECT $this ?p WHERE { $this ?p ?o . FILTER ( isNumeric(?o) )
          FILTER NOT EXISTS { $this <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2000/01/rdf-schema#Class> }
          FILTER ( ?p != <http://example.org/speed> ) }""" ] .`,
      first: /^(?!.*rdfs:Class)/,
    },
  });
});

describe('names without their namespace', () => {
  check({
    'a relative IRI': {
      data: `
      ex:d1 a ex:D ; ex:by ex:p1 .
      ex:d2 a ex:D ; ex:by <file:///data/p2> .
      ex:p1 a ex:P .
      ex:p2 a ex:P .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:D ; sh:property [ sh:path ex:by ; sh:class ex:P ] .`,
      first: /^certain: Change <file:\/\/\/data\/p2> to ex:p2/,
    },
    'a property where only allowed ones may be': {
      data: `
      ex:d1 a ex:D ; ex:by ex:p1 .
      ex:d2 a ex:D ; <ex:by> ex:p2 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:D ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:by ] .`,
      first: /^certain: Change <ex:by> to ex:by/,
    },
    'a node of which something is missing': {
      data: `
      ex:d1 a ex:D ; ex:by ex:p1 .
      ex:d2 a ex:D ; ex:by <ex:p2> .
      ex:p1 ex:name "P1" .
      ex:p2 ex:name "P2" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:D ; sh:property [ sh:path ( ex:by ex:name ) ; sh:minCount 1 ] .`,
      first: /^certain: Change <ex:p2> to ex:p2/,
    },
    'a name that runs into its namespace': {
      data: `
      ex:d1 a ex:D ; ex:by ex:p1 .
      ex:d2 a ex:D ; ex:by <http://example.orgp2> .
      ex:p1 a ex:P .
      ex:p2 a ex:P .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:D ; sh:property [ sh:path ex:by ; sh:class ex:P ] .`,
      first: /^certain: Change <http:\/\/example\.orgp2> to ex:p2/,
    },
    'a property that runs into its namespace': {
      data: `
      ex:d1 a ex:D ; ex:by ex:p1 .
      ex:d2 a ex:D ; <http://example.orgby> ex:p2 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:D ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:by ] .`,
      first: /^certain: Change <http:\/\/example\.orgby> to ex:by/,
    },
    'type in brackets': {
      data: `
      ex:x ex:knows ex:a, ex:b, ex:c .
      ex:a a ex:Person .
      ex:b a ex:Person .
      ex:c a <ex:Person> .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetObjectsOf ex:knows ; sh:class ex:Person .`,
      first: /^certain: Change the type from <ex:Person> to ex:Person for ex:c/,
    },
    'subject in brackets': {
      data: `
      ex:d1 a ex:Doc ; ex:by ex:p1 .
      ex:d2 a ex:Doc ; ex:by ex:p2 .
      ex:p1 a ex:Person .
      <ex:p2> a ex:Person .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:by ; sh:class ex:Person ] .`,
      first: /Rename <ex:p2> to ex:p2|Change ex:p2 to <ex:p2>/,
    },
    'in member': {
      data: `
      ex:d1 a ex:Doc ; ex:st ex:open .
      ex:d2 a ex:Doc ; ex:st <ex:open> .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:st ; sh:in ( ex:open ex:closed ) ] .`,
      first: /^certain: Change <ex:open> to ex:open/,
    },
  });
});

describe('a value that stands beside', () => {
  check({
    extension: {
      data: `
      ex:a a ex:F ; ex:file "a.png" ; ex:ext "png" .
      ex:b a ex:F ; ex:file "b.jpg" ; ex:ext "jpg" .
      ex:c a ex:F ; ex:file "c.svg" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:F ; sh:property [ sh:path ex:ext ; sh:minCount 1 ] .`,
      first: /Add "svg" as ex:ext/,
    },
    'year of date': {
      data: `
      ex:a a ex:F ; dct:date "2021-05-01"^^xsd:date ; ex:year 2021 .
      ex:b a ex:F ; dct:date "2020-02-03"^^xsd:date ; ex:year 2020 .
      ex:c a ex:F ; dct:date "2019-08-09"^^xsd:date .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:F ; sh:property [ sh:path ex:year ; sh:minCount 1 ; sh:datatype xsd:integer ] .`,
      first: /Add 2019 as ex:year/,
    },
    'value of neighbour': {
      data: `
      ex:i1 a time:Instant ; time:inXSDDate "2021-05-01"^^xsd:date .
      ex:i2 a time:Instant ; time:inXSDDate "2022-05-01"^^xsd:date .
      ex:i3 a time:Instant ; time:inXSDDate "2023-01-01"^^xsd:date .
      ex:e1 a ex:Ev ; ex:when ex:i1 ; ex:date "2021-05-01"^^xsd:date .
      ex:e2 a ex:Ev ; ex:when ex:i2 ; ex:date "2022-05-01"^^xsd:date .
      ex:e3 a ex:Ev ; ex:when ex:i3 .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Ev ; sh:property [ sh:path ex:date ; sh:minCount 1 ] .`,
      first: /Add "2023-01-01"\^\^xsd:date as ex:date/,
    },
    'nothing beside (the opposite)': {
      data: `
      ex:a a ex:F ; ex:title "One" ; ex:ext "png" .
      ex:b a ex:F ; ex:title "Two" ; ex:ext "jpg" .
      ex:c a ex:F ; ex:title "Three" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:F ; sh:property [ sh:path ex:ext ; sh:minCount 1 ] .`,
      first: /^needsInput: Add "" as ex:ext/,
    },
    'date of instant': {
      data: `
      ex:e1 a ex:Ev ; time:hasBeginning ex:i1 ; ex:start "2021-05-01"^^xsd:date .
      ex:i1 a time:Instant ; time:inXSDDateTimeStamp "2021-05-01T10:00:00Z"^^xsd:dateTimeStamp .
      ex:e2 a ex:Ev ; time:hasBeginning ex:i2 ; ex:start "2021-06-02"^^xsd:date .
      ex:i2 a time:Instant ; time:inXSDDateTimeStamp "2021-06-02T11:00:00Z"^^xsd:dateTimeStamp .
      ex:e3 a ex:Ev ; time:hasBeginning ex:i3 .
      ex:i3 a time:Instant ; time:inXSDDateTimeStamp "2022-07-03T09:30:00Z"^^xsd:dateTimeStamp .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:Ev ; sh:property [ sh:path ex:start ; sh:minCount 1 ; sh:datatype xsd:date ] .`,
      first: /^certain: Add "2022-07-03"/,
    },
    'instant own': {
      data: `
      ex:i1 a time:Instant ; rdfs:label "2020-03-04" ; time:inXSDDate "2020-03-04"^^xsd:date .
      ex:i2 a time:Instant ; rdfs:label "2020-05-06" ; time:inXSDDate "2020-05-06"^^xsd:date .
      ex:i3 a time:Instant ; rdfs:label "2021-07-08" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass time:Instant ; sh:property [ sh:path time:inXSDDate ; sh:minCount 1 ; sh:datatype xsd:date ] .`,
      first: /^certain: Add "2021-07-08"/,
    },
    'one other only': {
      data: `
      ex:i1 a time:Instant ; rdfs:label "4 March 2020" ; time:inXSDDate "2020-03-04"^^xsd:date .
      ex:i3 a time:Instant ; rdfs:label "8 July 2021" .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass time:Instant ; sh:property [ sh:path time:inXSDDate ; sh:minCount 1 ; sh:datatype xsd:date ] .`,
      first: /^needsInput/,
    },
    'two langs': {
      data: `
      ex:c1 a skos:Concept ; skos:prefLabel "Water"@en, "Wasser"@de .
      ex:c2 a skos:Concept ; skos:prefLabel "Fire"@en ; skos:altLabel "Feuer"@de .
      ex:c3 a skos:Concept ; skos:prefLabel "Air"@en, "Luft"@de .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass skos:Concept ; sh:property [ sh:path skos:prefLabel ; sh:qualifiedMinCount 1 ; sh:qualifiedValueShape [ sh:languageIn ( "de" ) ] ] .`,
      first: /^needsInput/,
    },
    'notation in iri': {
      data: `
      ex:A01 a skos:Concept ; skos:notation "A01" .
      ex:B22 a skos:Concept ; skos:notation "B22" .
      ex:C7 a skos:Concept .`,
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass skos:Concept ; sh:property [ sh:path skos:notation ; sh:minCount 1 ] .`,
      first: /^certain: Add "C7"/,
    },
  });
});

describe('how people write telephone numbers, addresses, currencies and codes', () => {
  const pattern = (regex: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:minCount 1 ; sh:pattern "${regex}" ] .`;
  const length = `ex:S a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:p ; sh:maxLength 6 ] .`;
  const area = `
      ex:S a sh:NodeShape ; sh:targetClass ex:Room ; sh:property [ sh:path ex:area ; sh:node ex:Q ] .
      ex:Q a sh:NodeShape ; sh:property [ sh:path ex:unit ; sh:minCount 1 ; sh:nodeKind sh:IRI ] .`;
  check({
    '00 for +': {
      data: 'ex:a a ex:T ; ex:p "0049 89 123456" .',
      shapes: pattern('^\\\\+[0-9 ]+$'),
      first: /^(?:certain|likely): Change "0049 89 123456" to "\+49 89 123456"/,
    },
    'a number without its country (the opposite)': {
      data: 'ex:a a ex:T ; ex:p "089 123456" .',
      shapes: pattern('^\\\\+[0-9 ]+$'),
      first: /^needsInput/,
    },
    '(at) for @': {
      data: 'ex:a a ex:T ; ex:p "choir(at)town.example.org" .',
      shapes: pattern('^[^@ ]+@[^@ ]+\\\\.[a-z]+$'),
      first: /^(?:certain|likely): Change "choir\(at\)town.example.org" to "choir@town.example.org"/,
    },
    'at and dot': {
      data: 'ex:a a ex:T ; ex:p "choir [at] town [dot] org" .',
      shapes: pattern('^[^@ ]+@[^@ ]+\\\\.[a-z]+$'),
      first: /^(?:certain|likely): Change "choir \[at\] town \[dot\] org" to "choir@town.org"/,
    },
    'the sign of a currency': {
      data: 'ex:a a ex:T ; ex:p "€" .',
      shapes: pattern('^[A-Z]{3}$'),
      first: /^(?:certain|likely): Change "€" to "EUR"/,
    },
    'a sign of several currencies (the opposite)': {
      data: 'ex:a a ex:T ; ex:p "$" .',
      shapes: pattern('^[A-Z]{3}$'),
      first: /^needsInput/,
    },
    'a blank in a code': {
      data: 'ex:a a ex:T ; ex:p "HX 1043" .',
      shapes: length,
      first: /^(?:certain|likely): Change "HX 1043" to "HX1043"/,
    },
    'a code that is too long (the opposite)': {
      data: 'ex:a a ex:T ; ex:p "HX10433" .',
      shapes: length,
      first: /^needsInput/,
    },
    'what all other blank nodes of the property have': {
      data: `
      ex:a a ex:Room ; ex:area [ ex:value 61.5 ; ex:unit ex:M2 ] .
      ex:b a ex:Room ; ex:area [ ex:value 58.0 ; ex:unit ex:M2 ] .
      ex:c a ex:Room ; ex:area [ ex:value 58.5 ; ex:unit ex:M2 ] .
      ex:d a ex:Room ; ex:area [ ex:value 59.5 ; ex:unit ex:M2 ] .
      ex:e a ex:Room ; ex:area [ ex:value 21.0 ] .`,
      shapes: area,
      first: /^(?:certain|likely): Add ex:M2 as ex:unit/,
    },
    'where they differ (the opposite)': {
      data: `
      ex:a a ex:Room ; ex:area [ ex:value 61.5 ; ex:unit ex:M2 ] .
      ex:b a ex:Room ; ex:area [ ex:value 58.0 ; ex:unit ex:FT2 ] .
      ex:e a ex:Room ; ex:area [ ex:value 21.0 ] .`,
      shapes: area,
      first: /^needsInput/,
    },
  });
});

describe('two dates in the wrong order', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:Concert ; sh:property [ sh:path ex:start ; sh:lessThan ex:end ] .`;
  const others = [1, 2, 3].map(
    (i) =>
      `ex:c${i} a ex:Concert ; ex:start "2026-0${i}-12T19:30:00"^^xsd:dateTime ; ex:end "2026-0${i}-12T21:30:00"^^xsd:dateTime .`,
  );
  check({
    'a mistyped month': {
      data: `${others.join('\n')}
      ex:d a ex:Concert ; ex:start "2026-06-20T19:00:00"^^xsd:dateTime ; ex:end "2026-05-20T21:00:00"^^xsd:dateTime .`,
      shapes,
      first: /^(?:likely|possible): Change .*(?:2026-06-20T21:00:00|2026-05-20T19:00:00)/,
    },
    'too few others to tell, and swapped they would be too far apart': {
      data: `${others[0]}
      ex:d a ex:Concert ; ex:start "2026-06-20T19:00:00"^^xsd:dateTime ; ex:end "2026-05-20T21:00:00"^^xsd:dateTime .`,
      shapes,
      first: /^(?:needsInput|possible)/,
    },
    'swapped (the opposite)': {
      data: `${others.join('\n')}
      ex:d a ex:Concert ; ex:start "2026-06-20T21:00:00"^^xsd:dateTime ; ex:end "2026-06-20T19:00:00"^^xsd:dateTime .`,
      shapes,
      first: /^(?:certain|likely): Swap/,
    },
  });
});

describe('a decimal point at the wrong place', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:Place ; sh:property [ sh:path ex:lat ; sh:minInclusive -90 ; sh:maxInclusive 90 ] .`;
  check({
    'where others have numbers nearby': {
      data: `ex:a a ex:Place ; ex:lat 48.137 . ex:b a ex:Place ; ex:lat 48.139 . ex:c a ex:Place ; ex:lat 481.42 .`,
      shapes,
      first: /^(?:likely|possible): Change 481.42 to 48.142/,
    },
    'where others are anywhere (the opposite)': {
      data: `ex:a a ex:Place ; ex:lat 48.137 . ex:b a ex:Place ; ex:lat -3.2 . ex:c a ex:Place ; ex:lat 481.42 .`,
      shapes,
      first: /^needsInput/,
    },
    'where there are no others (the opposite)': {
      data: `ex:c a ex:Place ; ex:lat 481.42 .`,
      shapes,
      first: /^needsInput/,
    },
  });
});

describe('a slip in a short part of a name, and a text in another language', () => {
  check({
    'swapped letters of an abbreviation': {
      data: 'ex:a a ex:P ; ex:license ex:GLP-3.0 . ex:b a ex:P ; ex:license ex:MIT .',
      shapes: `
      ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ex:license ; sh:in ( ex:MIT ex:Apache-2.0 ex:GPL-3.0 ) ] .`,
      first: /^(?:certain|likely): Change ex:GLP-3.0 to ex:GPL-3.0/,
    },
    'a letter that no text of its language has': {
      data: `
      ex:flour a ex:Food ; rdfs:label "flour"@en , "farine"@fr . ex:milk a ex:Food ; rdfs:label "milk"@en , "lait"@fr .
      ex:egg a ex:Food ; rdfs:label "egg"@en , "œuf"@en . ex:butter a ex:Food ; rdfs:label "butter"@en .
      ex:mint a ex:Food ; rdfs:label "mint"@en .`,
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Food ; sh:property [ sh:path rdfs:label ; sh:uniqueLang true ] .`,
      first: /Change "œuf"@en to "œuf"@fr/,
    },
  });
});

describe('a value under a property that a closed shape does not allow', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:Cook ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
        sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ] ;
        sh:property [ sh:path ex:since ; sh:datatype xsd:integer ] .`;
  const missing = `ex:T a sh:NodeShape ; sh:targetClass ex:Cook ; sh:property [ sh:path ex:name ; sh:minCount 1 ] .
      ex:S a sh:NodeShape ; sh:targetNode ex:jo ; sh:closed true ; sh:ignoredProperties ( rdf:type ex:name ) .`;
  check({
    'the only one': {
      data: 'ex:jo a ex:Cook ; ex:fullName "Jo Marsh" . ex:ana a ex:Cook ; ex:name "Ana Ruiz" .',
      shapes: missing,
      first: /^(?:certain|likely|possible): Change ex:fullName to ex:name/,
    },
    'one of two (the opposite)': {
      data: 'ex:jo a ex:Cook ; ex:motto "Salt" ; ex:address "12 Hill Road" . ex:ana a ex:Cook ; ex:name "Ana Ruiz" .',
      shapes: shapes.replace('sh:closed true ; sh:ignoredProperties ( rdf:type ) ;', '').concat(`
      ex:U a sh:NodeShape ; sh:targetNode ex:jo ; sh:closed true ; sh:ignoredProperties ( rdf:type ex:name ) .`),
      first: /^(?!.*Change ex:(?:motto|address) to ex:name)/,
    },
  });
});

describe('units in a code list', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:Use ; sh:property [ sh:path ex:unit ; sh:in ( "g" "ml" "piece" ) ] .`;
  check({
    'the name of one': {
      data: 'ex:a a ex:Use ; ex:amount 15.0 ; ex:unit "gram" .',
      shapes,
      first: /^(?:certain|likely): Change "gram" to "g"/,
    },
    'another unit, which would make another amount (the opposite)': {
      data: 'ex:a a ex:Use ; ex:amount 0.4 ; ex:unit "kg" .',
      shapes,
      first: /^(?!.*Change "kg" to "g")/,
    },
  });
});

describe('a number and its unit are exchanged together', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:Reading ; sh:property [ sh:path ex:result ; sh:node ex:Q ] ,
        [ sh:path ( ex:result ex:unit ) ; sh:hasValue "Cel" ] , [ sh:path ( ex:result ex:number ) ; sh:maxInclusive 43.0 ] .
      ex:Q a sh:NodeShape ; sh:property [ sh:path ex:unit ; sh:maxCount 1 ] .`;
  const others = `
      ex:x a ex:Reading ; ex:result [ ex:number 37.2 ; ex:unit "Cel" ] . ex:y a ex:Reading ; ex:result [ ex:number 36.5 ; ex:unit "Cel" ] .`;
  check({
    'the unit that the shape requires': {
      data: `ex:a a ex:Reading ; ex:result [ ex:number 101.3 ; ex:unit "[degF]" ] . ${others}`,
      shapes,
      first: /^likely: Change 101\.3 to 38\.5 and change "\[degF\]" to "Cel"/,
    },
    'the number is beyond the bound in its own unit': {
      data: `ex:a a ex:Reading ; ex:result [ ex:number 312.15 ; ex:unit "K" ] . ${others}`,
      shapes: shapes.replace('sh:hasValue "Cel"', 'sh:minCount 1'),
      first: /^likely: Change "K" to "Cel" and change 312\.15 to 39\.0/,
    },
    'no second unit beside one that says otherwise (the opposite)': {
      data: `ex:a a ex:Reading ; ex:result [ ex:number 37.0 ; ex:unit "mol" ] . ${others}`,
      shapes,
      first: /^(?!certain|likely).*Change "mol" to "Cel"/,
    },
    'a code list with one unit of the kind': {
      data: 'ex:a a ex:Box ; ex:mass 9100 ; ex:unit "GRM" .',
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Box ; sh:property [ sh:path ex:unit ; sh:in ( "KGM" "MTR" ) ] .`,
      first: /^likely: Change 9100 to 9\.1 and change "GRM" to "KGM"/,
    },
    'a code list with one unit of the kind, and a number that may have a fraction': {
      data: 'ex:a a ex:Box ; ex:mass 9100.0 ; ex:unit "GRM" .',
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Box ; sh:property [ sh:path ex:unit ; sh:in ( "KGM" "MTR" ) ] .`,
      first: /^likely: Change 9100\.0 to 9\.1 and change "GRM" to "KGM"/,
    },
  });
});

describe('what a node says is said otherwise from the other end', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass skos:Concept ;
        sh:sparql [ sh:select "SELECT $this ?value WHERE { $this <http://www.w3.org/2004/02/skos/core#broader> ?value . FILTER NOT EXISTS { ?value <http://www.w3.org/2004/02/skos/core#narrower> $this } }" ] .`;
  const others = `
      ex:gadids a skos:Concept ; skos:narrower ex:cod . ex:cod a skos:Concept ; skos:broader ex:gadids .
      ex:rays a skos:Concept ; skos:narrower ex:skate , ex:thornback . ex:skate a skos:Concept ; skos:broader ex:rays .
      ex:sharks a skos:Concept ; skos:narrower ex:tope . ex:tope a skos:Concept ; skos:broader ex:sharks .`;
  check({
    'copied from a neighbour': {
      data: `ex:thornback a skos:Concept ; skos:broader ex:sharks . ${others}`,
      shapes,
      first: /^(?:likely|possible): Change ex:sharks to ex:rays/,
    },
    'nothing else says so (the opposite)': {
      data: `ex:thornback a skos:Concept ; skos:broader ex:sharks . ${others.replace(' , ex:thornback', '')}`,
      shapes,
      first: /^(?:certain|likely): Add ex:thornback as skos:narrower of ex:sharks/,
    },
    'nothing is said of a node that no file describes': {
      data: `ex:thornback a skos:Concept ; skos:broader ex:other . ${others.replace(' , ex:thornback', '')}`,
      shapes,
      first: /^(?!certain|likely)/,
    },
  });
});

describe('a node that is named by what identifies it', () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Bike ; sh:property [ sh:path ex:maker ; sh:class ex:Firm ] .`;
  const firms = `
      ex:f1 a ex:Firm ; ex:registeredAs "Brighton Frames Ltd" ; ex:seat "Brighton" . ex:f2 a ex:Firm ; ex:registeredAs "Norvik AS" ; ex:seat "Brighton" .
      ex:b a ex:Bike ; ex:maker ex:f2 .`;
  check({
    'a text that no two of them share': {
      data: `ex:a a ex:Bike ; ex:maker "Brighton Frames Ltd" . ${firms}`,
      shapes,
      first: /^(?:certain|likely): Change "Brighton Frames Ltd" to ex:f1/,
    },
    'a text that is the same for several (the opposite)': {
      data: `ex:a a ex:Bike ; ex:maker "Brighton" . ${firms}`,
      shapes,
      first: /^(?!certain|likely)/,
    },
    'a blank node of which nothing else is said': {
      data: `ex:a a ex:Bike ; ex:maker [ a ex:Firm ; ex:registeredAs "Norvik AS" ] . ${firms}`,
      shapes: shapes.replace('sh:class ex:Firm', 'sh:nodeKind sh:IRI'),
      first: /^likely: Change the node \(a ex:Firm\) to ex:f2/,
    },
    'a blank node of which something else is said (the opposite)': {
      data: `ex:a a ex:Bike ; ex:maker [ a ex:Firm ; ex:registeredAs "Norvik AS" ; ex:seat "Oslo" ] . ${firms}`,
      shapes: shapes.replace('sh:class ex:Firm', 'sh:nodeKind sh:IRI'),
      first: /^(?!.*ex:f2)/,
    },
  });
});

describe('codes for words', () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Fish ; sh:property [ sh:path ex:status ; sh:in ( "LC" "NT" "VU" "EN" "CR" ) ] .`;
  check({
    'one code abbreviates the words': {
      data: 'ex:a a ex:Fish ; ex:status "critically endangered" .',
      shapes,
      first: /^possible: Change "critically endangered" to "CR"/,
    },
    'none does (the opposite)': {
      data: 'ex:a a ex:Fish ; ex:status "data deficient" .',
      shapes,
      first: /^(?!certain|likely)/,
    },
  });
});

describe('values of a wrong class', () => {
  check({
    'its own value at the property is not the one that is meant': {
      data: `
      ex:lions a ex:Team ; ex:captain ex:reed . ex:reed a ex:Player ; ex:playsFor ex:lions .
      ex:hawks a ex:Team ; ex:captain ex:lions . ex:hill a ex:Player ; ex:playsFor ex:hawks .`,
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Team ; sh:property [ sh:path ex:captain ; sh:class ex:Player ] .`,
      first: /^(?!(?:certain|likely): Change ex:lions to ex:reed)/,
    },
    'one typing error beside the right one': {
      data: `
      ex:foxes a ex:Team ; ex:ground ex:mill , ex:mil . ex:bears a ex:Team ; ex:ground ex:mill .
      ex:mill a ex:Ground . ex:park a ex:Ground .`,
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Team ; sh:property [ sh:path ex:ground ; sh:class ex:Ground ] .`,
      first: /^(?!(?:certain|likely): Add type ex:Ground to ex:mil)/,
    },
    'a node of its own that nothing describes yet (the opposite)': {
      data: `
      ex:foxes a ex:Team ; ex:ground ex:meadow . ex:bears a ex:Team ; ex:ground ex:mill .
      ex:mill a ex:Ground . ex:park a ex:Ground .`,
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Team ; sh:property [ sh:path ex:ground ; sh:class ex:Ground ] .`,
      first: /^(?:certain|likely): Add type ex:Ground to ex:meadow/,
    },
    'a node that is named for nothing': {
      data: `
      ex:foxes a ex:Team ; ex:ground ex:none . ex:bears a ex:Team ; ex:ground ex:mill .
      ex:mill a ex:Ground . ex:park a ex:Ground .`,
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Team ; sh:property [ sh:path ex:ground ; sh:class ex:Ground ] .`,
      first: /^(?!.*Add type)/,
    },
  });
});

describe('times without a zone', () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Trip ; sh:property [ sh:path ex:starts ; sh:datatype xsd:dateTime ; sh:lessThan ex:ends ] .`;
  const trips = (zone: string) =>
    ['02', '03', '04']
      .map(
        (day, i) =>
          `ex:t${i} a ex:Trip ; ex:starts "2026-03-${day}T07:00:00Z"^^xsd:dateTime ; ex:ends "2026-03-${day}T08:00:00${zone}"^^xsd:dateTime .`,
      )
      .join('\n');
  const late =
    'ex:a a ex:Trip ; ex:starts "2026-03-02 06:30" ; ex:ends "2026-03-02T08:20:00Z"^^xsd:dateTime .';
  check({
    'get the one of all others': {
      data: `${late}\n${trips('Z')}`,
      shapes,
      first: /^(?:certain|likely): Change "2026-03-02 06:30" to "2026-03-02T06:30:00Z"/,
    },
    'where others differ, none is made up (the opposite)': {
      data: `${late}\n${trips('Z')}\nex:z a ex:Trip ; ex:starts "2026-03-09T07:00:00+01:00"^^xsd:dateTime ; ex:ends "2026-03-09T09:00:00Z"^^xsd:dateTime .`,
      shapes,
      first: /^(?!certain|likely)/,
    },
  });
});

describe('two texts in one language', () => {
  check({
    'none of which looks like the language that is missing': {
      data: `
      ex:a a ex:Grape ; rdfs:label "Pinot noir"@fr , "Spätburgunder"@de , "Blauburgunder"@de .
      ex:b a ex:Grape ; rdfs:label "Riesling"@en , "Riesling"@de . ex:c a ex:Grape ; rdfs:label "Merlot"@en , "Merlot"@fr .
      ex:d a ex:Grape ; rdfs:label "Silvaner"@en , "Silvaner"@de . ex:e a ex:Grape ; rdfs:label "Malbec"@fr .`,
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Grape ; sh:property [ sh:path rdfs:label ; sh:uniqueLang true ] .`,
      first: /^(?!certain|likely)/,
    },
  });
});

describe('codes of two and of three letters', () => {
  const asked = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Stop ; sh:property [ sh:path ${path} ; ${asks} ] .`;
  check({
    'of a country, where a pattern asks for the other': {
      data: 'ex:a a ex:Stop ; ex:countryCode "DEU" .',
      shapes: asked('ex:countryCode', 'sh:pattern "^[A-Z]{2}$"'),
      first: /^certain: Change "DEU" to "DE"/,
    },
    'of a country, where a length asks for it': {
      data: 'ex:a a ex:Stop ; ex:countryCode "KHM" .',
      shapes: asked('ex:countryCode', 'sh:maxLength 2'),
      first: /^certain: Change "KHM" to "KH"/,
    },
    'of a country in a list, where the property does not say so': {
      data: 'ex:a a ex:Stop ; ex:place "CH" .',
      shapes: asked('ex:place', 'sh:in ( "CHE" "CHN" "DEU" )'),
      first: /^likely: Change "CH" to "CHE"/,
    },
    'of states, which look like countries (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:state "COL" .',
      shapes: asked('ex:state', 'sh:in ( "CA" "CO" "DE" "IN" )'),
      first: /^(?!certain)/,
    },
    'of a language, which is also that of a country': {
      data: 'ex:a a ex:Stop ; ex:language "SLV" .',
      shapes: asked('ex:language', 'sh:in ( "DE" "FR" "IT" "SL" "SV" )'),
      first: /^certain: Change "SLV" to "SL"$/,
    },
    'of a nationality': {
      data: 'ex:a a ex:Stop ; ex:nationality "NO" .',
      shapes: asked('ex:nationality', 'sh:in ( "SWE" "NOR" "DNK" )'),
      first: /^certain: Change "NO" to "NOR"/,
    },
    'of a language for programs, not for people (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:programmingLanguage "PL" .',
      shapes: asked('ex:programmingLanguage', 'sh:pattern "^[a-z]{3}$"'),
      first: /^(?!certain)/,
    },
    'of a language of data in a list of such (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:schemaLanguage "SQ" .',
      shapes: asked('ex:schemaLanguage', 'sh:in ( "SQL" "SQI" "XSD" )'),
      first: /^(?!certain)/,
    },
    'of what a country has (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:countryCurrency "CHE" .',
      shapes: asked('ex:countryCurrency', 'sh:pattern "^[A-Z]{2}$"'),
      first: /^needsInput/,
    },
    'of a number that a country has (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:countryCallingCode "DEU" .',
      shapes: asked('ex:countryCallingCode', 'sh:pattern "^[A-Z]{2}$"'),
      first: /^needsInput/,
    },
    'of the language of a nation': {
      data: 'ex:a a ex:Stop ; ex:nationLang "CY" .',
      shapes: asked('ex:nationLang', 'sh:pattern "^[A-Z]{3}$"'),
      first: /^(?:certain|likely): Change "CY" to "CYM"/,
    },
    'of a word in which nation is no word (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:explanation "no" .',
      shapes: asked('ex:explanation', 'sh:pattern "^[A-Z]{3}$"'),
      first: /^needsInput/,
    },
    'of an airport (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:destination "CAN" .',
      shapes: asked('ex:destination', 'sh:in ( "CA" "LAX" "JFK" )'),
      first: /^possible/,
    },
    'of a word in which lang is no word (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:slang "de" .',
      shapes: asked('ex:slang', 'sh:pattern "^[a-z]{3}$"'),
      first: /^needsInput/,
    },
    'of a country, which is no language (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:language "AT" .',
      shapes: asked('ex:language', 'sh:in ( "de" "fr" "en" )'),
      first: /^possible/,
    },
    'of a language, in capital letters': {
      data: 'ex:a a ex:Stop ; ex:language "GER" .',
      shapes: asked('ex:language', 'sh:pattern "^[A-Z]{2}$"'),
      first: /^certain: Change "GER" to "DE"/,
    },
    'of a language in libraries': {
      data: 'ex:a a ex:Stop ; ex:language "fa" .',
      shapes: asked('ex:language', 'sh:in ( "dut" "ger" "per" )'),
      first: /^certain: Change "fa" to "per"/,
    },
    'of a language that is named': {
      data: 'ex:a a ex:Stop ; ex:language "German" .',
      shapes: asked('ex:language', 'sh:in ( "dut" "ger" "fre" )'),
      first: /^certain: Change "German" to "ger"/,
    },
    'of a country that is also written otherwise': {
      data: 'ex:a a ex:Stop ; ex:country "UK" . ex:b a ex:Stop ; ex:country "FR" .',
      shapes: asked('ex:country', 'sh:in ( "GB" "FR" "UA" )'),
      first: /^certain: Change "UK" to "GB"/,
    },
    'of a language': {
      data: 'ex:a a ex:Stop ; ex:language "ger" .',
      shapes: asked('ex:language', 'sh:pattern "^[a-z]{2}$"'),
      first: /^certain: Change "ger" to "de"/,
    },
    'of a place that is only named like a nation (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:destination "CAN" .',
      shapes: asked('ex:destination', 'sh:pattern "^[A-Z]{2}$"'),
      first: /^needsInput/,
    },
    'of a country that something is of': {
      data: 'ex:a a ex:Stop ; ex:countryOfOrigin "DEU" .',
      shapes: asked('ex:countryOfOrigin', 'sh:pattern "^[A-Z]{2}$"'),
      first: /^certain: Change "DEU" to "DE"/,
    },
    'of neither (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:currency "CHF" .',
      shapes: asked('ex:currency', 'sh:pattern "^[A-Z]{2}$"'),
      first: /^needsInput/,
    },
    'of units, which look like countries (the opposite)': {
      data: 'ex:a a ex:Stop ; ex:unit "MLI" .',
      shapes: asked('ex:unit', 'sh:in ( "ml" "cm" "kg" "mm" )'),
      first: /^(?!certain|likely)/,
    },
    'a format in a list of media types': {
      data: 'ex:a a ex:Stop ; dcat:mediaType "CSV" .',
      shapes: asked('dcat:mediaType', 'sh:in ( "text/csv" "text/html" "text/tab-separated-values" )'),
      first: /^(certain|likely): Change "CSV" to "text\/csv"/,
    },
  });
});

describe('an IRI that nothing describes, one letter from another one', () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Order ; sh:property [ sh:path ex:buyer ; sh:class ex:Buyer ] .`;
  const order = (buyer: string, other: string) =>
    `ex:x a ex:Order ; ex:buyer ${buyer} . ex:y a ex:Order ; ex:buyer ex:mill . ex:mill a ex:Buyer . ${other} a ex:Buyer .`;
  check({
    'at the end of a name, which tells two apart': {
      data: order('ex:paula', 'ex:paul'),
      shapes,
      first: /^(?!certain)(?!.*ex:paul$)/,
    },
    'inside of a short name': {
      data: order('ex:martin', 'ex:marvin'),
      shapes,
      first: /^(?!certain)/,
    },
    'letters that changed places (the opposite)': {
      data: order('ex:departmnet', 'ex:department'),
      shapes,
      first: /^(?:certain|likely): Change ex:departmnet to ex:department/,
    },
    'a letter that is missing inside of a long word': {
      data: order('ex:departent', 'ex:department'),
      shapes,
      first: /^(?!certain).*Change ex:departent to ex:department/,
    },
    'letters that changed places inside of another word of a joined name': {
      data: order('ex:noncomplaint', 'ex:noncompliant'),
      shapes,
      first: /^(?!certain)/,
    },
    'letters that changed places between joined names': {
      data: order('ex:neilarmstrong', 'ex:nielarmstrong'),
      shapes,
      first: /^(?!certain)/,
    },
    'letters that changed places inside of another word beside a letter': {
      data: order('ex:complaint_a', 'ex:compliant_a'),
      shapes,
      first: /^(?!certain)/,
    },
    'a doubled letter of another name': {
      data: order('ex:johansson', 'ex:johanson'),
      shapes,
      first: /^(?!certain)/,
    },
    'a letter inside of another name': {
      data: order('ex:christina', 'ex:christiana'),
      shapes,
      first: /^(?!certain)/,
    },
    'two letters of another word that changed places': {
      data: order('ex:trial', 'ex:trail'),
      shapes,
      first: /^(?!certain)/,
    },
    'a letter more inside of a word that makes another word': {
      data: order('ex:thorough', 'ex:through'),
      shapes,
      first: /^(?!certain)/,
    },
    'nearly the name of a node of which more is said': {
      data: 'ex:x a ex:Order ; ex:buyer ex:USA . ex:US a ex:Buyer ; rdfs:label "United States" . ex:CA a ex:Buyer ; rdfs:label "Canada" .',
      shapes,
      first: /^(?!certain|likely)/,
    },
    'a letter that is missing inside of a short word': {
      data: order('ex:gren', 'ex:green'),
      shapes,
      first: /^(certain|likely): Change ex:gren to ex:green/,
    },
    'a zero more in a number': {
      data: order('ex:dose_0.05mg', 'ex:dose_0.5mg'),
      shapes,
      first: /^(?!certain|likely)/,
    },
  });
});

describe('words that are joined are no word', () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:key ; sh:pattern "^\\\\S+$" ] .`;
  check({
    'two words': {
      data: 'ex:a a ex:Doc ; ex:key "open data" .',
      shapes,
      first: /^needsInput: Change "open data" to "open-data"/,
    },
    'a number and a word': {
      data: 'ex:a a ex:Doc ; ex:key "2 floors" .',
      shapes,
      first: /^needsInput: Change "2 floors" to "2-floors"/,
    },
    'a name before a mail address, which is not cut': {
      data: 'ex:a a ex:Doc ; ex:key "paul miller@example.org" .',
      shapes: shapes.replace('\\\\S+', '[^\\\\s@]+@[^\\\\s@]+'),
      first: /^needsInput: Change "paul miller@example.org" to "paul-miller@example.org"/,
    },
    'a name before a mail address, which gets no dot': {
      data: 'ex:a a ex:Doc ; ex:key "paul miller@example.org" .',
      shapes: shapes.replace('\\\\S+', '\\\\S+@\\\\S+\\\\.\\\\S+'),
      first: /^needsInput/,
    },
    'a word that the pattern names and its number': {
      data: 'ex:a a ex:Doc ; ex:key "isbn 9783161484100" .',
      shapes: shapes.replace('\\\\S+', 'isbn[0-9]{13}'),
      first: /^needsInput: Change "isbn 9783161484100" to "isbn9783161484100"/,
    },
    'a number and a word, without any sign between them': {
      data: 'ex:a a ex:Doc ; ex:key "12 days" .',
      shapes: shapes.replace('\\\\S+', '[0-9]+[a-z]+'),
      first: /^needsInput: Change "12 days" to "12days"/,
    },
    'a mail address with spaces around its sign (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:key "paul @ example.org" .',
      shapes,
      first: /^certain: Change "paul @ example.org" to "paul@example.org"/,
    },
    'a mail address behind what the pattern begins with (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:key "mailto: jo@x.example" .',
      shapes: shapes.replace('\\\\S+', 'mailto:\\\\S+@\\\\S+'),
      first: /^certain: Change "mailto: jo@x\.example" to "mailto:jo@x\.example"/,
    },
    'a key of letters and digits in two groups (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:key "deadbeef 12345678" .',
      shapes: shapes.replace('\\\\S+', '[0-9a-f]{16}'),
      first: /^certain: Change "deadbeef 12345678" to "deadbeef12345678"/,
    },
    'a code (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:key "AB 1234567" .',
      shapes,
      first: /^(certain|likely): Change "AB 1234567" to "AB1234567"/,
    },
  });
});

describe('M is for minutes and for months', () => {
  const asks = (what: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:takes ; ${what} ] .`;
  check({
    'in a duration': {
      data: 'ex:a a ex:Doc ; ex:takes "30M" .',
      shapes: asks('sh:datatype xsd:duration'),
      first: /^needsInput: Change "30M" to "PT30M"/,
    },
    'in a text that begins with P': {
      data: 'ex:a a ex:Doc ; ex:takes "30M" .',
      shapes: asks('sh:pattern "^P(T.+|.+)$"'),
      first: /^needsInput: Change "30M" to "PT30M"/,
    },
    'in a list that has only one of the two (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:takes "3M" .',
      shapes: asks('sh:in ( "P1M" "P3M" "P6M" "P1Y" )'),
      first: /^(certain|likely): Change "3M" to "P3M"/,
    },
    'in a list that has both': {
      data: 'ex:a a ex:Doc ; ex:takes "3M" .',
      shapes: asks('sh:in ( "P1M" "P3M" "PT3M" "P1Y" )'),
      first: /^needsInput: Change "3M" to "PT3M"/,
    },
    'where a text without its space is accepted (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:takes "30 M" .',
      shapes: asks('sh:pattern "^\\\\S+$"'),
      first: /^certain: Change "30 M" to "30M"/,
    },
    'where a text in capital letters without its space is accepted (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:takes "30 m" .',
      shapes: asks('sh:pattern "^[A-Z0-9]+$"'),
      first: /^certain: Change "30 m" to "30M"/,
    },
    'behind T, it is minutes (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:takes "T30M" .',
      shapes: asks('sh:datatype xsd:duration'),
      first: /^certain: Change "T30M" to "PT30M"/,
    },
  });
});

describe('a namespace that is nearly the one of the shapes', () => {
  const shapes = `@prefix unit: <http://units.example/unit/> . ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:unit ; sh:in ( unit:KG unit:M unit:SEC ) ] .`;
  const units = (name: string) => `<http://units.example/units/${name}>`;
  check({
    'is mended once': {
      data: `ex:a a ex:Doc ; ex:unit ${units('KG')} . ex:b a ex:Doc ; ex:unit ${units('SEC')} .`,
      shapes,
      first: /^likely: Change the namespace .* in 2 statements/,
    },
    'is mended for sure where one letter of a long word is wrong': {
      data: `ex:a a ex:Doc ; ex:unit <http://units.example/measuremnt/KG> . ex:b a ex:Doc ; ex:unit <http://units.example/measuremnt/SEC> .`,
      shapes: shapes.replace('/unit/', '/measurement/'),
      first: /^certain: Change the namespace .* in 2 statements/,
    },
    'is not surely wrong where it is another word': {
      data: `ex:a a ex:Doc ; ex:unit <http://units.example/north/KG> . ex:b a ex:Doc ; ex:unit <http://units.example/north/SEC> .`,
      shapes: shapes.replace('/unit/', '/south/'),
      first: /^(?!certain)/,
    },
    'is not surely wrong where it is a longer word': {
      data: `ex:a a ex:Doc ; ex:unit <http://units.example/male/KG> . ex:b a ex:Doc ; ex:unit <http://units.example/male/SEC> .`,
      shapes: shapes.replace('/unit/', '/female/'),
      first: /^(?!certain)/,
    },
    'is not surely wrong where the host is another one': {
      data: `ex:a a ex:Doc ; ex:unit <http://prod.units.example/KG> . ex:b a ex:Doc ; ex:unit <http://prod.units.example/SEC> .`,
      shapes: shapes.replace('units.example/unit/', 'prog.units.example/'),
      first: /^(?!certain)/,
    },
    'is not surely wrong at one place where it is another word': {
      data: `ex:a a ex:Doc ; ex:unit <http://units.example/input/KG> .`,
      shapes: shapes.replace('/unit/', '/output/'),
      first: /^(?!certain)/,
    },
    'is not surely wrong at one place where it has another number': {
      data: `ex:a a ex:Doc ; ex:unit <http://units.example/alpha2/KG> .`,
      shapes: shapes.replace('/unit/', '/alpha3/'),
      first: /^(?!certain)/,
    },
    'is not surely wrong at one place where the host begins with another language': {
      data: `ex:a a ex:Doc ; ex:unit <http://en.units.example/KG> .`,
      shapes: shapes.replace('units.example/unit/', 'de.units.example/'),
      first: /^(?!certain)/,
    },
    'is left where it differs in a number (the opposite)': {
      data: `ex:a a ex:Doc ; ex:unit <http://units.example/v1/KG> . ex:b a ex:Doc ; ex:unit <http://units.example/v1/M> .`,
      shapes: shapes.replace('/unit/', '/v2/'),
      first: /^(?!.*namespace)/,
    },
    'is left where it has other names (the opposite)': {
      data: `ex:a a ex:Doc ; ex:unit ${units('KG')} . ex:b a ex:Doc ; ex:near ${units('thing')} .`,
      shapes,
      first: /^(?!.*namespace)/,
    },
  });
});

describe('a default is for what nobody stated', () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Order ; sh:property [ sh:path ex:heat ; sh:datatype xsd:integer ; sh:minCount 1 ; sh:maxInclusive 5 ; sh:defaultValue 1 ] .`;
  check({
    'and no correction of what is wrong': {
      data: 'ex:a a ex:Order ; ex:heat 7 .',
      shapes,
      first: /^(?!certain|likely)/,
    },
    'and is likely beside another value that is right': {
      data: 'ex:a a ex:Order ; ex:heat 2 .',
      shapes: shapes.replace('sh:minCount 1', 'sh:minCount 2'),
      first: /^likely: Add 1 as ex:heat/,
    },
    'and is offered, but not sure, where nothing is stated': {
      data: 'ex:a a ex:Order .',
      shapes,
      first: /^(?:likely|possible): Add 1 as ex:heat/,
    },
  });
});

describe('what is made up from the names of others is not known to exist', () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Record ; sh:property [ sh:path ex:shownAt ; sh:minCount 1 ; sh:nodeKind sh:IRI ] .`;
  const record = (name: string) =>
    `ex:${name}Record a ex:Record ; ex:of ex:${name} ; ex:shownAt <http://view.example/${name}Record> .`;
  const others = ['letter', 'diary', 'map'].map(record).join('\n');
  check({
    'an address': {
      data: `${others}\nex:photoRecord a ex:Record ; ex:of ex:photo .`,
      shapes,
      first: /^(?!certain)/,
    },
    'one that the data has elsewhere (the opposite)': {
      data: `${others}\nex:photoRecord a ex:Record ; ex:of ex:photo . ex:photo ex:seenAt <http://view.example/photoRecord> .`,
      shapes,
      first: /^(?:certain|likely): Add <http:\/\/view\.example\/photoRecord>/,
    },
  });
});

describe('who is not used there is meant only where each is used once', () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Sample ; sh:property [ sh:path ex:takenBy ; sh:class ex:Person ] .`;
  const samples = (
    third: string,
  ) => `ex:kim a ex:Person . ex:vera a ex:Person . ex:omar a ex:Person . ex:jo a ex:Person .
      ex:cold a ex:Freezer ; ex:holds ex:box . ex:warm a ex:Freezer ; ex:holds ex:tray . ex:hall ex:has ex:cold, ex:warm .
      ex:s1 a ex:Sample ; ex:takenBy ex:kim . ex:s2 a ex:Sample ; ex:takenBy ex:vera .
      ex:s3 a ex:Sample ; ex:takenBy ${third} . ex:s4 a ex:Sample ; ex:takenBy ex:cold .`;
  check({
    'each once': {
      data: samples('ex:jo'),
      shapes,
      first: /^(?:certain|likely): Change ex:cold to ex:omar/,
    },
    'one twice (the opposite)': {
      data: samples('ex:kim').replace(' ex:jo a ex:Person .', ''),
      shapes,
      first: /^(?!certain|likely)/,
    },
  });
});

describe('a code is written as the others at its property', () => {
  const shapes = `ex:S a sh:NodeShape ; sh:targetClass ex:Pump ; sh:property [ sh:path ex:serial ; sh:pattern "^[A-Z0-9-]{6,}$" ] .`;
  check({
    'with the sign that all of them have between its parts': {
      data: 'ex:a a ex:Pump ; ex:serial "FP 10442" . ex:b a ex:Pump ; ex:serial "RV-20917" . ex:c a ex:Pump ; ex:serial "DM-31180" .',
      shapes,
      first: /^(?:certain|likely): Change "FP 10442" to "FP-10442"/,
    },
    'a number is no code (the opposite)': {
      data: 'ex:a a ex:Range ; ex:span "2.5" . ex:b a ex:Range ; ex:span "5-6" . ex:c a ex:Range ; ex:span "7-8" .',
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Range ; sh:property [ sh:path ex:span ; sh:pattern "^[0-9]+-[0-9]+$" ] .`,
      first: /^(?!certain)/,
    },
    'the point of a number is no sign between parts (the opposite)': {
      data: 'ex:a a ex:Pump ; ex:serial "M 20.512" . ex:b a ex:Pump ; ex:serial "RV-20917" . ex:c a ex:Pump ; ex:serial "DM-31180" .',
      shapes,
      first: /^(?!certain|likely)/,
    },
    'nor is the slash of a fraction (the opposite)': {
      data: 'ex:a a ex:Pump ; ex:serial "BSP 1/2" . ex:b a ex:Pump ; ex:serial "RV-20917" . ex:c a ex:Pump ; ex:serial "DM-31180" .',
      shapes,
      first: /^(?!certain|likely)/,
    },
    'of several signs, each may tell something (the opposite)': {
      data: 'ex:a a ex:Pump ; ex:serial "ab 12/Cd" . ex:b a ex:Pump ; ex:serial "RV-20917" . ex:c a ex:Pump ; ex:serial "DM-31180" .',
      shapes,
      first: /^(?!certain)/,
    },
    'two digits too many are no part that may be missing (the opposite)': {
      data: 'ex:a a ex:Pump ; ex:zip "1234567" . ex:b a ex:Pump ; ex:zip "94043" .',
      shapes: shapes.replace('ex:serial', 'ex:zip').replace('^[A-Z0-9-]{6,}$', '^[0-9]{5}(:[0-9]{2})?$'),
      first: /^(?!certain)/,
    },
    'where its last part may be missing': {
      data: 'ex:a a ex:Pump ; ex:zip "021341001" . ex:b a ex:Pump ; ex:zip "94043" .',
      shapes: shapes.replace('ex:serial', 'ex:zip').replace('^[A-Z0-9-]{6,}$', '^[0-9]{5}(-[0-9]{4})?$'),
      first: /^(?:likely|possible): Change "021341001" to "02134-1001"/,
    },
    'the part of it that a pattern accepts, where it is too long': {
      data: 'ex:a a ex:Pump ; ex:zip "NSW 2042" . ex:b a ex:Pump ; ex:zip "0800" .',
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Pump ; sh:property [ sh:path ex:zip ; sh:maxLength 4 ; sh:pattern "[0-9][0-9][0-9][0-9]" ] .`,
      first: /^(?:likely|possible): Change "NSW 2042" to "2042"/,
    },
    'beside another number, none (the opposite)': {
      data: 'ex:a a ex:Pump ; ex:zip "2019 to 20" . ex:b a ex:Pump ; ex:zip "0800" .',
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Pump ; sh:property [ sh:path ex:zip ; sh:maxLength 4 ; sh:pattern "[0-9]{4}" ] .`,
      first: /^(?!certain|likely)/,
    },
    'of two parts that are accepted, none (the opposite)': {
      data: 'ex:a a ex:Pump ; ex:zip "2042 2043" . ex:b a ex:Pump ; ex:zip "0800" .',
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Pump ; sh:property [ sh:path ex:zip ; sh:maxLength 4 ; sh:pattern "[0-9][0-9][0-9][0-9]" ] .`,
      first: /^(?!certain|likely)/,
    },
    'where none has any, without (the opposite)': {
      data: 'ex:a a ex:Pump ; ex:serial "FP 10442" . ex:b a ex:Pump ; ex:serial "RV20917" . ex:c a ex:Pump ; ex:serial "DM31180" .',
      shapes,
      first: /^(?:certain|likely): Change "FP 10442" to "FP10442"/,
    },
  });
});

describe('a unit that is in the name of another one', () => {
  const shapes = `@prefix unit: <http://qudt.org/vocab/unit/> . ex:S a sh:NodeShape ; sh:targetClass ex:Mass ; sh:property [ sh:path ex:unit ; sh:in ( unit:KiloGM ) ] .`;
  check({
    'is exchanged with its number': {
      data: 'ex:a a ex:Mass ; ex:value 1800 ; ex:unit <http://qudt.org/vocab/unit/GM> .',
      shapes,
      first: /^likely: Change 1800 to 1\.8 and change .*GM> to .*KiloGM/,
    },
    'is not exchanged without it': {
      data: 'ex:a a ex:Mass ; ex:value "1800" ; ex:unit <http://qudt.org/vocab/unit/GM> .',
      shapes,
      first: /^(?!certain|likely)/,
    },
  });
});

describe('what a text or another property says', () => {
  const asked = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; ${asks} ] .`;
  check({
    'the licence that is named, as another one has it': {
      data: `ex:a a ex:Doc ; dct:license "CC BY 4.0" . ex:b a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/> .`,
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI'),
      first: /^certain: Change "CC BY 4.0" to <https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/>/,
    },
    'a licence without a version (the opposite)': {
      data: `ex:a a ex:Doc ; dct:license "CC BY" . ex:b a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/> .`,
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI'),
      first: /^(?!certain|likely)/,
    },
    'the version that another vocabulary has': {
      data: `ex:a a ex:Doc ; <http://www.w3.org/2002/07/owl#versionInfo> "0.9" .`,
      shapes: asked('<http://purl.org/pav/version>', 'sh:minCount 1'),
      first: /^(?:likely|possible): Add "0.9"/,
    },
    'the day of a date and time, where a pattern asks for it': {
      data: `ex:a a ex:Doc ; dct:issued "2024-02-11T10:00:00Z"^^xsd:dateTime .`,
      shapes: asked(
        'dct:issued',
        'sh:pattern "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" ; sh:or ( [ sh:datatype xsd:date ] [ sh:datatype xsd:dateTime ] )',
      ),
      first: /^(?:likely|possible): Change "2024-02-11T10:00:00Z".* to "2024-02-11"/,
    },
    'of codes, the one that is one letter away comes first': {
      data: `ex:a a ex:Doc ; ex:role "spo" . ex:b a ex:Doc ; ex:role "fnd" . ex:c a ex:Doc ; ex:role "fnd" .`,
      shapes: asked('ex:role', 'sh:in ( "fnd" "spn" )'),
      first: /^possible: Change "spo" to "spn"/,
    },
  });
});

describe('names that differ in little that matters', () => {
  const closed = `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:aliases ] .`;
  const states = `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:state ; sh:in ( "ACT" "NSW" "NT" "QLD" "SA" "TAS" "VIC" "WA" ) ] .`;
  const linked = `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:url ; sh:nodeKind sh:IRI ] .`;
  check({
    'the plural of a property': {
      data: 'ex:a a ex:Doc ; ex:alias "Superman" .',
      shapes: closed,
      first: /^(?:likely|possible): Change ex:alias to ex:aliases/,
    },
    'the plural of a property with another meaning (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:glasses "-2.5" .',
      shapes: closed.replace('ex:aliases', 'ex:glass'),
      first: /^(?!certain)/,
    },
    'the singular beside a plural that is stated (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:alias "Superman" ; ex:aliases "Clark Kent" .',
      shapes: closed,
      first: /^possible: Remove/,
    },
    'the singular of another vocabulary (the opposite)': {
      data: 'ex:a a ex:Doc ; dct:alias "Superman" .',
      shapes: closed,
      first: /^possible: Remove/,
    },
    'another property (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:mail "jo@planet.example" .',
      shapes: closed,
      first: /^possible: Remove/,
    },
    'an abbreviation with dots': {
      data: 'ex:a a ex:Doc ; ex:state "N.T." .',
      shapes: states,
      first: /^(?:likely|possible): Change "N\.T\." to "NT"/,
    },
    'an abbreviation with dots of something else (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:country "S.A." .',
      shapes: states.replace('ex:state', 'ex:country').replace(/\( "ACT.*" \)/, '( "SA" "ZA" "FR" )'),
      first: /^(?!certain)/,
    },
    'a web address without its scheme': {
      data: 'ex:a a ex:Doc ; ex:url "solidproject.org" .',
      shapes: linked,
      first: /^(?:likely|possible): Change "solidproject\.org" to <https:\/\/solidproject\.org>/,
    },
    'the name of a file (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:url "index.html" .',
      shapes: linked,
      first: /^(?!certain|likely)/,
    },
    'another word with an s (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:new "Superman" .',
      shapes: closed.replace('ex:aliases', 'ex:news'),
      first: /^(?!certain)/,
    },
    'a file at a property that asks for no address (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:source "notes.org" .',
      shapes: linked.replace('ex:url', 'ex:source'),
      first: /^(?!certain|likely)/,
    },
  });
});

describe('numbers among codes, and spaces in addresses', () => {
  const asked = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; ${asks} ] .`;
  check({
    'a number where the codes of all others have letters': {
      data: 'ex:a a ex:Doc ; ex:code 1002 . ex:b a ex:Doc ; ex:code "C-1001" . ex:c a ex:Doc ; ex:code "C-1003" .',
      shapes: asked('ex:code', 'sh:datatype xsd:string'),
      first: /^(?!certain|likely)/,
    },
    'a number beside another one, where the codes of most others have letters': {
      data: 'ex:a a ex:Doc ; ex:code 1002 . ex:d a ex:Doc ; ex:code 1004 . ex:b a ex:Doc ; ex:code "C-1001" . ex:c a ex:Doc ; ex:code "C-1003" . ex:e a ex:Doc ; ex:code "C-1005" .',
      shapes: asked('ex:code', 'sh:datatype xsd:string'),
      first: /^(?!certain|likely)/,
    },
    'a number beside a text that is none, where the codes of most others have letters': {
      data: 'ex:a a ex:Doc ; ex:code 1002 . ex:d a ex:Doc ; ex:code "n/a" . ex:b a ex:Doc ; ex:code "C-1001" . ex:c a ex:Doc ; ex:code "C-1003" .',
      shapes: asked('ex:code', 'sh:datatype xsd:string'),
      first: /^(?!certain|likely)/,
    },
    'a number where an alternative lists names': {
      data: 'ex:a a ex:Doc ; ex:code 1 .',
      shapes: asked(
        'ex:code',
        'sh:or ( [ sh:datatype ex:Method ; sh:in ( "MD5"^^ex:Method "SHA1"^^ex:Method ) ] [ sh:datatype xsd:string ] )',
      ),
      first: /^(?!certain)/,
    },
    'a number among numbers (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:code 1002 . ex:b a ex:Doc ; ex:code "1001" . ex:c a ex:Doc ; ex:code "1003" .',
      shapes: asked('ex:code', 'sh:datatype xsd:string'),
      first: /^certain: Change 1002 to "1002"/,
    },
    'a space in a mail address': {
      data: 'ex:a a ex:Doc ; ex:mail "info @nordwind.example" .',
      shapes: asked('ex:mail', 'sh:pattern "^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+[.][a-zA-Z]{2,}$"'),
      first: /^(?:certain|likely): Change "info @nordwind\.example" to "info@nordwind\.example"/,
    },
  });
});

describe('two that agree by chance', () => {
  check({
    'where there are others to choose from': {
      data: `
      ex:a a ex:Box ; ex:use ex:US . ex:b a ex:Box ; ex:use ex:Home . ex:c a ex:Box ; ex:use ex:Home .
      ex:US a ex:Country . ex:Home a ex:Use . ex:Work a ex:Use .`,
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Box ; sh:property [ sh:path ex:use ; sh:class ex:Use ] .`,
      first: /^possible: Change ex:US to ex:Home/,
    },
  });
});

describe('a part that nearly counts', () => {
  check({
    'is completed, not joined by a second one': {
      data: `ex:a a ex:Sensor ; ex:has ex:range . ex:range a ex:Range ; ex:max 5 .`,
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Sensor ; sh:property [ sh:path ex:has ; sh:qualifiedMinCount 1 ; sh:qualifiedMaxCount 1 ;
        sh:qualifiedValueShape [ sh:class ex:Range ; sh:property [ sh:path ex:min ; sh:minCount 1 ; sh:datatype xsd:integer ] , [ sh:path ex:max ; sh:minCount 1 ] ] ] .`,
      first: /^needsInput: Add .* as ex:min of ex:range/,
    },
  });
});

describe('what satisfies a pattern has to be understood', () => {
  const asked = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; ${asks} ] .`;
  const unsure = /^(?!certain|likely)/;
  check({
    'a name with a point is no address': {
      data: 'ex:a a ex:Doc ; foaf:homepage "Dr.Smith" . ex:b a ex:Doc ; foaf:homepage <https://b.example/> .',
      shapes: asked('foaf:homepage', 'sh:nodeKind sh:IRI'),
      first: unsure,
    },
    'an address has a known end (the opposite)': {
      data: 'ex:a a ex:Doc ; foaf:homepage "smith.org" . ex:b a ex:Doc ; foaf:homepage <https://b.example/> .',
      shapes: asked('foaf:homepage', 'sh:nodeKind sh:IRI'),
      first: /^likely: Change "smith\.org" to <https:\/\/smith\.org>/,
    },
    'or a path (the opposite)': {
      data: 'ex:a a ex:Doc ; foaf:homepage "smith.dance/about" .',
      shapes: asked('foaf:homepage', 'sh:nodeKind sh:IRI'),
      first: /^likely: Change "smith\.dance\/about" to <https:/,
    },
    'https:// makes no address of a name': {
      data: 'ex:a a ex:Doc ; ex:url "Dr.Smith" .',
      shapes: asked('ex:url', 'sh:pattern "^https://"'),
      first: unsure,
    },
    'but one of a domain (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:url "data.smith.org" .',
      shapes: asked('ex:url', 'sh:pattern "^https://"'),
      first: /^likely: Change "data\.smith\.org" to "https:\/\/data\.smith\.org"/,
    },
    'brackets make no XML of JSON': {
      data: `ex:a a ex:Doc ; ex:geometry '{ "type": "Point" }' . ex:b a ex:Doc ; ex:geometry "<gml:Point/>" .`,
      shapes: asked('ex:geometry', 'sh:pattern "^<.+>$"'),
      first: unsure,
    },
    'nor of words': {
      data: `ex:a a ex:Doc ; ex:geometry "north of the river" . ex:b a ex:Doc ; ex:geometry "<gml:Point/>" .`,
      shapes: asked('ex:geometry', 'sh:pattern "^<.+>$"'),
      first: unsure,
    },
    'a sign before what the pattern describes (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:colour "ff8800" .',
      shapes: asked('ex:colour', 'sh:pattern "^#[0-9a-f]{6}$"'),
      first: /^(?:certain|likely): Change "ff8800" to "#ff8800"/,
    },
    'a number is not cut out of words that change it': {
      data: 'ex:a a ex:Doc ; ex:level "minus 40" . ex:b a ex:Doc ; ex:level "12" .',
      shapes: asked('ex:level', 'sh:maxLength 4 ; sh:pattern "[0-9]+"'),
      first: unsure,
    },
    'but beside what is said elsewhere (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:zip "8001 Zug" ; ex:town "Zug" . ex:b a ex:Doc ; ex:zip "6300" .',
      shapes: asked('ex:zip', 'sh:maxLength 4 ; sh:pattern "[0-9]{4}"'),
      first: /^(?:likely|possible): Change "8001 Zug" to "8001"/,
    },
    'what to keep of a text that is too long, its author decides': {
      data: 'ex:a a ex:Doc ; dct:title "Air quality in the valley" .',
      shapes: asked('dct:title', 'sh:maxLength 20'),
      first: /^needsInput: Change "Air quality in the valley" to "Air quality in the"/,
    },
  });
});

describe('a code or word means what it means', () => {
  const asked = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; ${asks} ] .`;
  const unsure = /^(?!certain|likely)/;
  check({
    'a country is no language': {
      data: 'ex:a a ex:Doc ; dct:language "US" .',
      shapes: asked('dct:language', 'sh:pattern "^[a-z]{2}$"'),
      first: unsure,
    },
    'nor one with the code of another language': {
      data: 'ex:a a ex:Doc ; dct:language "SV" .',
      shapes: asked('dct:language', 'sh:pattern "^[a-z]{2}$"'),
      first: unsure,
    },
    'where its language has the same code (the opposite)': {
      data: 'ex:a a ex:Doc ; dct:language "DE" .',
      shapes: asked('dct:language', 'sh:pattern "^[a-z]{2}$"'),
      first: /^certain: Change "DE" to "de"/,
    },
    'Norwegian (the opposite)': {
      data: 'ex:a a ex:Doc ; dct:language "NO" .',
      shapes: asked('dct:language', 'sh:pattern "^[a-z]{2}$"'),
      first: /^certain: Change "NO" to "no"/,
    },
    'two capitals of which nothing is known are not certain in small letters': {
      data: 'ex:a a ex:Doc ; ex:code "US" .',
      shapes: asked('ex:code', 'sh:pattern "^[a-z]{2}$"'),
      first: /^(?!certain)/,
    },
    'a currency in capitals (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:currency "eur" .',
      shapes: asked('ex:currency', 'sh:pattern "^[A-Z]{3}$"'),
      first: /^certain: Change "eur" to "EUR"/,
    },
    'another word with an s': {
      data: 'ex:a a ex:Doc ; ex:kind "customs" .',
      shapes: asked('ex:kind', 'sh:in ( "custom" "standard" )'),
      first: /^(?!certain)/,
    },
    'a letter missing inside (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:kind "standrd" .',
      shapes: asked('ex:kind', 'sh:in ( "custom" "standard" )'),
      first: /^certain: Change "standrd" to "standard"/,
    },
    'a licence that was never published': {
      data: 'ex:a a ex:Doc ; dct:license "CC BY 9.1" . ex:b a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI'),
      first: unsure,
    },
    'one that would contradict itself': {
      data: 'ex:a a ex:Doc ; dct:license "CC BY-ND-SA 4.0" . ex:b a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI'),
      first: unsure,
    },
    'one of an earlier version (the opposite)': {
      data: 'ex:a a ex:Doc ; dct:license "CC BY-NC-SA 2.5" . ex:b a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI'),
      first:
        /^likely: Change "CC BY-NC-SA 2\.5" to <https:\/\/creativecommons\.org\/licenses\/by-nc-sa\/2\.5\/>/,
    },
    'a page about something is not its homepage': {
      data: 'ex:a a ex:Doc ; <http://schema.org/page> "https://a.example/about" .',
      shapes: asked('foaf:homepage', 'sh:minCount 1'),
      first: unsure,
    },
    'its landing page (the opposite)': {
      data: 'ex:a a ex:Doc ; dcat:landingPage "https://a.example/" .',
      shapes: asked('foaf:homepage', 'sh:minCount 1'),
      first: /^(?:likely|possible): Add "https:\/\/a\.example\/"/,
    },
    'one of the first version, in its order': {
      data: 'ex:a a ex:Doc ; dct:license "CC-BY-ND-NC 1.0" . ex:b a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI'),
      first: /^likely: Change .* to <https:\/\/creativecommons\.org\/licenses\/by-nd-nc\/1\.0\/>/,
    },
    'one with its full name': {
      data: 'ex:a a ex:Doc ; dct:license "CC-BY-NC-4.0-International" . ex:b a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI'),
      first: /^likely: Change .* to <https:\/\/creativecommons\.org\/licenses\/by-nc\/4\.0\/>/,
    },
    'one that is not ported': {
      data: 'ex:a a ex:Doc ; dct:license "CC BY-NC 3.0 Unported" . ex:b a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI'),
      first: /^likely: Change .* to <https:\/\/creativecommons\.org\/licenses\/by-nc\/3\.0\/>/,
    },
    'one that was never international': {
      data: 'ex:a a ex:Doc ; dct:license "CC BY 2.5 International" . ex:b a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI'),
      first: unsure,
    },
    'a density is not converted as a mass': {
      data: 'ex:a a ex:Doc ; ex:density 0.5 ; ex:unit <http://qudt.org/vocab/unit/GM> .',
      shapes: `@prefix unit: <http://qudt.org/vocab/unit/> . ${asked('ex:unit', 'sh:in ( unit:KiloGM )')}`,
      first: unsure,
    },
    'nor a price in another language': {
      data: 'ex:a a ex:Doc ; ex:preis 0.5 ; ex:unit <http://qudt.org/vocab/unit/GM> .',
      shapes: `@prefix unit: <http://qudt.org/vocab/unit/> . ${asked('ex:unit', 'sh:in ( unit:KiloGM )')}`,
      first: unsure,
    },
    'a weight is (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:netWeight 500 ; ex:unit <http://qudt.org/vocab/unit/GM> .',
      shapes: `@prefix unit: <http://qudt.org/vocab/unit/> . ${asked('ex:unit', 'sh:in ( unit:KiloGM )')}`,
      first: /^likely: Change 500 to 0\.5/,
    },
    'a price for a gram is not converted as a mass': {
      data: 'ex:a a ex:Doc ; ex:price 0.5 ; ex:unit <http://qudt.org/vocab/unit/GM> .',
      shapes: `@prefix unit: <http://qudt.org/vocab/unit/> . ${asked('ex:unit', 'sh:in ( unit:KiloGM )')}`,
      first: unsure,
    },
  });
});

describe('one letter makes another word', () => {
  const asked = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; ${asks} ] .`;
  const listed = (value: string, members: string) => ({
    data: `ex:a a ex:Doc ; ex:kind ${value} .`,
    shapes: asked('ex:kind', `sh:in ( ${members} )`),
  });
  const kinds = (value: string, meant: string) => listed(`"${value}"`, `"${meant}" "something" "quite else"`);
  const never = /^(?!certain)/;
  const hardly = /^(?!certain|likely)/;
  const other: readonly (readonly [string, string])[] = [
    ['sulfite', 'sulfate'],
    ['methanol', 'ethanol'],
    ['fluorine', 'fluoride'],
    ['propane', 'propene'],
    ['affect', 'effect'],
    ['stationery', 'stationary'],
    ['morality', 'mortality'],
    ['princes', 'princess'],
    ['cloths', 'clothes'],
    ['county', 'country'],
    ['dataset', 'datasets'],
    ['uniformed', 'uninformed'],
  ];
  const reversed: readonly (readonly [string, string])[] = [
    ['unpublished', 'published'],
    ['hypotension', 'hypertension'],
    ['political', 'apolitical'],
  ];
  const slips: readonly (readonly [string, string])[] = [
    ['publsihed', 'published'],
    ['standrd', 'standard'],
    ['nominl', 'nominal'],
    ['goverment', 'government'],
    ['committtee', 'committee'],
  ];
  check({
    ...Object.fromEntries(other.map(([value, meant]) => [value, { ...kinds(value, meant), first: never }])),
    ...Object.fromEntries(
      reversed.map(([value, meant]) => [value, { ...kinds(value, meant), first: hardly }]),
    ),
    ...Object.fromEntries(
      slips.map(([value, meant]) => [
        `${value} (the opposite)`,
        { ...kinds(value, meant), first: new RegExp(`^certain: Change "${value}" to "${meant}"`) },
      ]),
    ),
    'a name that is the opposite': { ...listed('ex:Unpublished', 'ex:Published ex:Draft'), first: hardly },
    'initials that are a word': { ...listed('"number of towns"', '"not" "never"'), first: hardly },
    'initials that are one even so': { ...listed('"new old time"', '"not" "never"'), first: hardly },
    'initials of two that are linked': { ...listed('"carbon and oxygen"', '"CAO" "XYZ"'), first: hardly },
    'initials (the opposite)': {
      ...listed('"world health organization"', '"WHO" "XYZ"'),
      first: /^(?:likely|possible): Change .* to "WHO"/,
    },
  });
});

describe('a code is that of a language, or it is none', () => {
  const asked = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; ${asks} ] .`;
  const typed = (text: string) => ({
    data: `ex:a a ex:Doc ; ex:p "${text}" .`,
    shapes: asked('ex:p', 'sh:datatype xsd:language'),
  });
  const language = (text: string, asks: string, more = '') => ({
    data: `ex:a a ex:Doc ; dct:language "${text}" . ${more}`,
    shapes: asked('dct:language', asks),
  });
  const long = 'sh:pattern "^[a-z]{3}$"';
  const unsure = /^(?!certain|likely)/;
  check({
    German: { ...typed('German'), first: /^(?:certain|likely): Change "German" to "de"/ },
    English: { ...typed('English'), first: /^(?:certain|likely): Change "English" to "en"/ },
    US: { ...typed('US'), first: unsure },
    GERMANY: { ...typed('GERMANY'), first: unsure },
    Java: { ...typed('Java'), first: unsure },
    'Serbian (Latin)': { ...typed('Serbian (Latin)'), first: unsure },
    'a code (the opposite)': { ...typed('de'), first: /^certain: Change "de" to "de"/ },
    'a code with a region (the opposite)': {
      ...typed('pt-BR'),
      first: /^certain: Change "pt-BR" to "pt-BR"/,
    },
    USA: { ...language('USA', long), first: unsure },
    CHE: { ...language('CHE', long), first: unsure },
    GBR: { ...language('GBR', long), first: unsure },
    'DEU (the opposite)': { ...language('DEU', long), first: /^certain: Change "DEU" to "deu"/ },
    'SV in a list': { ...language('SV', 'sh:in ( "sv" "de" "en" )'), first: /^likely: Change "SV" to "sv"/ },
    'DE in a list (the opposite)': {
      ...language('DE', 'sh:in ( "sv" "de" "en" )'),
      first: /^certain: Change "DE" to "de"/,
    },
    'SV where others have it': {
      ...language('SV', 'sh:pattern "^[a-z]{2}$"', 'ex:b a ex:Doc ; dct:language "sv" .'),
      first: /^likely: Change "SV" to "sv"/,
    },
    'a currency in small letters': {
      data: 'ex:a a ex:Doc ; ex:currency "USD" .',
      shapes: asked('ex:currency', long),
      first: /^(?!certain)/,
    },
  });
});

describe('what another publisher, a template or chance says', () => {
  const asked = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; ${asks} ] .`;
  check({
    'a member of a published list gets no statements for sure': {
      data: 'ex:a a ex:Doc ; ex:sector <https://lists.example/sector/Public> . ex:b a ex:Doc ; ex:sector [ ex:framework ex:Sectors ] .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetObjectsOf ex:sector ; sh:property [ sh:path ex:framework ; sh:hasValue ex:Sectors ] .',
      first: /^(?!certain)/,
    },
    'nor one that unnamed nodes refer to as well': {
      data: 'ex:a a ex:Doc ; ex:sector <https://lists.example/sector/Public> . ex:b a ex:Doc ; ex:sector [ ex:framework ex:Sectors ; ex:target <https://lists.example/sector/Public> ] .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetObjectsOf ex:sector ; sh:property [ sh:path ex:framework ; sh:hasValue ex:Sectors ] .',
      first: /^(?!certain)/,
    },
    'a node of the same namespace does (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:sector ex:public . ex:b a ex:Doc ; ex:sector [ ex:framework ex:Sectors ] .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetObjectsOf ex:sector ; sh:property [ sh:path ex:framework ; sh:hasValue ex:Sectors ] .',
      first: /^certain: Add ex:Sectors as ex:framework of ex:public/,
    },
    'so does one in another folder of its publisher': {
      data: '<https://a.example/doc/1> ex:author <https://a.example/person/anna> .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetObjectsOf ex:author ; sh:property [ sh:path ex:framework ; sh:hasValue ex:Sectors ] .',
      first: /^certain: Add ex:Sectors as ex:framework/,
    },
    'a forbidden address as text is written with https, too': {
      data: 'ex:a a ex:Doc ; ex:page "http://a.example/x"^^xsd:anyURI .',
      shapes: asked('ex:page', 'sh:not [ sh:pattern "^http:" ]'),
      first: /^(?:likely|possible): Change .* to "https:\/\/a\.example\/x"/,
    },
    'the names of a vocabulary have no other scheme': {
      data: 'ex:a a ex:Doc ; ex:about <http://purl.org/dc/terms/title> .',
      shapes: asked('ex:about', 'sh:not [ sh:pattern "^http:" ]'),
      first: /^(?!.*https)/,
    },
    'the slash at the end goes, not the user': {
      data: 'ex:a a ex:Doc ; ex:group <https://bus.example/bob/geo/maps/> . ex:b a ex:Doc ; ex:group <https://bus.example/anna/maps> .',
      shapes: asked('ex:group', 'sh:pattern "/[a-z]{3,}/[a-z]+$"'),
      first: /^(?:likely|possible): Change .*\/bob\/geo\/maps\/> to .*\/bob\/geo\/maps>/,
    },
    'the name of a column in braces is no placeholder': {
      data: 'ex:a a ex:Map ; ex:reference "Label" ; ex:template "{Label}" .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Map ; sh:property [ sh:path [ sh:alternativePath ( ex:reference ex:template ) ] ; sh:maxCount 1 ] .',
      first: /^possible: Remove/,
    },
    'words in braces are (the opposite)': {
      data: 'ex:a a ex:Doc ; dct:title "Air", "{insert the title}" .',
      shapes: asked('dct:title', 'sh:maxCount 1'),
      first: /^certain: Remove "\{insert the title\}"/,
    },
    'that other names are of one word is chance': {
      data: `ex:a a ex:Doc ; dct:title "Kaarten"@nl, "Historische kaarten"@nl . ex:b a ex:Doc ; dct:title "Prenten"@nl .
        ex:c a ex:Doc ; dct:title "Boeken"@nl . ex:d a ex:Doc ; dct:title "Brieven"@nl .`,
      shapes: asked('dct:title', 'sh:uniqueLang true'),
      first: /^possible/,
    },
    'a forbidden address is not misspelt, but written with https': {
      data: 'ex:a a ex:Doc ; dct:license <http://creativecommons.org/licenses/by/4.0/> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI ; sh:not [ sh:pattern "^http://creativecommons" ]'),
      first:
        /^(?:likely|possible): Change <http:.*> to <https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/>/,
    },
    'an address that lacks its last slash gets it': {
      data: 'ex:a a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI ; sh:pattern "^https://creativecommons[.]org/.+/$"'),
      first: /^(?:likely|possible): Change .*4\.0> to .*4\.0\/>/,
    },
    'and keeps the rest, where the pattern begins with its server': {
      data: 'ex:a a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0> . ex:b a ex:Doc ; dct:license <https://creativecommons.org/publicdomain/zero/1.0/> .',
      shapes: asked(
        'dct:license',
        'sh:nodeKind sh:IRI ; sh:or ( [ sh:not [ sh:pattern "^https://creativecommons[.]org/" ] ] [ sh:pattern "^https://creativecommons[.]org/.+/$" ] )',
      ),
      first: /^(?:likely|possible): Change .*4\.0> to .*licenses\/by\/4\.0\/>/,
    },
    'of several required values, the one that is nearly written so comes first': {
      data: 'ex:a a ex:Doc ; ex:type ex:TrainingProviders .',
      shapes: asked(
        'ex:type',
        'sh:or ( [ sh:hasValue ex:Business ] [ sh:hasValue ex:Government ] [ sh:hasValue ex:TrainingProvider ] )',
      ),
      first: /^(?:likely|possible): Change ex:TrainingProviders to ex:TrainingProvider/,
    },
    'a page of one is given up': {
      data: 'ex:a a ex:Doc ; dct:license <https://creativecommons.org/licenses/by/4.0/deed.nl> .',
      shapes: asked('dct:license', 'sh:nodeKind sh:IRI ; sh:pattern "^https://creativecommons[.]org/.+/$"'),
      first: /^(?:likely|possible): Change .*deed\.nl> to .*by\/4\.0\/>/,
    },
  });
});

describe('readings of what people write', () => {
  const asked = (asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:p ; ${asks} ] .`;
  const dated = asked('sh:datatype xsd:date');
  check({
    'a date with the day of its week': {
      data: 'ex:a a ex:Doc ; ex:p "Tuesday Feb 16, 2021" .',
      shapes: dated,
      first: /^(?:certain|likely): Change .* to "2021-02-16"/,
    },
    'with that of another day (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:p "Monday Feb 16, 2021" .',
      shapes: dated,
      first: /^(?!certain|likely)/,
    },
    'seconds since 1970': {
      data: 'ex:a a ex:Doc ; ex:p 1644048000 .',
      shapes: asked('sh:datatype xsd:dateTime'),
      first: /^likely: Change 1644048000 to "2022-02-05T08:00:00Z"/,
    },
    'how often something happens': {
      data: 'ex:a a ex:Doc ; ex:p "monthly" .',
      shapes: asked('sh:datatype xsd:duration'),
      first: /^likely: Change "monthly" to "P1M"/,
    },
    'the name of a language, where its code is asked for': {
      data: 'ex:a a ex:Doc ; ex:p "Nederlands" .',
      shapes: asked('sh:datatype xsd:language'),
      first: /^(?:certain|likely): Change "Nederlands" to "nl"/,
    },
    'a birth before a death that would be a few years apart if exchanged': {
      data: `ex:a a ex:Doc ; ex:p "1971-07-07"^^xsd:date ; ex:q "1968-09-10"^^xsd:date .
        ex:b a ex:Doc ; ex:p "1951-01-01"^^xsd:date ; ex:q "1999-09-10"^^xsd:date .`,
      shapes: asked('sh:lessThan ex:q'),
      first: /^(?!certain|likely)/,
    },
    'nor that are so with one exception': {
      data: `ex:a a ex:Doc ; ex:p "1971-07-07"^^xsd:date ; ex:q "1968-09-10"^^xsd:date .
        ex:b a ex:Doc ; ex:p "1951-01-01"^^xsd:date ; ex:q "1999-09-10"^^xsd:date .
        ex:c a ex:Doc ; ex:p "1921-01-01"^^xsd:date ; ex:q "1999-09-10"^^xsd:date .
        ex:d a ex:Doc ; ex:p "1951-01-01"^^xsd:date ; ex:q "1953-09-10"^^xsd:date .`,
      shapes: asked('sh:lessThan ex:q'),
      first: /^(?!certain|likely)/,
    },
    'numbers that are nearer than those of others (the opposite)': {
      data: `ex:a a ex:Doc ; ex:p 20 ; ex:q 18 . ex:b a ex:Doc ; ex:p 10 ; ex:q 30 .
        ex:c a ex:Doc ; ex:p 5 ; ex:q 25 . ex:d a ex:Doc ; ex:p 15 ; ex:q 45 .`,
      shapes: asked('sh:lessThan ex:q'),
      first: /^(?:certain|likely): Swap/,
    },
    'times of one day as well (the opposite)': {
      data: `ex:a a ex:Doc ; ex:p "2024-01-05T10:00:00"^^xsd:dateTime ; ex:q "2024-01-05T09:55:00"^^xsd:dateTime .
        ex:b a ex:Doc ; ex:p "2024-01-06T10:00:00"^^xsd:dateTime ; ex:q "2024-01-06T11:00:00"^^xsd:dateTime .
        ex:c a ex:Doc ; ex:p "2024-01-07T10:00:00"^^xsd:dateTime ; ex:q "2024-01-07T12:00:00"^^xsd:dateTime .`,
      shapes: asked('sh:lessThan ex:q'),
      first: /^(?:certain|likely): Swap/,
    },
    'what may mean twice a week': {
      data: 'ex:a a ex:Doc ; ex:p "biweekly" .',
      shapes: asked('sh:datatype xsd:duration'),
      first: /^possible: Change "biweekly" to "P14D"/,
    },
    'a date is no hexadecimal number': {
      data: 'ex:a a ex:Doc ; ex:p "2024-01-15" .',
      shapes: asked('sh:datatype xsd:hexBinary'),
      first: /^(?!certain|likely)/,
    },
    'as far apart as those of others (the opposite)': {
      data: `ex:a a ex:Doc ; ex:p "1971-07-07"^^xsd:date ; ex:q "1928-09-10"^^xsd:date .
        ex:b a ex:Doc ; ex:p "1951-01-01"^^xsd:date ; ex:q "1999-09-10"^^xsd:date .`,
      shapes: asked('sh:lessThan ex:q'),
      first: /^(?:certain|likely): Swap/,
    },
    'a year is not (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:p 2021 .',
      shapes: asked('sh:datatype xsd:dateTime'),
      first: /^(?!certain|likely)/,
    },
    'hexadecimal digits with 0x': {
      data: 'ex:a a ex:Doc ; ex:p "0xDA39" .',
      shapes: asked('sh:datatype xsd:hexBinary'),
      first: /^likely: Change "0xDA39" to "DA39"/,
    },
    'a file extension with its point': {
      data: 'ex:a a ex:Doc ; ex:p ".gz" .',
      shapes: asked('sh:pattern "^[a-z0-9]{1,8}$"'),
      first: /^(?:certain|likely): Change "\.gz" to "gz"/,
    },
    'the start of a pattern without an anchor': {
      data: 'ex:a a ex:Doc ; ex:p "01234567-89ab" .',
      shapes: asked('sh:pattern "ce-[0-9a-f]{8}-[0-9a-f]{4}"'),
      first: /^(?:certain|likely): Change "01234567-89ab" to "ce-01234567-89ab"/,
    },
    'a version in a name': {
      data: 'ex:a a ex:Doc ; ex:p "OAuth 2.0" .',
      shapes: asked('sh:in ( "basic" "oauth2" "apikey" )'),
      first: /^(?:certain|likely): Change "OAuth 2\.0" to "oauth2"/,
    },
    'the words of initials': {
      data: 'ex:a a ex:Doc ; ex:p "server-sent events" .',
      shapes: asked('sh:in ( "longpoll" "websub" "sse" )'),
      first: /^(?:likely|possible): Change "server-sent events" to "sse"/,
    },
    'a word with which several begin': {
      data: 'ex:a a ex:Doc ; ex:p "read" .',
      shapes: asked('sh:in ( "readone" "readall" "writeone" "writeall" "invoke" "watch" "stop" "go" )'),
      first: /^possible: Change "read" to "read/,
    },
    'a date, where only XML Schema knows what one is': {
      data: 'ex:a a ex:Doc ; ex:p "2024-01-15" .',
      shapes: asked('sh:or ( [ sh:datatype <https://schema.org/Date> ] [ sh:datatype xsd:date ] )'),
      first: /^(?:certain|likely): Change "2024-01-15" to "2024-01-15"\^\^xsd:date/,
    },
  });
});

describe('a form that any text may have shows nothing', () => {
  const asked = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; ${asks} ] .`;
  const geo = '<http://www.opengis.net/ont/geosparql#wktLiteral>';
  const unsure = /^(?!certain|likely)/;
  const notCertain = /^(?!certain)/;
  const renamed = asked('ex:group', 'sh:pattern "^https://bus[.]example/anna/[a-z]+$"');
  const rr = '<http://www.w3.org/ns/r2rml#template>';
  const template = `${rr} "{First Name}", "http://people.example/{id}"`;
  check({
    'HTML is no address': {
      data: 'ex:a a ex:Doc ; ex:p "<p>Hello <b>you</b></p>" .',
      shapes: asked('ex:p', 'sh:or ( [ sh:datatype rdf:HTML ] [ sh:datatype xsd:anyURI ] )'),
      first: notCertain,
    },
    'a geometry with a language may be a geometry': {
      data: 'ex:a a ex:Doc ; ex:p "POINT(1 2)"@en .',
      shapes: asked('ex:p', `sh:or ( [ sh:datatype ${geo} ] [ sh:datatype xsd:string ] )`),
      first: notCertain,
    },
    'the group of one user is not that of another, where the pattern begins with its server': {
      data: 'ex:a a ex:Doc ; ex:group <https://bus.example/bob/geo/maps> . ex:b a ex:Doc ; ex:group <https://bus.example/anna/maps> .',
      shapes: renamed,
      first: notCertain,
    },
    'on another server (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:group <https://car.example/anna/maps> . ex:b a ex:Doc ; ex:group <https://bus.example/anna/maps> .',
      shapes: renamed,
      first: /^certain: Change .*car\.example.* to .*bus\.example\/anna\/maps>/,
    },
    'or in a respelt namespace (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:group <https://bus.example/Anna/maps> . ex:b a ex:Doc ; ex:group <https://bus.example/anna/maps> .',
      shapes: renamed,
      first: /^certain: Change .*Anna\/maps> to .*anna\/maps>/,
    },
    'a template of words in braces says something': {
      data: `ex:a a ex:Doc ; ${template} .`,
      shapes: asked(rr, 'sh:maxCount 1'),
      first: unsure,
    },
    'in other brackets, too': {
      data: `ex:a a ex:Doc ; ${template.replace('{First Name}', '[Label]')} .`,
      shapes: asked(rr, 'sh:maxCount 1'),
      first: unsure,
    },
    ...Object.fromEntries(
      ['{title}', '{TODO}', '{TBD}', '{{title}}', '{insert}', '<Title>'].map((text) => [
        `${text} is no title (the opposite)`,
        {
          data: `ex:a a ex:Doc ; dct:title "Air", "${text}" .`,
          shapes: asked('dct:title', 'sh:maxCount 1'),
          first: /^certain: Remove "[{<]/,
        },
      ]),
    ),
    'words in brackets may be one': {
      data: 'ex:a a ex:Doc ; dct:title "Air", "{Amsterdam, 1820}" .',
      shapes: asked('dct:title', 'sh:maxCount 1'),
      first: unsure,
    },
    ...Object.fromEntries(
      ['.htaccess', '.env', '.NET'].map((text) => [
        `the point belongs to ${text}`,
        {
          data: `ex:a a ex:Doc ; ex:p "${text}" .`,
          shapes: asked('ex:p', 'sh:pattern "^[A-Za-z0-9]{1,8}$"'),
          first: notCertain,
        },
      ]),
    ),
    'an address keeps its server': {
      data: 'ex:a a ex:Doc ; ex:p <https://www.example.org> .',
      shapes: asked('ex:p', 'sh:pattern "/$"'),
      first: /^likely: Change <https:\/\/www\.example\.org> to <https:\/\/www\.example\.org\/>/,
    },
    ...Object.fromEntries(
      [
        'mailto:anna@town.example',
        'urn:isbn:1234',
        'https://t.example/a?b',
        'https://t.example/a#b',
        'https://t.example/records/v2.final',
      ].map((iri) => [
        `${iri} gets no slash and loses nothing`,
        {
          data: `ex:a a ex:Doc ; ex:p <${iri}> .`,
          shapes: asked('ex:p', 'sh:pattern "/$"'),
          first: unsure,
        },
      ]),
    ),
    'a text need not begin with what it has to contain': {
      data: 'ex:a a ex:Doc ; ex:p "Soil map of Zurich" .',
      shapes: asked('ex:p', 'sh:pattern "INSPIRE"'),
      first: unsure,
    },
    'nor with a sign': {
      data: 'ex:a a ex:Doc ; ex:p "anna.smith" .',
      shapes: asked('ex:p', 'sh:pattern "@"'),
      first: unsure,
    },
    'words are no price': {
      data: 'ex:a a ex:Doc ; ex:p "on request" .',
      shapes: asked('ex:p', 'sh:pattern "^EUR .+$"'),
      first: unsure,
    },
    'the currency is there already': {
      data: 'ex:a a ex:Doc ; ex:p "5 EUR" .',
      shapes: asked('ex:p', 'sh:pattern "^EUR .+$"'),
      first: unsure,
    },
    'or is another one': {
      data: 'ex:a a ex:Doc ; ex:p "5 USD" .',
      shapes: asked('ex:p', 'sh:pattern "^EUR .+$"'),
      first: unsure,
    },
    'a number is (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:p "5" .',
      shapes: asked('ex:p', 'sh:pattern "^EUR .+$"'),
      first: /^likely: Change "5" to "EUR 5"/,
    },
    'a name is no telephone number': {
      data: 'ex:a a ex:Doc ; ex:p "Anna" .',
      shapes: asked('ex:p', 'sh:pattern "^tel:.+"'),
      first: unsure,
    },
    'nor an address': {
      data: 'ex:a a ex:Doc ; ex:p "Anna" .',
      shapes: asked('ex:p', 'sh:pattern "^mailto:.+"'),
      first: unsure,
    },
    'what is one gets its scheme (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:p "+41441234567" .',
      shapes: asked('ex:p', 'sh:pattern "^tel:.+"'),
      first: /^likely: Change .* to "tel:\+41441234567"/,
    },
    ...Object.fromEntries(
      ['MINUS 40', 'NOT 12', 'UNDER 18', '40 BC', 'PO 1234'].map((text) => [
        `of ${text}, the number is not all`,
        {
          data: `ex:a a ex:Doc ; ex:p "${text}" . ex:b a ex:Doc ; ex:p "12" .`,
          shapes: asked('ex:p', 'sh:maxLength 4 ; sh:pattern "[0-9]+"'),
          first: unsure,
        },
      ]),
    ),
    'beside a country, it is (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:p "CH 8001" . ex:b a ex:Doc ; ex:p "6300" .',
      shapes: asked('ex:p', 'sh:maxLength 4 ; sh:pattern "[0-9]+"'),
      first: /^likely: Change "CH 8001" to "8001"/,
    },
  });
});

describe('two spellings of one name', () => {
  const once = (path: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; sh:maxCount 1 ] .`;
  check({
    'that of the others stays': {
      data: 'ex:a a ex:Doc ; ex:key "serialNumber", "Serial number" . ex:b a ex:Doc ; ex:key "serialNumber" .',
      shapes: once('ex:key'),
      first: /^certain: Remove "Serial number"/,
    },
    'which one is right, nothing says': {
      data: 'ex:a a ex:Doc ; ex:name "curl", "cURL" . ex:b a ex:Doc ; ex:name "zlib" .',
      shapes: once('ex:name'),
      first: /^(?!certain)/,
    },
    'nor in one language': {
      data: 'ex:a a ex:Doc ; rdfs:label "curl"@en, "cURL"@en .',
      shapes: once('rdfs:label').replace('sh:maxCount 1', 'sh:uniqueLang true'),
      first: /^(?!certain)/,
    },
    'spaces are no other spelling (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:name "curl", "curl " .',
      shapes: once('ex:name'),
      first: /^certain: Remove "curl "/,
    },
  });
});

describe('a moment with the offset of its zone', () => {
  const zulu = `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:at ; sh:pattern "^[0-9T:-]{19}Z$" ] .`;
  check({
    'is the same moment in universal time': {
      data: 'ex:a a ex:Doc ; ex:at "2024-06-11T01:00:00+02:00"^^xsd:dateTimeStamp .',
      shapes: zulu,
      first: /^certain: Change .* to "2024-06-10T23:00:00Z"\^\^xsd:dateTimeStamp/,
    },
    'without one it may be any moment (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:at "2024-06-11T01:00:00"^^xsd:dateTime .',
      shapes: zulu,
      first: /^(?!certain)/,
    },
  });
});

describe('a list of which few members are used', () => {
  const codes = 'ex:f a ex:Gender . ex:m a ex:Gender . ex:o a ex:Gender .';
  const coded =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:gender ; sh:class ex:Gender ; sh:minCount 1 ] .';
  const unlike = 'ex:a a ex:Doc ; ex:name "A" . ex:b a ex:Doc ; ex:gender ex:f . ex:c a ex:Doc ;';
  check({
    'what two have is one choice of three': {
      data: `${codes} ${unlike} ex:gender ex:f .`,
      shapes: coded,
      first: /^needsInput: Add ex:[fmo] /,
    },
    'that two have different ones does not use the list up': {
      data: `<http://codes.example/f> a ex:Gender . <http://codes.example/m> a ex:Gender .
      ${unlike.replace('ex:f', '<http://codes.example/f>')} ex:gender <http://codes.example/m> .`,
      shapes: coded,
      first: /^(?:needsInput|possible): Add <http:\/\/codes\.example\/[fm]> /,
    },
  });
});

describe('a property that a closed shape does not allow, and one that is missing', () => {
  const closed = `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:closed true ; sh:ignoredProperties ( rdf:type ex:hasSubject ex:docSubject ) .`;
  check({
    'the missing one is meant': {
      data: 'ex:p a ex:Person . ex:a a ex:Doc ; ex:subject ex:p .',
      shapes: `${closed} ex:R a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:docSubject ; sh:minCount 1 ; sh:class ex:Person ] .`,
      first: /Change ex:subject to ex:docSubject/,
    },
    'without it, the nearest name (the opposite)': {
      data: 'ex:p a ex:Person . ex:a a ex:Doc ; ex:subject ex:p .',
      shapes: closed,
      first: /Change ex:subject to ex:hasSubject/,
    },
  });
});

describe('what a shape asks for is not always so', () => {
  const once = (path: string, asks: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${path} ; sh:maxCount 1 ; ${asks} ] .`;
  const units = 'ex:mm a ex:Unit . ex:m a ex:Unit .';
  check({
    'the class of all literals is no datatype': {
      data: 'ex:a a ex:Doc ; ex:details "a complaint" .',
      shapes: once('ex:details', 'sh:datatype rdfs:Literal'),
      first: /^(?!certain|likely|needsInput)/,
    },
    'another unit may be what is true': {
      data: `${units} ex:a a ex:Doc ; ex:unit ex:m ; ex:value 4.953 .`,
      shapes: once('ex:unit', 'sh:hasValue ex:mm'),
      first: /^(?!certain)/,
    },
    'an unknown one is none (the opposite)': {
      data: `${units} ex:a a ex:Doc ; ex:unit ex:mms ; ex:value 4.953 .`,
      shapes: once('ex:unit', 'sh:hasValue ex:mm'),
      first: /^certain: Change ex:mms to ex:mm/,
    },
  });
});

describe('what individuals have in common', () => {
  const individual = 'a <http://www.w3.org/2002/07/owl#NamedIndividual> ,';
  check({
    'is no reason for a type': {
      data: `ex:round ${individual} ex:Shape . ex:cast ${individual} ex:Process . ex:cube ${individual} ex:Shape .
      ex:a a ex:Doc ; ex:process ex:round .`,
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:process ; sh:class ex:Process ; sh:minCount 1 ; sh:maxCount 1 ] .',
      first: /Change ex:round to ex:cast/,
    },
  });
});

describe('a name that is begun, and one that stands elsewhere', () => {
  check({
    'is continued rather than removed': {
      data: `ex:NMC811Cathode a ex:Material ; ex:name "NMC 811" . ex:LithiumCarbonate a ex:Material ; ex:name "Li" .
      ex:a a ex:Doc ; ex:of ex:NMC811 .`,
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:of ; sh:class ex:Material ] .',
      first: /^(?:possible|likely): Change ex:NMC811 to ex:NMC811Cathode/,
    },
    'the label is a name': {
      data: 'ex:a a ex:Doc ; rdfs:label "Hall 3" . ex:b a ex:Doc ; ex:name "Hall 2" .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:name ; sh:datatype xsd:string ; sh:minCount 1 ] .',
      first: /^(?!certain).*Add "Hall 3" as ex:name/,
    },
    'a date may begin with its year': {
      data: 'ex:a a ex:Doc ; ex:on "1457 Januar 12" .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:on ; sh:datatype xsd:date ] .',
      first: /^certain: Change .* to "1457-01-12"\^\^xsd:date/,
    },
  });
});

describe('a node that is of another class as well', () => {
  const observed = [1, 2, 3].map(
    (i) => `ex:o${i} a ex:Obs ; ex:obsSubject ex:p${i} . ex:p${i} a ex:Person .`,
  );
  const strange = (types: string) => `${observed.join(' ')} ex:c a ${types} ; ex:condOf ex:p1 .`;
  const closed =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Obs ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ex:obsSubject ; sh:minCount 1 ] .';
  check({
    'may have the properties of that one': {
      data: strange('ex:Cond , ex:Obs'),
      shapes: closed,
      first: /^(?!certain)/,
    },
    'of the same class alone, it has not (the opposite)': {
      data: strange('ex:Obs'),
      shapes: closed,
      first: /^certain: Change ex:condOf to ex:obsSubject/,
    },
  });
});

describe('two letters swapped make another word', () => {
  const kind = (members: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:kind ; sh:in ( ${members} ) ] .`;
  check({
    'casual is a word': {
      data: 'ex:a a ex:Doc ; ex:kind "casual" .',
      shapes: kind('"causal" "temporal" "spatial"'),
      first: /^(?!certain)/,
    },
    'in an IRI, too': {
      data: 'ex:a a ex:Doc ; ex:kind ex:CasualLink .',
      shapes: kind('ex:CausalLink ex:TemporalLink'),
      first: /^(?!certain)/,
    },
    'tempoarl is none (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:kind "tempoarl" .',
      shapes: kind('"causal" "temporal" "spatial"'),
      first: /^certain: Change "tempoarl" to "temporal"/,
    },
  });
});

describe('ten digits', () => {
  const moment =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:at ; sh:datatype xsd:dateTime ] .';
  check({
    'are seconds since 1970': {
      data: 'ex:a a ex:Doc ; ex:at "1707030104" .',
      shapes: moment,
      first: /^(?:certain|likely): Change "1707030104" to "2024-02-04T07:01:44Z"/,
    },
    'or a day and an hour of this time (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:at "1999030104" .',
      shapes: moment,
      first: /^(?!certain|likely)/,
    },
  });
});

describe('a user at a server', () => {
  const mail = `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:mbox ; sh:pattern "^mailto:.+@.+" ] .`;
  check({
    'is perhaps a mail address': {
      data: 'ex:a a ex:Doc ; ex:mbox <https://karl@uni.example> . ex:b a ex:Doc ; ex:mbox <mailto:anna@uni.example> . ex:c a ex:Doc ; ex:mbox <mailto:ben@uni.example> .',
      shapes: mail,
      first: /^likely: Change .* to <mailto:karl@uni\.example>/,
    },
    'a name in the file that is one is meant so (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:mbox <http://example.org/karl@uni.example> . ex:b a ex:Doc ; ex:mbox <mailto:anna@uni.example> . ex:c a ex:Doc ; ex:mbox <mailto:ben@uni.example> .',
      shapes: mail,
      first: /^certain: Change .* to <mailto:karl@uni\.example>/,
    },
  });
});

describe('figures alone', () => {
  const rated = (members: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:rating ; sh:in ( ${members} ) ] .`;
  check({
    'may be those of another list': {
      data: 'ex:a a ex:Doc ; ex:rating "90" .',
      shapes: rated('"REI30" "REI60" "REI90"'),
      first: /^(?:likely|possible): Change "90" to "REI90"/,
    },
    'a word without what all share is one of them (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:rating "Draft" .',
      shapes: rated('"StatusDraft" "StatusFinal"'),
      first: /^certain: Change "Draft" to "StatusDraft"/,
    },
  });
});

describe('a value of a vocabulary that is not linked', () => {
  const placed = (room: string) =>
    `ex:storey a ex:Space ; ex:contains ex:r1 . ex:r1 a ${room} ; rdfs:label "Room 1" . ex:a a ex:Doc ; ex:in ex:r1 .`;
  const shapes =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:in ; sh:class ex:Space ] .';
  check({
    'is not exchanged for what contains it': {
      data: placed('<https://rooms.example/OfficeRoom>'),
      shapes,
      first: /^(?!certain|likely)/,
    },
    'one of the same vocabulary may be (the opposite)': {
      data: placed('ex:Floor'),
      shapes,
      first: /^likely: Change ex:r1 to ex:storey/,
    },
  });
});

describe('what each is refused where it is', () => {
  const described = 'ex:vermeer a ex:Artist . ex:rijks a ex:Museum .';
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:Painting ;
        sh:property [ sh:path dct:creator ; sh:class ex:Artist ] , [ sh:path ex:ownedBy ; sh:class ex:Museum ] .`;
  check({
    'is swapped, nodes as well': {
      data: `${described} ex:letter a ex:Painting ; dct:creator ex:rijks ; ex:ownedBy ex:vermeer .`,
      shapes,
      first: /^likely: Swap ex:rijks and ex:vermeer/,
    },
    'is left where only one is (the opposite)': {
      data: `${described} ex:letter a ex:Painting ; dct:creator ex:rijks ; ex:ownedBy ex:rijks .`,
      shapes,
      first: /^possible: (?!Swap)/,
    },
  });
});

describe('one of a list', () => {
  const others = [1, 2, 3, 4].map((i) => `ex:o${i} a ex:Loan ; ex:status ex:s${i} .`).join(' ');
  const shapes = (list: string) => `
      ex:S a sh:NodeShape ; sh:targetClass ex:Loan ; sh:property [ sh:path ex:status ; sh:maxCount 1 ${list}] .`;
  const data = `${others} ex:l a ex:Loan ; ex:status ex:s1 , ex:s5 .`;
  check({
    'is no copy, however different the others are': {
      data,
      shapes: shapes('; sh:in ( ex:s1 ex:s2 ex:s3 ex:s4 ex:s5 ) '),
      first: /^possible: /,
    },
    'one of no list may be (the opposite)': {
      data,
      shapes: shapes(''),
      first: /^likely: Remove ex:s1/,
    },
  });
});

describe('a colour', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:Line ; sh:property [ sh:path ex:colour ; sh:pattern "^[0-9A-F]{6}$" ] .`;
  check({
    'as style sheets write it': {
      data: 'ex:a a ex:Line ; ex:colour "#00ff7a" .',
      shapes,
      first: /^certain: Change "#00ff7a" to "00FF7A"/,
    },
    'by its name (the opposite)': {
      data: 'ex:a a ex:Line ; ex:colour "red" .',
      shapes,
      first: /^needsInput/,
    },
  });
});

describe('a text and a pattern that ends with plain characters', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ex:mail ; sh:pattern "^[a-z.]+@acme\\\\.example$" ] .`;
  check({
    'one slip away': {
      data: 'ex:a a ex:P ; ex:mail "jo.ray@acme.exmaple" .',
      shapes,
      first: /^likely: Change .* to "jo.ray@acme.example"/,
    },
    'without its last part': {
      data: 'ex:a a ex:P ; ex:mail "jo.ray@acme" .',
      shapes,
      first: /^likely: Change .* to "jo.ray@acme.example"/,
    },
    'another address (the opposite)': {
      data: 'ex:a a ex:P ; ex:mail "jo.ray@home.example" .',
      shapes,
      first: /^(?:needsInput|possible)/,
    },
    'the IRI of an address, without its last part': {
      data: 'ex:a a ex:P ; ex:mail <mailto:jo.ray@acme> .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ex:mail ; sh:pattern "^mailto:[a-z.]+@acme\\\\.example$" ] .',
      first: /^likely: Change .* to <mailto:jo.ray@acme.example>/,
    },
    'an address with a sign that the pattern has not (the opposite)': {
      data: 'ex:a a ex:P ; ex:mail <mailto:jo_ray@acme.example> .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ex:mail ; sh:pattern "^mailto:[a-z.]+@acme\\\\.example$" ] .',
      first: /^(?:needsInput|possible)/,
    },
    'of a part of its first word alone (the opposite)': {
      data: 'ex:a a ex:P ; ex:mail "jo.ray@ac" .',
      shapes,
      first: /^(?:needsInput|possible)/,
    },
  });
});

describe('a number with more hyphens than the pattern has', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:B ; sh:property [ sh:path ex:isbn ; sh:pattern "^97[89]-[0-9]{10}$" ] .`;
  check({
    'keeps the one that is asked for': {
      data: 'ex:a a ex:B ; ex:isbn "978-0-349-11563-4" .',
      shapes,
      first: /^certain: Change .* to "978-0349115634"/,
    },
    'with a digit too few (the opposite)': {
      data: 'ex:a a ex:B ; ex:isbn "978-0-349-1563-4" .',
      shapes,
      first: /^(?:needsInput|possible)/,
    },
  });
});

describe('a word for a letter', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass ex:P ; sh:property [ sh:path ex:sex ; sh:in ( "f" "m" "x" ) ] .`;
  const other = 'ex:b a ex:P ; ex:sex "f" . ex:c a ex:P ; ex:sex "f" .';
  check({
    'that begins with it, however often another one is used': {
      data: `${other} ex:a a ex:P ; ex:sex "male" .`,
      shapes,
      first: /^possible: Change "male" to "m"/,
    },
    'that begins with none of them (the opposite)': {
      data: `${other} ex:a a ex:P ; ex:sex "diverse" .`,
      shapes,
      first: /^possible: Change "diverse" to "f"/,
    },
  });
});

describe('two names in one language', () => {
  const shapes = `
      ex:S a sh:NodeShape ; sh:targetClass skos:Concept ; sh:property [ sh:path skos:prefLabel ; sh:uniqueLang true ] .`;
  check({
    'of which the node has the shorter one': {
      data: 'ex:rome a skos:Concept ; skos:prefLabel "Ancient Rome"@en , "Rome"@en .',
      shapes,
      first: /^possible: Remove/,
    },
    'of which the node has one (the opposite)': {
      data: 'ex:rome a skos:Concept ; skos:prefLabel "Carthage"@en , "Rome"@en .',
      shapes,
      first: /^likely: Remove "Carthage"@en/,
    },
  });
});

describe('certain only where nothing else may be meant', () => {
  const named =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:city ; sh:class ex:City ] .';
  const inLanguages = (tags: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path rdfs:label ; sh:languageIn ( ${tags} ) ] .`;
  const once = (property: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ${property} ; sh:maxCount 1 ] .`;
  const onlyWith = (property: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ; sh:property [ sh:path ${property} ; sh:minCount 1 ] .`;
  const plain =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path rdfs:label ; sh:datatype xsd:string ] .';
  const located =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Sensor ; sh:property [ sh:path ex:in ; sh:minCount 1 ; sh:class ex:Room ] .';
  const sensor = (i: number) => `ex:Sensor_${i} a ex:Sensor ; ex:in ex:Room_${i} . ex:Room_${i} a ex:Room .`;
  const sensors = (...numbers: readonly number[]) =>
    `${numbers.map(sensor).join(' ')} ex:Sensor_9 a ex:Sensor . ex:Room_9 a ex:Room .`;
  check({
    'a city of that name in another country': {
      data: 'ex:paris-tx a ex:City ; rdfs:label "Paris" ; ex:of ex:us . ex:a a ex:Doc ; ex:city "Paris" ; ex:of ex:fr .',
      shapes: named,
      first: /^likely: Change "Paris" to ex:paris-tx/,
    },
    'a word that another language has too': {
      data: 'ex:gift a ex:City ; rdfs:label "Gift Shop"@en . ex:a a ex:Doc ; ex:city "Gift Shop"@de .',
      shapes: named,
      first: /^likely: Change "Gift Shop"@de to ex:gift/,
    },
    'a city that others have there (the opposite)': {
      data: 'ex:p a ex:City ; rdfs:label "Paris" . ex:a a ex:Doc ; ex:city "Paris" . ex:b a ex:Doc ; ex:city ex:p .',
      shapes: named,
      first: /^certain: Change "Paris" to ex:p/,
    },
    'a text of Brazil where one of Portugal is wanted': {
      data: 'ex:a a ex:Doc ; rdfs:label "Ônibus"@pt-BR .',
      shapes: inLanguages('"pt-PT" "en"'),
      first: /^likely: Change "Ônibus"@pt-BR to "Ônibus"@pt-PT/,
    },
    'a tag of three letters (the opposite)': {
      data: 'ex:a a ex:Doc ; rdfs:label "Colour"@eng .',
      shapes: inLanguages('"en" "de"'),
      first: /^certain: Change "Colour"@eng to "Colour"@en/,
    },
    'two cases of a name with a particle': {
      data: 'ex:a a ex:Doc ; foaf:name "de Jong", "De Jong" .',
      shapes: once('foaf:name'),
      first: /^(?!certain)/,
    },
    'one word in two languages': {
      data: 'ex:a a ex:Doc ; rdfs:label "Radio"@de, "Radio"@en .',
      shapes: once('rdfs:label'),
      first: /^(?!certain)/,
    },
    'an address with and without encryption': {
      data: 'ex:a a ex:Doc ; foaf:page <http://a.example/x>, <https://a.example/x> .',
      shapes: once('foaf:page'),
      first: /^(?!certain)/,
    },
    'one word with and without a language (the opposite)': {
      data: 'ex:a a ex:Doc ; rdfs:label "Radio", "Radio"@en .',
      shapes: once('rdfs:label'),
      first: /^certain: Remove "Radio" as/,
    },
    'words that begin otherwise': {
      data: 'ex:a a ex:Doc ; ex:weight 12 .',
      shapes: onlyWith('ex:height'),
      first: /^(?:likely|possible): Change ex:weight to ex:height/,
    },
    'another first word': {
      data: 'ex:a a ex:Doc ; ex:endDate 12 .',
      shapes: onlyWith('ex:sendDate'),
      first: /^(?:likely|possible): Change ex:endDate to ex:sendDate/,
    },
    'a letter inside a word (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:heigt 12 .',
      shapes: onlyWith('ex:height'),
      first: /^certain: Change ex:heigt to ex:height/,
    },
    'all texts of a property are in several languages, so that its shape may be mistaken': {
      data: 'ex:a a ex:Doc ; rdfs:label "One"@en . ex:b a ex:Doc ; rdfs:label "Deux"@fr .',
      shapes: plain,
      first: /^likely: Change "One"@en to "One"/,
    },
    'a language that others do without (the opposite)': {
      data: 'ex:a a ex:Doc ; rdfs:label "One"@en . ex:b a ex:Doc ; rdfs:label "Two" .',
      shapes: plain,
      first: /^certain: Change "One"@en to "One"/,
    },
    'two that are numbered alike': {
      data: sensors(1, 2),
      shapes: located,
      first: /^likely: Add ex:Room_9/,
    },
    'three that are numbered alike (the opposite)': {
      data: sensors(1, 2, 3),
      shapes: located,
      first: /^certain: Add ex:Room_9/,
    },
  });
});

describe('a node in the place of another one', () => {
  const boxes = ['a', 'b', 'c', 'd', 'e'];
  const fleet = boxes
    .map(
      (x) =>
        `ex:box-${x} a ex:Box ; ex:point ex:box-${x}-temp ; ex:part ex:box-${x}-fan .
         ex:box-${x}-temp a ex:Temp . ex:box-${x}-fan a ex:Fan .`,
    )
    .join('\n');
  const asked = `ex:S a sh:NodeShape ; sh:targetClass ex:Box ;
    sh:property [ sh:path ex:point ; sh:qualifiedValueShape [ sh:class ex:Temp ] ; sh:qualifiedMinCount 1 ] .`;
  const missing = fleet.replace('ex:point ex:box-b-temp', 'ex:note "-"');
  check({
    'a misspelt one at another node': {
      data:
        missing.replace('ex:note "-"', 'ex:part ex:hull-b') +
        ' ex:hull-b a ex:Hull ; ex:point ex:bx-b-temp .',
      shapes: asked.replace('sh:path ex:point', 'sh:path ( [ sh:zeroOrOnePath ex:part ] ex:point )'),
      first: /^(?!certain: Add ex:box-b-temp)/,
    },
    'one of a class that is never there': {
      data: missing.replace('ex:note "-"', 'ex:point ex:box-c-fan'),
      shapes: asked,
      first: /^likely: .*ex:box-c-fan.*ex:box-b-temp/,
    },
    'one that another node has': {
      data: missing.replace('ex:note "-"', 'ex:point ex:box-c-temp'),
      shapes: asked
        .replace('sh:class ex:Temp', 'sh:hasValue ex:box-b-temp')
        .replace('sh:targetClass ex:Box', 'sh:targetNode ex:box-b'),
      first: /^likely: .*ex:box-c-temp.*ex:box-b-temp/,
    },
    'one of a class that others have there as well (the opposite)': {
      data: `${missing.replace('ex:note "-"', 'ex:point ex:x1')}
        ex:x1 a ex:Flow . ex:x2 a ex:Flow . ex:box-a ex:point ex:x2 .`,
      shapes: asked,
      first: /^certain: Add ex:box-b-temp/,
    },
    'nothing in its place (the opposite)': {
      data: missing,
      shapes: asked,
      first: /^certain: Add ex:box-b-temp/,
    },
  });
});

describe('a node without a type', () => {
  const rooms = ['a', 'b']
    .map(
      (x) =>
        `ex:${x} a ex:Zone ; ex:part ex:room-${x} . ex:room-${x} a ex:Room ; ex:door ex:d-${x} . ex:d-${x} a ex:Door .`,
    )
    .join('\n');
  const asked = `ex:S a sh:NodeShape ; sh:targetClass ex:Zone ;
    sh:property [ sh:path ex:part ; sh:qualifiedValueShape [ sh:class ex:Room ] ; sh:qualifiedMinCount 1 ] .`;
  check({
    'that is linked as those of one class': {
      data: rooms.replace('ex:room-b a ex:Room ;', 'ex:room-b '),
      shapes: asked,
      first: /^likely: Add type ex:Room to ex:room-b/,
    },
    'that nodes named alike have several types': {
      data: `${[1, 2, 3, 4].map((i) => `ex:p${i} a ex:Pump, ex:Asset ; ex:in ex:plant .`).join(' ')} ex:p5 ex:in ex:plant . ex:q a ex:Loop ; ex:by ex:p5 .`,
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Loop ; sh:property [ sh:path ex:by ; sh:class ex:Pump ] .',
      first: /ex:Asset/,
    },
  });
});

describe('a copy of a node', () => {
  const pumps = (name: string) =>
    `ex:loop a ex:Loop ; ex:part ex:pump, ex:${name} . ex:pump a ex:Pump ; ex:maker "A" . ex:${name} a ex:Pump .`;
  const asked = `ex:S a sh:NodeShape ; sh:targetClass ex:Loop ; sh:property [ sh:path ex:part ; sh:maxCount 1 ] .`;
  check({
    'goes with all that is said of it': {
      data: pumps('pump_2'),
      shapes: asked,
      first: /^(?!certain).*ex:pump_2/,
    },
    'is none where it is named otherwise (the opposite)': {
      data: pumps('drain').replace(' ; ex:maker "A"', ''),
      shapes: asked,
      first: /^possible/,
    },
  });
});

describe('one character of a code', () => {
  const codes = (code: string) =>
    `ex:a a ex:Doc ; ex:code "${code}" . ${[1, 2, 3].map((i) => `ex:b${i} a ex:Doc ; ex:code "25${i}00${i}1" .`).join(' ')}`;
  const asked = (pattern: string) =>
    `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:code ; sh:pattern "${pattern}" ] .`;
  check({
    'that the pattern names is missing': {
      data: 'ex:a a ex:Doc ; ex:code "T-000633" .',
      shapes: asked('^TV-[0-9]{6}$'),
      first: /^likely: Change "T-000633" to "TV-000633"/,
    },
    'with which all others begin is missing': {
      data: codes('210603'),
      shapes: asked('^[0-9]{7}$'),
      first: /^likely: Change "210603" to "2510603"/,
    },
    'that may be anywhere is missing (the opposite)': {
      data: codes('251603'),
      shapes: asked('^[0-9]{7}$'),
      first: /^needsInput/,
    },
    'is a space between words (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:code "12 days" .',
      shapes: asked('^[0-9]+days$'),
      first: /^needsInput/,
    },
  });
});

describe('a number beyond its bound', () => {
  const seats = (count: string) =>
    `ex:a a ex:Hall ; ex:seats ${count} . ex:b a ex:Hall ; ex:seats 200 . ex:c a ex:Hall ; ex:seats 280 .`;
  const asked = `ex:S a sh:NodeShape ; sh:targetClass ex:Hall ; sh:property [ sh:path ex:seats ; sh:maxInclusive 300 ] .`;
  check({
    'with a digit twice': { data: seats('2440'), shapes: asked, first: /^possible: Change 2440 to 240/ },
    'with no digit twice (the opposite)': { data: seats('2450'), shapes: asked, first: /^needsInput/ },
  });
});

describe('what the name of a node says', () => {
  check({
    'its label in the form of a pattern': {
      data: 'ex:ahu-1 a ex:Ahu .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Ahu ; sh:property [ sh:path rdfs:label ; sh:minCount 1 ; sh:pattern "^AHU-[0-9]+$" ] .',
      first: /^likely: Add "AHU-1" as rdfs:label/,
    },
    'any text is a label (the opposite)': {
      data: 'ex:ahu-1 a ex:Ahu .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Ahu ; sh:property [ sh:path rdfs:label ; sh:minCount 1 ; sh:pattern "." ] .',
      first: /^needsInput/,
    },
    'a number at the same place as in all others': {
      data: `${[2, 3, 4].map((i) => `ex:L${i}M-1 a ex:Dim ; ex:length ${i} .`).join(' ')} ex:L5M-2 a ex:Dim .`,
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Dim ; sh:property [ sh:path ex:length ; sh:minCount 1 ] .',
      first: /^certain: Add 5 as ex:length/,
    },
    'the one of several texts that is its name': {
      data: 'ex:weir a ex:Book ; dct:title "Weir, High Water, A Year among Waders" .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Book ; sh:property [ sh:path dct:title ; sh:maxLength 20 ] .',
      first: /^possible: Change .* to "Weir"/,
    },
    'the node with the only shared word, as others have': {
      data: `${['oak', 'elm', 'ash', 'fir'].map((x) => `ex:the-${x}-book a ex:Work . ex:${x}-1 a ex:Copy ; ex:of ex:the-${x}-book .`).join(' ')} ex:elm-2 a ex:Copy .`,
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Copy ; sh:property [ sh:path ex:of ; sh:class ex:Work ; sh:minCount 1 ] .',
      first: /Add ex:the-elm-book/,
    },
  });
});

describe('what an unseen set of data taught', () => {
  const offices = (count: number) =>
    `ex:town a ex:Office . ${Array.from({ length: count }, (_, i) => `ex:s${i} a ex:Service ; ex:by ex:town .`).join(' ')} ex:new a ex:Service .`;
  const byOffice =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Service ; sh:property [ sh:path ex:by ; sh:class ex:Office ; sh:minCount 1 ] .';
  const costs = (cost: string) =>
    `ex:s a ex:Service ; ex:cost ${cost} . ex:c a ex:Cost ; rdfs:label "free" . ex:t a ex:Service ; ex:cost ex:c .`;
  const costly =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Service ; sh:property [ sh:path ex:cost ; sh:class ex:Cost ] .';
  const articles = (code: string) =>
    `ex:a a ex:Doc ; ex:code "${code}" . ex:b a ex:Doc ; ex:code "04012345000016" . ex:c a ex:Doc ; ex:code "04012345000023" .`;
  const coded =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:code ; sh:pattern "^[0-9]{14}$" ] .';
  const painters = (name: string) =>
    `ex:vermeer a ex:Painter ; rdfs:label ${name} . ex:p a ex:Work ; ex:by "Vermeer" . ex:q a ex:Work ; ex:by ex:vermeer .`;
  const painted =
    'ex:S a sh:NodeShape ; sh:targetClass ex:Work ; sh:property [ sh:path ex:by ; sh:class ex:Painter ] .';
  check({
    'a dozen with the same value': { data: offices(12), shapes: byOffice, first: /^likely: Add ex:town/ },
    'many with the same value (the opposite)': {
      data: offices(40),
      shapes: byOffice,
      first: /^certain: Add ex:town/,
    },
    'a number names no node': { data: costs('20'), shapes: costly, first: /^(?!.*ex:20 )/ },
    'a word names one (the opposite)': { data: costs('"flat rate"'), shapes: costly, first: /ex:flat_rate/ },
    'a zero before a number whose check digit is then wrong': {
      data: articles('0401234500054'),
      shapes: coded,
      first: /^(?!.*00401234500054)/,
    },
    'a zero before a number whose check digit holds (the opposite)': {
      data: articles('4012345000030'),
      shapes: coded,
      first: /^likely: Change "4012345000030" to "04012345000030"/,
    },
    'a surname, where the label has a first name as well': {
      data: painters('"Johannes Vermeer"'),
      shapes: painted,
      first: /^likely: Change "Vermeer" to ex:vermeer/,
    },
    'a name that is the label (the opposite)': {
      data: painters('"Vermeer"'),
      shapes: painted,
      first: /^certain: Change "Vermeer" to ex:vermeer/,
    },
    'a day where a moment is wanted': {
      data: 'ex:a a ex:Doc ; ex:at "2025-01-01"^^xsd:date .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:at ; sh:datatype xsd:dateTime ] .',
      first: /^needsInput: Change .*T00:00:00/,
    },
    'a moment where a time of day is wanted': {
      data: 'ex:a a ex:Doc ; ex:at "2025-01-05T08:00:00"^^xsd:dateTime .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:at ; sh:datatype xsd:time ] .',
      first: /^likely: Change .* to "08:00:00"/,
    },
    'a moment where a pattern wants a time (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:at "2025-01-05T08:00:00" .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:at ; sh:pattern "^[0-9]{2}:[0-9]{2}$" ] .',
      first: /^needsInput/,
    },
    'a member of a list with accents': {
      data: 'ex:a a ex:Doc ; ex:zone "Europe/Zürich" .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:zone ; sh:in ( "Europe/Zurich" "Europe/Berlin" "Europe/Paris" ) ] .',
      first: /^certain: Change "Europe\/Zürich" to "Europe\/Zurich"/,
    },
    'a short word with accents, which may be another one (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:sign "Bär" .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:sign ; sh:in ( "Bar" "Hotel" "Museum" ) ] .',
      first: /^(?!certain)/,
    },
    'a member that an inverse path lacks is named after its class': {
      data: 'ex:club a ex:Club . ex:b a ex:Club . ex:ann a ex:Person ; ex:memberOf ex:b .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetNode ex:club ; sh:property [ sh:path [ sh:inversePath ex:memberOf ] ; sh:minCount 1 ] .',
      first: /^(?!.*memberOf_1)/,
    },
    'a mail address where a node with one is wanted': {
      data: 'ex:a a ex:Doc ; ex:mail "jo@x.example" .',
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:mail ; sh:node ex:M ] .
        ex:M a sh:NodeShape ; sh:property [ sh:path ex:value ; sh:minCount 1 ; sh:nodeKind sh:IRI ; sh:pattern "^mailto:" ] .`,
      first: /^likely: .*jo@x\.example/,
    },
    'a mail address where the node needs more (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:mail "jo@x.example" .',
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:mail ; sh:node ex:M ] .
        ex:M a sh:NodeShape ; sh:property [ sh:path ex:value ; sh:minCount 1 ; sh:nodeKind sh:IRI ; sh:pattern "^mailto:" ] ;
          sh:property [ sh:path ex:since ; sh:minCount 1 ; sh:datatype xsd:date ] .`,
      first: /^needsInput/,
    },
    'the IRI of an address where the address alone is wanted': {
      data: 'ex:a a ex:Doc ; ex:mail <mailto:jo@x.example> .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:mail ; sh:pattern "^[^@: ]+@[^@ ]+$" ] .',
      first: /^likely: Change <mailto:jo@x\.example> to "jo@x\.example"/,
    },
    'the IRI of something else (the opposite)': {
      data: 'ex:a a ex:Doc ; ex:mail <http://x.example/jo> .',
      shapes:
        'ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:property [ sh:path ex:mail ; sh:pattern "^[^@: ]+@[^@ ]+$" ] .',
      first: /^(?!likely|certain)/,
    },
    'a code with a character too few in one of two branches': {
      data: 'ex:a a ex:Doc ; ex:isbn "978000100023" . ex:b a ex:Doc ; ex:isbn "9780000100016" . ex:c a ex:Doc ; ex:isbn "9780000100047" .',
      shapes: `ex:S a sh:NodeShape ; sh:targetClass ex:Doc ; sh:xone (
        [ sh:property [ sh:path ex:isbn ; sh:minCount 1 ; sh:pattern "^97[89][0-9]{10}$" ] ]
        [ sh:property [ sh:path ex:minutes ; sh:minCount 1 ; sh:datatype xsd:integer ] ] ) .`,
      first: /^likely: Change "978000100023" to "9780000100023"/,
    },
  });
});

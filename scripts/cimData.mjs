// node scripts/cimData.mjs FOLDER [LINES]: writes a model of a power grid in the style of CIM (IEC 61970-552), in the four files that
// such models come in, with SHACL shapes for them. 25,000 lines, the default, make 374,000 triples and some thousand results.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder, given = '25000'] = process.argv.slice(2);
if (folder === undefined) throw new Error('Give the folder to write to.');
const lines = Number(given);

const id = (kind, i) => `_${kind}0000-0000-4000-8000-${i.toString(16).padStart(12, '0')}`;
const property = (name, value) => `    <cim:${name}>${value}</cim:${name}>\n`;
const link = (name, kind, i) => `    <cim:${name} rdf:resource="#${id(kind, i)}"/>\n`;
/** In the first file nodes are declared, in the others more is said of them. */
const node = (type, profile, kind, i, content) =>
  `  <cim:${type} rdf:${profile === 'EQ' ? 'ID="' : 'about="#'}${id(kind, i)}">\n${content}  </cim:${type}>\n`;
/** Leaves something out, or writes it wrongly, in one of so many lines. */
const unless = (i, every, right, wrong = '') => (i % every === every - 1 ? wrong : right);

/** What each file says of a line and its two ends. */
const profiles = {
  EQ: (i) =>
    node(
      'ACLineSegment',
      'EQ',
      'a111',
      i,
      unless(i, 20, property('IdentifiedObject.name', `Line ${i}`)) +
        property('IdentifiedObject.mRID', id('a111', i).slice(1)) +
        property('Conductor.length', unless(i, 40, `${i % 90}.5`, 'long')) +
        property('ACLineSegment.r', unless(i, 50, '0.2', '-0.2')),
    ) +
    node('Terminal', 'EQ', 'b222', i, link('Terminal.ConductingEquipment', 'a111', i)) +
    node('Terminal', 'EQ', 'c333', i, link('Terminal.ConductingEquipment', 'a111', i)),
  SSH: (i) =>
    node('ACLineSegment', 'SSH', 'a111', i, property('Equipment.inService', unless(i, 60, 'true', 'yes'))),
  TP: (i) =>
    node('Terminal', 'TP', 'b222', i, link('Terminal.TopologicalNode', unless(i, 30, 'd444', 'a111'), i)),
  SV: (i) => node('TopologicalNode', 'SV', 'd444', i, property('TopologicalNode.v', `${110 + (i % 9)}`)),
};

const header = (
  profile,
) => `  <md:FullModel rdf:about="urn:uuid:${id('e555', profile.charCodeAt(0)).slice(1)}">
    <md:Model.created>2026-11-29T00:00:00Z</md:Model.created>
    <md:Model.profile>http://iec.ch/TC57/ns/CIM/${profile}/3.0</md:Model.profile>
  </md:FullModel>
`;

const namespaces = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  cim: 'http://iec.ch/TC57/CIM100#',
  md: 'http://iec.ch/TC57/61970-552/ModelDescription/1#',
};

mkdirSync(folder, { recursive: true });
for (const [profile, written] of Object.entries(profiles)) {
  const declared = Object.entries(namespaces).map(([prefix, iri]) => ` xmlns:${prefix}="${iri}"`);
  const nodes = Array.from({ length: lines }, (_, i) => written(i));
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declared.join('')}>\n${header(profile)}${nodes.join('')}</rdf:RDF>\n`;
  writeFileSync(path.join(folder, `${profile}.xml`), text);
}
writeFileSync(
  path.join(folder, 'shapes.ttl'),
  `@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix cim: <${namespaces.cim}> .

<#Line> a sh:NodeShape ; sh:targetClass cim:ACLineSegment ;
  sh:property [ sh:path cim:IdentifiedObject.name ; sh:minCount 1 ; sh:maxCount 1 ],
    [ sh:path cim:Conductor.length ; sh:pattern "^[0-9.]+$" ],
    [ sh:path cim:ACLineSegment.r ; sh:pattern "^[0-9]" ],
    [ sh:path cim:Equipment.inService ; sh:in ( "true" "false" ) ; sh:minCount 1 ],
    [ sh:path [ sh:inversePath cim:Terminal.ConductingEquipment ] ; sh:minCount 2 ; sh:maxCount 2 ] .
<#Terminal> a sh:NodeShape ; sh:targetClass cim:Terminal ;
  sh:property [ sh:path cim:Terminal.TopologicalNode ; sh:class cim:TopologicalNode ; sh:maxCount 1 ] .
`,
);

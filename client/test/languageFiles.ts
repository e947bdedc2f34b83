import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stage } from './runner.ts';

const team = `# shapes: shapes/team-shapes.ttl
# context: vocabulary.ttl

@prefix ex: <http://example.org/team/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix v: <http://example.org/vocabulary#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

# region People
ex:ada a v:Engineer ;
  foaf:name "Ada Lovelace" ;
  v:level v:senior ;
  v:since "2021-03-01"^^xsd:date ;
  v:memberOf ex:Q42 .

ex:grace a v:Engineer ;
  foaf:name "Grace Hopper" ;
  v:level v:principal ;
  v:since "2019-10-15"^^xsd:date ;
  v:memberOf ex:Q42 ;
  v:desk [ v:room "B 214" ; v:places 2 ] .

ex:alan a v:Engineer ;
  foaf:name "Alan Turing" ;
  v:level v:principal ;
  v:memberOf ex:Q42 , ex:Q7 .
# endregion

ex:Q42 a v:Group ;
  rdfs:label "Compilers"@en ;
  v:lead ex:grace .

ex:Q7 a v:Group ;
  rdfs:label "Machines"@en ;
  v:lead ex:alan .
`;

const vocabulary = `@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix v: <http://example.org/vocabulary#> .

v:Engineer a owl:Class ;
  rdfs:label "engineer"@en , "Ingenieurin"@de ;
  rdfs:comment "Somebody who builds things that others rely on."@en .

v:Group a owl:Class ;
  rdfs:label "group"@en ;
  rdfs:comment "People who work together."@en .

v:memberOf a owl:ObjectProperty ;
  rdfs:label "member of"@en ;
  rdfs:range v:Group ;
  rdfs:comment "The group in which somebody works."@en .

v:lead a owl:ObjectProperty ;
  rdfs:label "lead"@en ;
  owl:inverseOf v:leads .

v:Engineer rdfs:subClassOf v:Person .
`;

const shapes = `@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix s: <http://example.org/shapes/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix v: <http://example.org/vocabulary#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

s:EngineerShape a sh:NodeShape ;
  sh:targetClass v:Engineer ;
  sh:property [ sh:path foaf:name ; sh:datatype xsd:string ; sh:minCount 1 ] ;
  sh:property [ sh:path v:level ; sh:in ( v:junior v:senior v:principal ) ; sh:minCount 1 ] ;
  sh:property [ sh:path v:since ; sh:datatype xsd:date ; sh:minCount 1 ] ;
  sh:property [ sh:path v:memberOf ; sh:class v:Group ; sh:minCount 1 ] .

s:GroupShape a sh:NodeShape ;
  sh:targetClass v:Group ;
  sh:sparql [
    sh:message "{$this} has no lead." ;
    sh:select """SELECT $this WHERE {
      FILTER NOT EXISTS { $this <http://example.org/vocabulary#lead> ?lead }
    }""" ;
  ] .
`;

/** Another file about the same people, with other prefixes. */
const projects = `# context: team.ttl

@prefix p: <http://example.org/projects/> .
@prefix team: <http://example.org/team/> .

p:parser p:owner team:ada ;
  p:reviewer team:grace .
`;

/** A badly laid out file that declares more than it needs. */
const draft = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix v:   <http://example.org/vocabulary#> .
@prefix ex: <http://example.org/team/> .

ex:barbara   a v:Engineer;v:level v:senior ;
       v:memberOf   ex:Q7 .
# She joins in May.
ex:donald a v:Engineer;   v:level v:junior .
`;

/** Fills a folder with people, their shapes and vocabulary, and what mentions them. */
export async function writeLanguageFiles(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'shapes'));
  const files = {
    'team.ttl': team,
    'vocabulary.ttl': vocabulary,
    'shapes/team-shapes.ttl': shapes,
    'projects.ttl': projects,
    'draft.ttl': draft,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
}

/** Opens the people and waits for their results: the path of the file. */
export async function openTeam({ driver, folder }: Stage): Promise<string> {
  await driver.openFile('team.ttl');
  await driver.waitForResults(1);
  return path.join(folder, 'team.ttl');
}

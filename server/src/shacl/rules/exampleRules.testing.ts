const hasR = '[ sh:property [ sh:path ex:r ; sh:minCount 1 ] ]';

/** Rules that read and write the same few properties, so that they call for each other. */
export const exampleRules: readonly string[] = [
  construct('CONSTRUCT { $this ex:q ?o } WHERE { $this ex:p ?o }'),
  construct('CONSTRUCT { ?o ex:p $this } WHERE { $this ex:q ?o FILTER (isIRI(?o)) }'),
  construct('CONSTRUCT { $this ex:r ?o } WHERE { $this ex:p/ex:q ?o }'),
  construct('CONSTRUCT { $this ex:p ?o } WHERE { $this (ex:p|^ex:r)+ ?o FILTER (isIRI(?o)) }'),
  construct('CONSTRUCT { $this a ex:D } WHERE { $this ^ex:q ?x . FILTER NOT EXISTS { ?x ex:r ?y } }'),
  construct('CONSTRUCT { ?o ?i $this } WHERE { $this ?p ?o . ?p ex:inverse ?i FILTER (isIRI(?o)) }'),
  construct('CONSTRUCT { $this ex:r ?y } WHERE { $this ex:p ?x OPTIONAL { ?x ex:q ?z } ?z ex:p ?y }'),
  construct('CONSTRUCT { ?x ex:q ex:a } WHERE { ?x ex:p ?y MINUS { ?y ex:q ?x } }'),
  construct(
    'CONSTRUCT { $this ex:r ?n } WHERE { { SELECT $this (COUNT(?x) AS ?n) WHERE { $this ex:p/ex:p ?x } GROUP BY $this } }',
  ),
  construct('CONSTRUCT { $this ex:q [ ex:of ?x ] } WHERE { $this ex:r ?x FILTER (isIRI(?x)) }'),
  construct(
    'CONSTRUCT { $this ex:p ?x } WHERE { { $this ex:q ?x } UNION { ?x ex:r $this } FILTER (isIRI(?x)) }',
  ),
  construct('CONSTRUCT { $this ex:q ?o } WHERE { $this ex:p ?o FILTER (isIRI(?o) && ex:isLast(?o)) }'),
  construct('CONSTRUCT { $this ex:r ex:b } WHERE { $this ex:p/^ex:q ex:a }'),
  construct('CONSTRUCT { $this ex:q ex:c } WHERE { ex:b (ex:p|^ex:r)/ex:q? $this }'),
  '[ a sh:TripleRule ; sh:predicate ex:p ; sh:object [ ex:leastOf ( [ sh:path ex:q ] ) ] ]',
  '[ a sh:TripleRule ; sh:predicate ex:r ; sh:object [ sh:path ( ex:p [ sh:inversePath ex:q ] ) ] ]',
  '[ a sh:TripleRule ; sh:subject [ sh:path ex:p ] ; sh:predicate rdf:type ; sh:object ex:C ]',
  '[ a sh:TripleRule ; sh:predicate ex:q ; sh:object ex:e ; sh:condition [ sh:property [ sh:path ex:p ; sh:minCount 2 ] ] ]',
  '[ a sh:TripleRule ; sh:predicate ex:n ; sh:object [ sh:count [ sh:path ex:q ] ] ; sh:order 1 ]',
  '[ a sh:TripleRule ; sh:predicate ex:p ; sh:object [ sh:intersection ( [ sh:path ex:q ] [ sh:path ex:r ] ) ] ]',
  // Node expressions of SHACL 1.2. None of them makes values that another one makes others of without end.
  triples('ex:q', '[ nex:flatMap [ nex:pathValues ex:q ] ; nex:nodes [ nex:pathValues ex:p ] ]'),
  triples('ex:r', `[ nex:findFirst ${hasR} ; nex:nodes [ nex:pathValues ex:p ] ]`),
  triples('ex:all', `[ nex:matchAll ${hasR} ; nex:nodes [ nex:pathValues ex:q ] ]`),
  triples('ex:conform', `[ nex:conformsToShape ( [ nex:pathValues ex:q ] ${hasR} ) ]`),
  triples('ex:matching', `[ nex:nodesMatching ${hasR} ]`),
  triples('ex:q', '[ nex:instancesOf ex:D ]'),
  triples(
    'ex:first',
    '[ nex:limit 1 ; nex:nodes [ nex:orderBy [ nex:pathValues ex:n ] ; nex:nodes [ nex:pathValues ex:p ] ] ]',
  ),
  triples('ex:p', '[ nex:min [ nex:pathValues ex:q ] ]'),
  triples('ex:last', '[ nex:max [ nex:concat ( [ nex:pathValues ex:p ] [ nex:pathValues ex:n ] ) ] ]'),
  triples('ex:sum', '[ nex:sum [ nex:concat ( [ nex:pathValues ex:n ] 1 2 ) ] ]'),
  triples('ex:r', '[ nex:remove [ nex:pathValues ex:q ] ; nex:nodes ( [ nex:pathValues ex:p ] ex:d ) ]'),
  triples('ex:more', '[ <http://www.w3.org/ns/sparql#plus> ( [ nex:pathValues ex:n ] 1 ) ]'),
  triples(
    'ex:stated',
    '[ <http://www.w3.org/ns/sparql#triple> ( [ nex:var "focusNode" ] ex:p [ nex:pathValues ex:p ] ) ]',
  ),
  triples('ex:of', '[ <http://www.w3.org/ns/sparql#object> ( [ nex:pathValues ex:stated ] ) ]'),
  triples(
    'ex:q',
    '[ nex:if [ nex:exists [ nex:pathValues ex:r ] ] ; nex:then [ nex:pathValues ex:r ] ; nex:else ex:e ]',
  ),
  `${construct('CONSTRUCT { $this ex:q ex:b } WHERE { FILTER NOT EXISTS { $this ex:q ?o } }').slice(0, -1)}; sh:order 2 ]`,
  `${construct('CONSTRUCT { ?x a ex:D } WHERE { ?x ex:r ?y FILTER NOT EXISTS { ?y a ex:C } }').slice(0, -1)}; sh:order -1 ]`,
];

/** The functions that the rules call. */
export const exampleFunctions = `
  ex:isLast a sh:SPARQLFunction ; sh:parameter [ sh:path ex:node ] ; sh:ask "ASK { FILTER NOT EXISTS { $node ex:r ?next } }" .
  ex:leastOf a sh:SPARQLFunction ; sh:parameter [ sh:path ex:node ] ;
    sh:select "SELECT (MIN(?next) AS ?least) { $node ex:p/ex:r ?next FILTER (isIRI(?next) && ex:isLast(?next)) }" .`;

/** The same rules, each of a shape of its own with the classes of `arbitraryCase` (testing) as targets. */
export const ruleShapes: readonly string[] = exampleRules.flatMap((rule, i) =>
  ['C', 'D'].map(
    (name) => `ex:Rules${name}${i} a sh:NodeShape ; sh:targetClass ex:${name} ; sh:rule ${rule} .`,
  ),
);

/** What the rules need: the prefixes of their queries, and the functions that they call. */
export const ruleDeclarations = `[] a sh:ShapesGraph ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] . ${exampleFunctions}`;

function triples(predicate: string, expression: string): string {
  const written = expression.replaceAll(/nex:(\w+)/g, '<http://www.w3.org/ns/shacl-node-expr#$1>');
  return `[ a sh:TripleRule ; sh:predicate ${predicate} ; sh:object ${written} ]`;
}

function construct(text: string): string {
  return `[ a sh:SPARQLRule ; sh:construct """${text}""" ]`;
}

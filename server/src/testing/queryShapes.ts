let number = 0;

/**
 * Shapes with queries over the names of `arbitraryCase`: every way in which a query may lead from a triple to its focus
 * node, and some that lead nowhere.
 */
export const queryShapes: readonly string[] = [
  constraint('ex:C', 'SELECT $this ?value { $this ex:p ?value . FILTER NOT EXISTS { ?value ex:q ?other } }'),
  constraint('ex:C', 'SELECT $this ?path ?value { $this ?path ?value . ?value a/rdfs:subClassOf* ex:D }'),
  constraint('ex:D', 'SELECT $this { FILTER NOT EXISTS { $this ex:p+ ?value . ?value ex:r ?last } }'),
  constraint('ex:D', 'SELECT $this ?o { $this ex:q ?o . FILTER NOT EXISTS { $this (ex:p|^ex:r)+ ?o } }'),
  constraint('ex:E', 'SELECT $this ?b { $this ex:r ?a . ?b ex:p* ?a . ?b ex:q ?c }'),
  constraint('ex:C', 'SELECT $this ?o { $this ex:p/!(ex:q|^ex:r) ?o }'),
  constraint('ex:C', 'SELECT $this ?a ?b { $this ex:p ?a . $this ex:q ?b . FILTER (?a != ?b) }'),
  constraint('ex:C', 'SELECT $this ?b { ?a ex:p $this . OPTIONAL { ?a ex:q ?b } }'),
  constraint('ex:C', 'SELECT $this ?b { { $this ex:p ?b } UNION { ?b ^ex:q $this . ?b ex:r ?c } }'),
  constraint('ex:C', 'SELECT $this { ?a ex:p ?b . ?c ex:q ?b . FILTER (isIRI($this)) }'),
  constraint(
    'ex:D',
    'SELECT $this (COUNT(?a) AS ?n) { $this (ex:p|^ex:q) ?a } GROUP BY $this HAVING (COUNT(?a) > 1)',
  ),
  constraint('ex:C', 'SELECT $this ?o { { SELECT $this ?o { $this ex:p ?m . ?m ex:p ?o } } ?o ex:q ?r }'),
  constraint('ex:E', 'SELECT $this { $this ex:p ?a . OPTIONAL { ?a ex:q ?b } ?b ex:r ?c }'),
  constraint(
    'ex:C',
    'SELECT $this { FILTER NOT EXISTS { $this ex:p ?a . FILTER NOT EXISTS { ?a ex:q ?b . ?b ex:r ?c } } }',
  ),
  shape(
    'sh:targetSubjectsOf ex:p ; sh:property [ sh:path ( ex:p [ sh:zeroOrMorePath ex:q ] ) ; sh:sparql',
    'SELECT $this ?value { $this $PATH ?value . ?value ex:r ?x }',
    ' ]',
  ),
  shape(
    'sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:node [ sh:path ex:q ; sh:sparql',
    'SELECT $this ?value { $this $PATH ?value . ?value ex:p $this }',
    ' ] ]',
  ),
  shape(
    'sh:nodeKind sh:Literal ; sh:target',
    'SELECT ?this { ?this ex:p/ex:q ?a . FILTER NOT EXISTS { ?this ex:r ?b } }',
    '',
  ),
  constraint('ex:D', 'SELECT $this ?value { $this ex:p ?value . FILTER (ex:leadsOn(?value)) }') +
    `ex:leadsOn a sh:SPARQLFunction ; sh:parameter [ sh:path ex:node ] ;
       sh:ask "${prefixes()} ASK { $node ex:q ?next . FILTER (ex:isLast(?next)) }" .
     ex:isLast a sh:SPARQLFunction ; sh:parameter [ sh:path ex:node ] ;
       sh:ask "${prefixes()} ASK { FILTER NOT EXISTS { $node ex:r ?next } }" .`,
  `ex:Least a sh:ConstraintComponent ; sh:parameter [ sh:path ex:least ] ;
     sh:validator [ sh:ask "${prefixes()} ASK { FILTER (EXISTS { $value ex:q $least } || EXISTS { ?x ex:r $value }) }" ] .
   ex:WithLeast sh:targetClass ex:C ; ex:least ex:a ; sh:property [ sh:path ex:p ; ex:least ex:b ] .`,
  `ex:Ordered sh:targetClass ex:C ; sh:expression
     [ <http://www.w3.org/ns/sparql#not-equals> ( [ sh:path ex:p ] [ sh:path [ sh:inversePath ex:q ] ] ) ] .`,
  `ex:Counted sh:targetClass ex:C ; sh:expression [ <http://www.w3.org/ns/sparql#less-than>
     ( [ sh:count [ sh:path ex:p ] ] [ sh:count [ sh:path [ sh:zeroOrMorePath ex:q ] ] ] ) ] .`,
  `ex:Chosen sh:targetClass ex:D ; sh:property [ sh:path ex:p ; sh:nodeByExpression ex:T0 ; sh:expression
     [ sh:if [ sh:exists [ sh:path ( ex:q ex:r ) ] ] ; sh:then [ <http://www.w3.org/ns/sparql#isIRI> ( sh:this ) ] ; sh:else true ] ] .`,
  `ex:Spread sh:nodeKind sh:Literal ; sh:targetNode [ sh:nodes [ sh:union ( ex:a ex:nowhere [ sh:instancesOf ex:C ] ) ] ;
     sh:flatMap [ sh:remove sh:this ; sh:nodes [ sh:path [ sh:zeroOrOnePath ex:p ] ] ] ] .`,
  `ex:Around sh:property [ sh:path ex:p ; sh:nodeKind sh:Literal ] ; sh:targetNode
     [ sh:path [ sh:zeroOrMorePath ( ex:q [ sh:inversePath ex:r ] ) ] ; sh:nodes ( ex:a ex:b ) ] .`,
  `ex:Gathered sh:targetClass ex:C ; sh:expression [ <http://www.w3.org/ns/sparql#less-than>
     ( [ sh:count [ sh:distinct [ sh:flatMap [ sh:path ex:q ] ; sh:nodes ( sh:this [ sh:path ex:p ] ) ] ] ] 2 ) ] .`,
];

/** The same with what came last of SHACL 1.2: shapes that node expressions yield, targets that they filter, and SPARQL 1.2. */
export const newestShapes: readonly string[] = [
  // The data name shapes by sh:shape.
  `ex:Yielded sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:nodeByExpression [ sh:path sh:shape ] ] .`,
  `ex:Depending sh:targetClass ex:D ; sh:nodeByExpression
     [ sh:if [ sh:exists [ sh:path ( ex:p ex:q ) ] ] ; sh:then ex:T0 ; sh:else ( ex:T1 ex:T2 ) ] .`,
  `ex:Filtered sh:nodeKind sh:Literal ; sh:targetNode [ sh:nodes [ sh:instancesOf ex:C ] ; sh:filterShape
     [ sh:property [ sh:path ex:p ; sh:minCount 1 ; sh:node [ sh:property [ sh:path ex:q ; sh:maxCount 1 ] ] ] ] ] .`,
  `ex:Led sh:nodeKind sh:Literal ; sh:targetNode [ sh:filterShape ex:T0 ; sh:nodes
     [ sh:filterShape ex:T1 ; sh:nodes [ sh:path ( ex:p [ sh:zeroOrMorePath ex:q ] ) ; sh:nodes ( ex:a ex:b ex:c ) ] ] ] .`,
  `ex:Matching sh:nodeKind sh:Literal ; sh:targetNode [ sh:nodesMatching
     [ sh:class ex:D ; sh:not [ sh:path ex:p ; sh:minCount 1 ] ] ] .`,
  constraint('ex:C', 'SELECT $this ?value { ?r rdf:reifies <<( $this ex:p ?value )>> . ?r ex:q ?x }'),
  constraint(
    'ex:D',
    'SELECT $this ?value { $this ?path ?value ~ ?r . FILTER NOT EXISTS { ?value ex:r ?r } }',
  ),
];

function constraint(target: string, query: string): string {
  return shape(`sh:targetClass ${target} ; sh:sparql`, query, '');
}

function shape(before: string, query: string, after: string): string {
  return `ex:Query${++number} ${before} [ sh:select "${prefixes()} ${query}" ]${after} .`;
}

function prefixes(): string {
  return (
    'PREFIX ex: <http://example.org/ns#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> ' +
    'PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>'
  );
}

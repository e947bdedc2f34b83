/** Shapes of a stranger that try to take for ever, each beside an honest shape. */
export interface ShapeBomb {
  readonly what: string;
  readonly shapes: string;
  readonly inference?: 'rules';
  /** How many constraints, targets or rules try to; one if omitted. */
  readonly pieces?: number;
  /** Whether nothing but a watchdog ends it. */
  readonly isForWatchdog?: true;
}

const prefixes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

/** Every node of `bombData` violates it. */
const honest =
  'ex:Honest a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:missing ; sh:minCount 1 ] .\n';

const text = `${'a'.repeat(40)}!`;

/** Nodes that are densely linked, each with a text that ends otherwise than the patterns expect. */
export const bombData =
  prefixes +
  Array.from({ length: 300 }, (_, i) => {
    const links = Array.from({ length: 20 }, (__, k) => `ex:n${(i + 13 * (k + 1)) % 300}`).join(', ');
    return `ex:n${i} a ex:T ; ex:v ${i} ; ex:d ${i}.5 ; ex:s "${text}" ; ex:p ${links} .\n`;
  }).join('');

const steps = (count: number, step: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => step(i)).join(' ');

/** Patterns of WHERE that bind $this, by what they use up. */
const patterns: Readonly<Record<string, string>> = {
  'integers that square themselves': `$this ex:v ?v0 ${steps(40, (i) => `BIND(?v${i} * ?v${i} + 99 AS ?v${i + 1})`)} FILTER(?v40 < 0)`,
  'decimals that square themselves': `$this ex:d ?v0 ${steps(40, (i) => `BIND(?v${i} * ?v${i} AS ?v${i + 1})`)} FILTER(?v40 < 0)`,
  'quotients of quotients': `$this ex:d ?v0 ${steps(40, (i) => `BIND((?v${i} + 1.7) / (?v${i} * 0.3 + 0.0000001) * ?v${i} AS ?v${i + 1})`)} FILTER(?v40 < 0)`,
  'a product of everything': '$this ex:v ?v . ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?c + ?f + ?i < 0)',
  'a sorted product':
    '{ SELECT $this WHERE { $this ex:v ?v . ?a ?b ?c . ?d ?e ?f } ORDER BY ?c ?f ?a ?d LIMIT 1 } FILTER($this != $this)',
  'a distinct product':
    '{ SELECT DISTINCT $this ?a ?d WHERE { $this ex:v ?v . ?a ?b ?c . ?d ?e ?f } } FILTER(?a = ?d && ?a != ?d)',
  'texts that double': `$this ex:s ?x0 ${steps(40, (i) => `BIND(CONCAT(?x${i}, ?x${i}) AS ?x${i + 1})`)} FILTER(STRLEN(?x40) = 1)`,
  'texts that grow by replacing': `$this ex:s ?x0 ${steps(20, (i) => `BIND(REPLACE(?x${i}, "a", "aaaaaaaa") AS ?x${i + 1})`)} FILTER(STRLEN(?x20) = 1)`,
  'texts of a group':
    '{ SELECT $this (GROUP_CONCAT(?t) AS ?all) WHERE { $this ex:s ?s . ?a ex:s ?t . ?b ex:p ?c . ?d ex:p ?e } GROUP BY $this } FILTER(STRLEN(?all) = 1)',
  'a pattern with nested repetitions': '$this ex:s ?s FILTER(REGEX(?s, "^(a+)+$"))',
  'a pattern with look-ahead': '$this ex:s ?s FILTER(REGEX(?s, "^(?=a)(a|aa)+$"))',
  'a replacement with nested repetitions': '$this ex:s ?s FILTER(REPLACE(?s, "(a|aa)+b", "") = "")',
  'closures of everything':
    '$this (!(ex:zz|^ex:zz))* ?x . ?x !(ex:a)* ?y . ?y (ex:p|^ex:p)* ?z FILTER(?z = 3)',
  'closures of closures':
    '$this ((ex:p*/^ex:p*)*|ex:p+)+ ?x . ?x (ex:p/ex:p)* ?y . ?y (^ex:p/ex:p)* ?z FILTER(?x = ?z && ?y = 3)',
  'absence of a product':
    '$this ex:v ?v FILTER NOT EXISTS { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i FILTER(?c + ?f = ?i + 0.123) } FILTER(?v < 0)',
  'hashes of texts that double': `$this ex:s ?x0 ${steps(30, (i) => `BIND(CONCAT(?x${i}, ?x${i}) AS ?x${i + 1})`)} FILTER(SHA512(?x30) = "")`,
  'unions of unions': `$this ex:v ?v . ${steps(14, (i) => `{ ?a${i} ex:v ?v } UNION { ?a${i} ex:d ?w${i} }`)} FILTER(?v < 0)`,
};

function shapesWith(body: string, kind: 'constraint' | 'target' | 'rule'): string {
  const query = (form: string) => `"""PREFIX ex: <http://example.org/> ${form} WHERE { ${body} }"""`;
  switch (kind) {
    case 'constraint':
      return `ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:sparql [ sh:message "m" ; sh:select ${query('SELECT $this')} ] .`;
    case 'target':
      return `ex:Bomb a sh:NodeShape ; sh:target [ a sh:SPARQLTarget ; sh:select ${query('SELECT ?this').replaceAll('$this', '?this')} ] ; sh:property [ sh:path ex:v ; sh:minCount 9 ] .`;
    case 'rule':
      return `ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:rule [ a sh:SPARQLRule ; sh:construct ${query('CONSTRUCT { $this ex:x 1 }')} ] .`;
  }
}

const others: readonly ShapeBomb[] = [
  {
    what: 'a rule with a pattern as condition',
    inference: 'rules',
    shapes:
      'ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:z ; sh:object sh:this ; sh:condition [ sh:property [ sh:path ex:s ; sh:pattern "^(?=a)(a+)+$" ] ] ] .',
  },
  {
    what: 'a rule that filters by a pattern',
    inference: 'rules',
    shapes:
      'ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:z ; sh:object [ sh:filterShape [ sh:pattern "^(?=a)(a+)+$" ] ; sh:nodes [ sh:path ex:s ] ] ] .',
  },
  {
    what: 'a rule that names new nodes forever',
    inference: 'rules',
    shapes:
      'ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:rule [ a sh:SPARQLRule ; sh:construct """PREFIX ex: <http://example.org/> CONSTRUCT { ?n ex:from $this ; a ex:T } WHERE { $this a ex:T BIND(IRI(CONCAT(STR($this), "x")) AS ?n) }""" ] .',
  },
  {
    what: 'a rule whose condition follows closures',
    inference: 'rules',
    shapes:
      'ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:z ; sh:object [ sh:path [ sh:zeroOrMorePath [ sh:alternativePath ( ex:p [ sh:inversePath ex:p ] ) ] ] ] ] .',
  },
  {
    what: 'a function that calls itself',
    shapes: `ex:f a sh:SPARQLFunction ; sh:parameter [ sh:path ex:n ] ; sh:select """PREFIX ex: <http://example.org/> SELECT (ex:f($n + 1) + ex:f($n + 2) AS ?r) WHERE {}""" .
${shapesWith('$this ex:v ?v FILTER(ex:f(?v) = 3)', 'constraint')}`,
  },
  {
    what: 'closures over dense links',
    shapes:
      'ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path [ sh:zeroOrMorePath [ sh:alternativePath ( ex:p [ sh:inversePath ex:p ] ) ] ] ; sh:class ex:T ; sh:disjoint ex:q ; sh:nodeKind sh:IRI ] .',
  },
  {
    what: 'closures in one another, each node of them soon',
    shapes: `ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:property ex:BombPath . ex:BombPath sh:path ${Array.from({ length: 45 }).reduce<string>((path) => `[ sh:zeroOrMorePath ( ${path} ex:p ) ]`, 'ex:p')} ; sh:equals ex:q .`,
  },
  {
    what: 'shapes in a ring of 400',
    shapes: `ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:node ex:B0 .\n${Array.from({ length: 400 }, (_, i) => `ex:B${i} a sh:NodeShape ; sh:property [ sh:path ex:p ; sh:node ex:B${(i + 1) % 400} ] ; sh:not [ sh:property [ sh:path ex:p ; sh:minCount 30 ] ] .`).join('\n')}`,
  },
  {
    what: 'shapes that are nested 2,000 deep',
    shapes: `ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:not ex:B0 .\n${Array.from({ length: 2000 }, (_, i) => `ex:B${i} a sh:NodeShape ; sh:not ex:B${i + 1} .`).join('\n')}`,
  },
  {
    what: 'shapes that branch 30 deep',
    shapes: `ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:and ( ex:B0 ex:B0 ) .\n${Array.from({ length: 30 }, (_, i) => `ex:B${i} a sh:NodeShape ; sh:property [ sh:path ex:p ; sh:node ex:B${i + 1} ] .`).join('\n')}`,
  },
  {
    what: 'eight patterns with look-ahead',
    pieces: 8,
    isForWatchdog: true,
    shapes: Array.from(
      { length: 8 },
      (_, i) =>
        `ex:Bomb${i} a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:s ; sh:pattern "^(?=a)(a+)+${'b'.repeat(i)}$" ] .`,
    ).join('\n'),
  },
  {
    what: 'twelve patterns with back-references',
    pieces: 12,
    isForWatchdog: true,
    shapes: steps(
      12,
      (i) =>
        `ex:Bomb${i} a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path ex:s ; sh:pattern "^(a+)+(\\\\1)?${'b'.repeat(i)}$" ] .`,
    ),
  },
  {
    what: 'thirty products',
    pieces: 30,
    shapes: steps(30, (i) =>
      shapesWith(
        `$this ex:v ?v . ?a ex:v ?x . ?b ex:v ?y . ?c ex:v ?z FILTER(?x + ?y + ?z = -${i})`,
        'constraint',
      ).replace('ex:Bomb', `ex:Bomb${i}`),
    ),
  },
  {
    what: 'a hundred rules with products',
    inference: 'rules',
    pieces: 100,
    shapes: steps(100, (i) =>
      shapesWith(`$this ex:v ?v . ?a ex:v ?x . ?b ex:v ?y FILTER(?v * ?x * ?y = -${i + 1})`, 'rule').replace(
        'ex:Bomb',
        `ex:Bomb${i}`,
      ),
    ),
  },
  {
    what: 'a rule whose condition asks a query of everything',
    inference: 'rules',
    shapes:
      'ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:rule [ a sh:TripleRule ; sh:subject sh:this ; sh:predicate ex:z ; sh:object sh:this ; sh:condition [ sh:sparql [ sh:select """PREFIX ex: <http://example.org/> SELECT $this WHERE { $this ex:v ?v . ?a ex:v ?x . ?b ex:v ?y FILTER(?v + ?x + ?y < 0) }""" ] ] ] .',
  },
  {
    what: 'twenty qualified shapes that exclude one another',
    pieces: 20,
    shapes: `ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; ${steps(20, (i) => `sh:property [ sh:path ex:p ; sh:qualifiedValueShape [ sh:property [ sh:path ( ex:p ex:p ) ; sh:qualifiedMinCount ${i} ; sh:qualifiedValueShape [ sh:class ex:T${i} ] ] ] ; sh:qualifiedValueShapesDisjoint true ; sh:qualifiedMinCount 1 ] ;`)} .`,
  },
  {
    what: 'closures of which exactly one may hold',
    shapes: `ex:Bomb a sh:NodeShape ; sh:targetClass ex:T ; sh:property [ sh:path [ sh:zeroOrMorePath ex:p ] ; sh:xone ( ${steps(100, (i) => `[ sh:property [ sh:path [ sh:oneOrMorePath ex:p ] ; sh:minCount ${i} ] ]`)} ) ] .`,
  },
];

const endless = ['a pattern with look-ahead', 'a replacement with nested repetitions'];

const queried: readonly ShapeBomb[] = Object.entries(patterns).flatMap(([what, body]) =>
  (['constraint', 'target', 'rule'] as const).map((kind) => ({
    what: `${kind}: ${what}`,
    shapes: shapesWith(body, kind),
    ...(kind === 'rule' && { inference: 'rules' as const }),
    ...(kind === 'constraint' && endless.includes(what) && { isForWatchdog: true as const }),
  })),
);

export const shapeBombs: readonly ShapeBomb[] = [...queried, ...others].map((bomb) => ({
  ...bomb,
  shapes: prefixes + honest + bomb.shapes,
}));

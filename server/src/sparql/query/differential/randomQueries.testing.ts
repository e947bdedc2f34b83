import fc, { type Arbitrary } from 'fast-check';

/** A small graph in Turtle, and a query of it. */
export interface QueryCase {
  readonly data: string;
  readonly query: string;
}

const prefixes = [
  'PREFIX ex: <http://example.org/>',
  'PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>',
  '',
].join('\n');

const node = fc.constantFrom('ex:a', 'ex:b', 'ex:c', 'ex:d');
const predicate = fc.constantFrom('ex:p', 'ex:q', 'ex:r');
const literal = fc.constantFrom(
  ...['0', '1', '2', '-3', '1.0', '2.5', '1e0', '"NaN"^^xsd:double', '"01"^^xsd:integer', '"x"^^xsd:integer'],
  ...[
    '"1"^^xsd:byte',
    '"1.5"^^xsd:float',
    'true',
    'false',
    '""',
    '"a"',
    '"b c"',
    '"Ab1"',
    '"a"@en',
    '"b"@de',
  ],
  ...['"a"^^ex:t', '"2026-02-28T23:30:00Z"^^xsd:dateTime', '"2026-03-01T01:00:00+02:00"^^xsd:dateTime'],
  '"2026-03-01"^^xsd:date',
);
const object = fc.oneof({ weight: 3, arbitrary: node }, { weight: 2, arbitrary: literal });
const variable = fc.constantFrom('?a', '?b', '?c', '?d');

const triples: Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 4, arbitrary: node }, { weight: 1, arbitrary: fc.constantFrom('_:x', '_:y') }),
      predicate,
      fc.oneof({ weight: 6, arbitrary: object }, { weight: 1, arbitrary: fc.constantFrom('_:x', '_:y') }),
    ),
    { minLength: 2, maxLength: 10 },
  )
  .map((rows) => rows.map((row) => `${row.join(' ')} .`).join('\n'));

/** Joins parts of texts, some of which are random. */
function text(strings: TemplateStringsArray, ...parts: readonly Arbitrary<string>[]): Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => strings.map((string, i) => string + (texts[i] ?? '')).join(''));
}

function list(
  item: Arbitrary<string>,
  minLength: number,
  maxLength: number,
  separator: string,
): Arbitrary<string> {
  return fc.array(item, { minLength, maxLength }).map((items) => items.join(separator));
}

function oneOf(
  ...choices: readonly (readonly [weight: number, arbitrary: Arbitrary<string>])[]
): Arbitrary<string> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

function path(depth: number): Arbitrary<string> {
  if (depth === 0) return predicate;
  const inner = path(depth - 1);
  const negated = oneOf([2, predicate], [1, text`^${predicate}`]);
  return oneOf(
    [3, predicate],
    [1, text`^${inner}`.map((inverse) => inverse.replace('^^', ''))],
    [2, text`(${inner}/${inner})`],
    [2, text`(${inner}|${inner})`],
    [1, text`(${inner})*`],
    [1, text`(${inner})+`],
    [1, text`(${inner})?`],
    [1, text`!(${list(negated, 1, 2, '|')})`],
  );
}

const subject = oneOf([4, variable], [1, node]);
const anyObject = oneOf([5, variable], [1, node], [1, literal]);
const triple = oneOf(
  [5, text`${subject} ${predicate} ${anyObject} .`],
  [2, text`${subject} ${path(2)} ${anyObject} .`],
  [1, text`${subject} ?b ${anyObject} .`],
  [1, text`${subject} ${predicate} [ ${predicate} ${anyObject} ] .`],
  [1, text`${subject} ${predicate} ${anyObject} ; ${predicate} ${anyObject} .`],
);

/** `?@` becomes a variable of its own; `?n0` and so on are such variables. */
const anyVariable = oneOf([6, variable], [1, fc.constantFrom('?n0', '?n1')]);

function expression(depth: number): Arbitrary<string> {
  if (depth === 0) return oneOf([4, anyVariable], [2, literal], [1, node]);
  const e = expression(depth - 1);
  const shallow = expression(0);
  return oneOf(
    [2, shallow],
    [3, text`(${e} ${fc.constantFrom('=', '!=', '<', '>', '<=', '>=')} ${e})`],
    [3, text`(${e} ${fc.constantFrom('+', '-', '*', '/')} ${e})`],
    [2, text`(${e} ${fc.constantFrom('&&', '||')} ${e})`],
    [1, text`(!${e})`],
    [1, text`(-${shallow})`.map((negative) => negative.replace('--', '- -'))],
    [1, text`(${e} ${fc.constantFrom('IN', 'NOT IN')} (${list(e, 0, 3, ', ')}))`],
    [1, text`BOUND(${anyVariable})`],
    [1, text`IF(${e}, ${e}, ${e})`],
    [1, text`COALESCE(${list(e, 1, 3, ', ')})`],
    [
      4,
      text`${fc.constantFrom(
        ...[
          'STR',
          'LANG',
          'DATATYPE',
          'isIRI',
          'isBLANK',
          'isLITERAL',
          'isNUMERIC',
          'ABS',
          'CEIL',
          'FLOOR',
          'ROUND',
        ],
        ...[
          'STRLEN',
          'UCASE',
          'LCASE',
          'ENCODE_FOR_URI',
          'YEAR',
          'MONTH',
          'DAY',
          'HOURS',
          'MINUTES',
          'SECONDS',
        ],
        ...['TIMEZONE', 'TZ', 'MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512', 'IRI'],
      )}(${e})`,
    ],
    [
      2,
      text`${fc.constantFrom(
        ...[
          'CONTAINS',
          'STRSTARTS',
          'STRENDS',
          'STRBEFORE',
          'STRAFTER',
          'LANGMATCHES',
          'STRLANG',
          'sameTerm',
        ],
      )}(${e}, ${e})`,
    ],
    [1, text`STRDT(${e}, ${fc.constantFrom('xsd:integer', 'xsd:string', 'ex:t')})`],
    [1, text`CONCAT(${list(e, 0, 3, ', ')})`],
    [1, text`SUBSTR(${e}, ${fc.constantFrom('0', '1', '2')}, ${fc.constantFrom('0', '1', '5')})`],
    [1, text`SUBSTR(${e}, ${fc.constantFrom('0', '1', '2')})`],
    [
      1,
      text`REGEX(${e}, ${fc.constantFrom('"a"', '"^a"', '"[0-9]$"', '"A"')}${fc.constantFrom('', ', "i"')})`,
    ],
    [
      1,
      text`REPLACE(${e}, ${fc.constantFrom('"a"', '"(.)b"', '"1"')}, ${fc.constantFrom('"z"', '"[$0]"', '""')})`,
    ],
    [
      1,
      text`xsd:${fc.constantFrom('integer', 'decimal', 'double', 'float', 'boolean', 'string', 'dateTime')}(${e})`,
    ],
    [
      1,
      fc.constantFrom(
        '(RAND() < 1)',
        'isIRI(UUID())',
        'STRLEN(STRUUID())',
        '(NOW() = NOW())',
        'isBLANK(BNODE())',
      ),
    ],
  );
}

const condition = (depth: number): Arbitrary<string> =>
  depth === 0
    ? expression(2)
    : oneOf(
        [4, expression(2)],
        [1, text`EXISTS ${group(depth - 1)}`],
        [1, text`NOT EXISTS ${group(depth - 1)}`],
        [1, text`(${expression(1)} || NOT EXISTS ${group(depth - 1)})`],
      );

function block(depth: number): Arbitrary<string> {
  if (depth === 0) return triple;
  const inner = group(depth - 1);
  return oneOf(
    [5, triple],
    [2, text`OPTIONAL ${inner}`],
    [2, text`${inner} UNION ${inner}`],
    [1, text`MINUS ${inner}`],
    [3, text`FILTER (${condition(depth)})`],
    [2, text`BIND (${expression(2)} AS ?@)`],
    [1, values],
    [1, inner],
    [1, text`{ ${select(depth - 1)} }`],
  );
}

const cell = oneOf([2, node], [1, literal], [1, fc.constant('UNDEF')]);
const values = oneOf(
  [1, text`VALUES ${variable} { ${list(cell, 0, 3, ' ')} }`],
  [1, text`VALUES (?a ?c) { ${list(text`(${cell} ${cell})`, 0, 3, ' ')} }`],
);

function group(depth: number): Arbitrary<string> {
  return oneOf(
    [4, text`{ ${triple} ${list(block(depth), 0, 2, ' ')} }`],
    [1, text`{ ${list(block(depth), 0, 3, ' ')} }`],
  );
}

const aggregate = oneOf(
  [1, fc.constant('COUNT(*)')],
  [1, fc.constant('COUNT(DISTINCT *)')],
  [
    3,
    text`${fc.constantFrom('COUNT', 'SUM', 'AVG', 'MIN', 'MAX')}(${fc.constantFrom('', 'DISTINCT ')}${expression(1)})`,
  ],
  // The order of what is joined is open. So is the value of SAMPLE, which is left out.
  [1, text`STRLEN(GROUP_CONCAT(${fc.constantFrom('', 'DISTINCT ')}${expression(0)} ; SEPARATOR = ", "))`],
  [1, text`COUNT(BOUND(${anyVariable}) || DATATYPE(${expression(0)}) = xsd:integer || true)`],
);

function select(depth: number): Arbitrary<string> {
  const where = group(depth);
  const modifier = fc.constantFrom('', 'DISTINCT ');
  return oneOf(
    [2, text`SELECT ${modifier}* ${where}`],
    [2, text`SELECT ${modifier}${fc.constantFrom('?a', '?a ?b', '?b ?c', '?a ?c ?d')} ${where}`],
    [1, text`SELECT ${modifier}?a (${expression(2)} AS ?@) ${where}`],
    [1, text`SELECT (${aggregate} AS ?@) ${where}`],
    [2, text`SELECT ?a (${aggregate} AS ?@) ${where} GROUP BY ?a`],
    [
      1,
      text`SELECT ?a (${aggregate} AS ?@) (${aggregate} AS ?@) ${where} GROUP BY ?a ?b HAVING (${aggregate} ${fc.constantFrom('>', '=', '!=')} 1)`,
    ],
    [1, text`SELECT (${aggregate} AS ?@) ${where} GROUP BY (${expression(1)} AS ?@)`],
  );
}

const query = oneOf(
  [8, select(2)],
  [
    2,
    text`${select(1)} ORDER BY ${list(fc.constantFrom('?a', 'DESC(?b)', 'ASC(?c)'), 1, 2, ' ')}`.map(
      withoutGroups,
    ),
  ],
  [
    1,
    text`SELECT * ${group(2)} ORDER BY ?a LIMIT ${fc.constantFrom('0', '1', '3')} OFFSET ${fc.constantFrom('0', '1')}`,
  ],
  [1, text`ASK ${group(2)}`],
  [1, text`CONSTRUCT { ?a ${predicate} ?b . ?b ex:new _:n . _:n ex:of ?c } WHERE ${group(1)}`],
);

/** Aggregates leave only group keys to sort by. */
function withoutGroups(select: string): string {
  return select.includes('GROUP BY') || select.includes('AS ?@) {')
    ? select.replace(/ ORDER BY .*$/, ' ORDER BY ?a')
    : select;
}

/** Any query of what SHACL-SPARQL allows. Each part that names a variable with AS names another one. */
export const queryCases: Arbitrary<QueryCase> = fc.record({
  data: triples.map(
    (rows) =>
      `@prefix ex: <http://example.org/> .\n@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n${rows}`,
  ),
  query: query.map((body) => {
    let named = 0;
    return prefixes + body.replace(/\?@/g, () => `?n${named++}`);
  }),
});

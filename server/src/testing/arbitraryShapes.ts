import fc from 'fast-check';
import { datatypeOf, fewLiterals } from './arbitraryLiterals.ts';

/**
 * Shapes with data to validate, as Turtle statements that use the prefixes of fixtures. The statements of a file are
 * independent of each other and may be joined in any order.
 */
export interface ShapesCase {
  /** Each statement describes one named shape with its nested shapes. */
  readonly shapes: readonly string[];
  /** One triple each. */
  readonly data: readonly string[];
  /** Subclasses and a few facts, one triple each. */
  readonly context: readonly string[];
}

/** A change of one file of a case. */
export interface CaseEdit {
  readonly file: keyof ShapesCase;
  readonly kind: 'insert' | 'remove' | 'replace';
  /** The index of the statement, modulo the number of statements. */
  readonly at: number;
  /** The new statement; not used by `remove`. */
  readonly statement: string;
}

/** A case and its edits. They share a few names and literals. */
export interface CaseHistory {
  readonly start: ShapesCase;
  readonly edits: readonly CaseEdit[];
}

/** The case after an edit. In a file without statements, every edit inserts. */
export function edited(before: ShapesCase, { file, kind, at, statement }: CaseEdit): ShapesCase {
  const statements = before[file];
  const index = statements.length === 0 ? 0 : at % statements.length;
  const removed = kind === 'insert' || statements.length === 0 ? 0 : 1;
  const inserted = kind === 'remove' && removed === 1 ? [] : [statement];
  return { ...before, [file]: statements.toSpliced(index, removed, ...inserted) };
}

/**
 * Small cases that cover all of SHACL Core: every component, path and target, nested shapes and references, and
 * sometimes cycles. Shapes are well-formed, except for regular expressions that some engines cannot read.
 */
export function arbitraryCase(): fc.Arbitrary<ShapesCase> {
  return arbitraryHistory(0).map(({ start }) => start);
}

/**
 * Cases with up to `maxEdits` consecutive edits. Edits may leave ill-formed shapes. With `shacl12`, shapes have constraints of
 * SHACL 1.2, and data, context and shapes files declare nodes incomplete. Without `reifiers`, which no answer of SPARQL 1.1
 * has, none of the data are about statements about statements. With `all12`, which needs the query engine, they also have node
 * expressions, annotated constraints, severities with which data conform, and shapes that are classes by sh:ShapeClass.
 */
export function arbitraryHistory(
  maxEdits: number,
  { shacl12 = false, reifiers = shacl12, all12 = false }: Mix = {},
): fc.Arbitrary<CaseHistory> {
  const mix = { shacl12, reifiers, all12 };
  const files = shacl12 ? filesOf12(mix) : filesOf10;
  return fc
    .tuple(
      fewLiterals(),
      fc.tuple(...[0, 1, 2].map((i) => fc.option(rootShape(i, mix), { freq: i === 0 ? 99 : 3 }))),
      fc.tuple(...helperShapes.map((shape) => fc.option(shape, { freq: 4 }))),
      fc.array(files.data, { minLength: 8, maxLength: 30 }),
      fc.array(files.context, { maxLength: 4 }),
      fc.array(editOfAny(files), { maxLength: maxEdits, size: 'max' }),
    )
    .map(([literals, roots, helpers, data, context, edits]) => {
      const written = (text: string) => writeLiterals(text, literals);
      const shapes = [...roots, ...helpers].filter((shape) => shape !== null);
      return {
        start: { shapes: shapes.map(written), data: data.map(written), context: context.map(written) },
        edits: edits.map((change) => ({ ...change, statement: written(change.statement) })),
      };
    });
}

/**
 * Replaces the placeholders for literals: `$2` for a literal and `^2` for its datatype. Literals are chosen last, so
 * that their choice shrinks separately.
 */
function writeLiterals(text: string, literals: readonly string[]): string {
  const chosen = (number: string) => literals[Number(number) % literals.length]!;
  return text.replace(/([$^])(\d)/g, (_, sign: string, number: string) =>
    sign === '$' ? chosen(number) : datatypeOf(chosen(number)),
  );
}

type Text = fc.Arbitrary<string>;

function phrase(...parts: readonly (string | Text)[]): Text {
  const all = parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part));
  return fc.tuple(...all).map((texts) => texts.join(' '));
}

function list(member: Text, minLength = 1, maxLength = 3): Text {
  return fc.array(member, { minLength, maxLength }).map((members) => `( ${members.join(' ')} )`);
}

function weighted(...choices: readonly (readonly [weight: number, text: Text])[]): Text {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

const node = fc.constantFrom('ex:a', 'ex:b', 'ex:c', 'ex:a', '_:x');
const named = fc.constantFrom('ex:a', 'ex:b', 'ex:c');
const property = fc.constantFrom('ex:p', 'ex:p', 'ex:q', 'ex:r');
const classes = ['ex:C', 'ex:D', 'ex:E'];
const aClass = fc.constantFrom(...classes);
const digit = fc.integer({ min: 0, max: 5 });
const literal = digit.map((i) => `$${i}`);
const datatype = weighted([4, digit.map((i) => `^${i}`)], [1, fc.constantFrom('xsd:string', 'xsd:integer')]);
const term = weighted([1, node], [2, literal]);
const namedTerm = weighted([2, named], [3, literal]);
const smallCount = weighted([3, fc.constantFrom('0', '1', '2')], [1, fc.constantFrom('3', '4')]);

/** Cycles are rare, because engines that cannot follow them check nothing in such a case. */
const subclass = weighted(
  [
    60,
    fc.constantFrom(
      'ex:D rdfs:subClassOf ex:C .',
      'ex:E rdfs:subClassOf ex:C .',
      'ex:E rdfs:subClassOf ex:D .',
    ),
  ],
  [1, phrase(aClass, 'rdfs:subClassOf', aClass, '.')],
);
const fact = weighted(
  [6, phrase(node, property, term, '.')],
  [2, phrase(node, 'a', aClass, '.')],
  [1, subclass],
);
const contextFact = weighted(
  [3, subclass],
  [1, phrase(named, 'a', aClass, '.')],
  [1, phrase(named, property, term, '.')],
);

// Paths.

const path: Text = fc.letrec<{ path: string; step: string }>((tie) => ({
  path: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: property },
    { weight: 4, arbitrary: tie('step') },
  ),
  step: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('rdf:type', 'ex:p'),
    phrase('[ sh:inversePath', tie('path'), ']'),
    phrase('[ sh:zeroOrMorePath', tie('path'), ']'),
    phrase('[ sh:oneOrMorePath', tie('path'), ']'),
    phrase('[ sh:zeroOrOnePath', tie('path'), ']'),
    list(tie('path'), 2),
    phrase('[ sh:alternativePath', list(tie('path'), 2), ']'),
    phrase('( [ sh:inversePath', property, ']', property, ')'),
  ),
})).path;

// Constraints.

/** A shape has at most one text of each kind; texts without a kind may be repeated. */
interface ConstraintText {
  readonly kind: string;
  readonly text: string;
}

const single = (kind: string, text: Text): fc.Arbitrary<ConstraintText> =>
  text.map((text) => ({ kind, text }));
const repeatable = (text: Text): fc.Arbitrary<ConstraintText> => text.map((text) => ({ kind: text, text }));

const patterns = fc.constantFrom(
  '"^x"',
  '"X" ; sh:flags "i"',
  '"^.$"',
  '"^.y" ; sh:flags "s"',
  '"^y" ; sh:flags "m"',
  '"x y" ; sh:flags "x"',
  '"." ; sh:flags "q"',
  '"^\\\\p{L}+$"',
  '"^[\\\\i-[x]]\\\\c*$"',
  '"^\\\\P{IsBasicLatin}"',
  '"y$" ; sh:flags "m"',
  '"^\\\\-?\\\\w"',
  '"[0-9]{2,}"',
  '"^http"',
  '"("',
);

const leaves: readonly fc.Arbitrary<ConstraintText>[] = [
  repeatable(phrase('sh:class', aClass)),
  ...['datatype', 'datatype', 'datatype'].map((kind) => single(kind, phrase('sh:datatype', datatype))),
  single(
    'nodeKind',
    phrase(
      'sh:nodeKind',
      fc.constantFrom(
        ...[
          'sh:IRI',
          'sh:BlankNode',
          'sh:Literal',
          'sh:BlankNodeOrIRI',
          'sh:BlankNodeOrLiteral',
          'sh:IRIOrLiteral',
        ],
      ),
    ),
  ),
  ...['minExclusive', 'minInclusive', 'maxExclusive', 'maxInclusive'].map((kind) =>
    single(kind, phrase(`sh:${kind}`, literal)),
  ),
  ...['minLength', 'maxLength'].map((kind) => single(kind, phrase(`sh:${kind}`, smallCount))),
  single('pattern', phrase('sh:pattern', patterns)),
  single(
    'languageIn',
    phrase('sh:languageIn', list(fc.constantFrom('"en"', '"de"', '"DE-at"', '"*"', '"en-GB"', '"d"'), 0, 2)),
  ),
  ...['disjoint', 'equals'].map((kind) => repeatable(phrase(`sh:${kind}`, property))),
  single(
    'closed',
    phrase(
      'sh:closed true ; sh:ignoredProperties',
      list(weighted([3, property], [2, fc.constant('rdf:type')]), 0),
    ),
  ),
  single('closed', fc.constantFrom('sh:closed true', 'sh:closed false')),
  repeatable(phrase('sh:hasValue', namedTerm)),
  single('in', phrase('sh:in', list(namedTerm, 0, 4))),
];

const leavesOfProperties: readonly fc.Arbitrary<ConstraintText>[] = [
  ...['minCount', 'maxCount'].map((kind) => single(kind, phrase(`sh:${kind}`, smallCount))),
  single('uniqueLang', fc.constantFrom('sh:uniqueLang true', 'sh:uniqueLang true', 'sh:uniqueLang false')),
  ...['lessThan', 'lessThanOrEquals'].map((kind) => repeatable(phrase(`sh:${kind}`, property))),
];

/** Constraints of SHACL 1.2. */
const leavesOf12: readonly fc.Arbitrary<ConstraintText>[] = [
  repeatable(phrase('sh:class', list(aClass))),
  single('datatype', phrase('sh:datatype', list(datatype))),
  single(
    'nodeKind',
    fc.constantFrom('sh:nodeKind ( sh:IRI sh:BlankNode )', 'sh:nodeKind ( sh:Literal sh:IRI )'),
  ),
  repeatable(phrase('sh:rootClass', aClass)),
  repeatable(phrase('sh:uniqueValuesFor', fc.constantFrom('ex:p', '( ex:p ex:q )'))),
  single('minListLength', phrase('sh:minListLength', smallCount)),
  single('maxListLength', phrase('sh:maxListLength', smallCount)),
  single('uniqueMembers', fc.constant('sh:uniqueMembers true')),
  single('closed', fc.constant('sh:closed sh:ByTypes')),
  repeatable(phrase('sh:subsetOf', path)),
  repeatable(phrase('sh:equals', path)),
  repeatable(phrase('sh:disjoint', path)),
  single('singleLine', fc.constantFrom('sh:singleLine true', 'sh:singleLine true', 'sh:singleLine false')),
];

const leavesOfProperties12: readonly fc.Arbitrary<ConstraintText>[] = ['lessThan', 'lessThanOrEquals'].map(
  (kind) => repeatable(phrase(`sh:${kind}`, path)),
);

/** Node expressions of SHACL 1.2 that yield nodes, each once, of which `leaf` yields some. */
function setsOf(leaf: Text): Text {
  return fc.letrec<{ set: string }>((tie) => ({
    set: fc.oneof(
      { depthSize: 'small' },
      leaf,
      phrase(`[ ${shnex('instancesOf')}`, aClass, ']'),
      phrase(`[ ${shnex('pathValues')}`, path, `; ${shnex('nodes')}`, tie('set'), ']'),
      phrase(`[ ${shnex('remove')}`, namedTerm, `; ${shnex('nodes')}`, tie('set'), ']'),
      phrase('[ sh:minus', tie('set'), '; sh:nodes', tie('set'), ']'),
      phrase('[ sh:union (', tie('set'), tie('set'), ') ]'),
      phrase(`[ ${shnex('intersection')} (`, tie('set'), tie('set'), ') ]'),
      phrase(`[ ${shnex('distinct')} (`, tie('set'), tie('set'), ') ]'),
    ),
  })).set;
}

const setsAtFocus = setsOf(phrase(`[ ${shnex('pathValues')}`, path, ']'));

/** Node expressions of SHACL 1.2 that yield a truth value, some of them others as well. */
const expressions: Text = fc.letrec<{ truth: string; value: string }>((tie) => ({
  truth: fc.oneof(
    { depthSize: 'small' },
    phrase('[ sh:exists [ sh:path', path, '] ]'),
    phrase(`[ ${shnex('exists')}`, setsAtFocus, ']'),
    fc.constantFrom('true', 'true', 'false', '[ ]'),
    ...['equals', 'not-equals', 'less-than', 'sameTerm'].map((name) =>
      phrase(`[ ${sparql(name)} (`, tie('value'), tie('value'), ') ]'),
    ),
    phrase(`[ ${sparql('isIRI')} (`, tie('value'), ') ]'),
    phrase(`[ ${sparql('logical-not')} (`, tie('truth'), ') ]'),
    phrase('[ sh:if', tie('truth'), '; sh:then', tie('truth'), '; sh:else', tie('truth'), ']'),
  ),
  value: fc.oneof(
    { depthSize: 'small' },
    namedTerm,
    fc.constant(`[ ${shnex('var')} "focusNode" ]`),
    setsAtFocus,
    phrase(`[ ${shnex('count')}`, setsAtFocus, ']'),
    phrase(`[ ${shnex('pathValues')}`, path, `; ${shnex('focusNode')}`, named, ']'),
    phrase(`[ ${sparql('str')} (`, tie('value'), ') ]'),
    phrase(`[ ${sparql('plus')} (`, tie('value'), '1 ) ]'),
  ),
})).truth;

function sparql(name: string): string {
  return `<http://www.w3.org/ns/sparql#${name}>`;
}

function shnex(name: string): string {
  return `<http://www.w3.org/ns/shacl-node-expr#${name}>`;
}

/** What shapes have besides SHACL Core of 2017. */
interface Mix {
  /** Whether constraints and targets may be of SHACL 1.2. */
  readonly shacl12?: boolean;
  readonly reifiers?: boolean;
  readonly all12?: boolean;
}

/** The names of shapes that a shape may refer to, by kind of shape. */
interface References extends Mix {
  readonly shapes: Text;
  readonly propertyShapes: Text;
}

/** The constraints of a shape, with nested shapes up to some depth. */
function constraintsOf(
  kind: 'node' | 'property',
  depth: number,
  references: References,
): fc.Arbitrary<ConstraintText> {
  const all = references.shacl12 ? [...leaves, ...leavesOf12, ...leavesOf12] : leaves;
  const ofProperties = references.all12
    ? [...leavesOfProperties, ...leavesOfProperties12]
    : leavesOfProperties;
  const withExpressions = references.all12
    ? [...all, ...[1, 2, 3].map(() => repeatable(phrase('sh:expression', expressions)))]
    : all;
  const own = kind === 'node' ? withExpressions : [...withExpressions, ...ofProperties, ...ofProperties];
  if (depth === 0) return fc.oneof(...own);
  const inner = innerShape(depth - 1, references);
  const innerProperty = innerPropertyShape(depth - 1, references);
  const nested = [
    repeatable(phrase('sh:not', inner)),
    ...['and', 'or', 'xone'].map((name) => repeatable(phrase(`sh:${name}`, list(inner)))),
    repeatable(phrase('sh:node', inner)),
    repeatable(phrase('sh:property', innerProperty)),
    repeatable(phrase('sh:property', innerProperty)),
    repeatable(siblings(inner)),
    ...(references.shacl12
      ? ['sh:someValue', 'sh:memberShape'].map((name) => repeatable(phrase(name, inner)))
      : []),
    ...(references.all12
      ? [repeatable(phrase('sh:nodeByExpression', weighted([4, namedShapes], [1, yieldedShapes])))]
      : []),
    ...(kind === 'property' ? [single('qualified', qualified(inner))] : []),
    ...(kind === 'property' && references.reifiers
      ? [
          single(
            'reified',
            phrase('sh:reifierShape', inner, fc.constantFrom('', '; sh:reificationRequired true')),
          ),
        ]
      : []),
  ];
  return fc.oneof({ weight: 3, arbitrary: fc.oneof(...own) }, { weight: 2, arbitrary: fc.oneof(...nested) });
}

/** A constraint with what may be stated of its statement. */
function annotated({ kind, text }: ConstraintText): fc.Arbitrary<ConstraintText> {
  return annotation.map((more) => ({ kind, text: `${text} ${more}` }));
}

const annotation = weighted(
  [24, fc.constant('')],
  [1, fc.constantFrom('{| sh:deactivated true |}', '{| sh:deactivated false |}')],
  [
    1,
    fc.constantFrom(
      '{| sh:severity sh:Info |}',
      '{| sh:severity sh:Debug ; sh:message "M" |}',
      '{| sh:severity sh:Warning |} {| sh:severity sh:Trace |}',
    ),
  ],
);

function qualified(valueShape: Text): Text {
  return phrase(
    'sh:qualifiedValueShape',
    valueShape,
    weighted(
      [2, phrase('; sh:qualifiedMinCount', smallCount)],
      [2, phrase('; sh:qualifiedMaxCount', smallCount)],
      [1, phrase('; sh:qualifiedMinCount', smallCount, '; sh:qualifiedMaxCount', smallCount)],
    ),
    fc.constantFrom(
      '',
      '',
      '; sh:qualifiedValueShapesDisjoint true',
      '; sh:qualifiedValueShapesDisjoint false',
    ),
  );
}

/** Property shapes whose value shapes are disjoint. */
function siblings(valueShape: Text): Text {
  const sibling = phrase('[ sh:path', property, ';', qualified(valueShape), ']');
  return phrase('sh:property', sibling, ',', sibling);
}

function innerShape(depth: number, references: References): Text {
  return weighted(
    [1, references.shapes],
    [3, phrase('[', body('node', depth, references, 2), ']')],
    [2, phrase('[ sh:path', path, ';', body('property', depth, references, 3), ']')],
  );
}

function innerPropertyShape(depth: number, references: References): Text {
  return weighted(
    [1, references.propertyShapes],
    [4, phrase('[ sh:path', path, ';', body('property', depth, references, 3), ']')],
  );
}

function body(kind: 'node' | 'property', depth: number, references: References, maxLength: number): Text {
  const constraint = constraintsOf(kind, depth, references);
  return phrase(
    fc
      .uniqueArray(references.all12 ? constraint.chain(annotated) : constraint, {
        minLength: 1,
        maxLength,
        selector: ({ kind }) => kind,
      })
      .map((constraints) => constraints.map(({ text }) => text).join(' ; ')),
    weighted(
      [14, fc.constant('')],
      [2, fc.constantFrom('; sh:severity sh:Warning', '; sh:severity sh:Info', '; sh:severity ex:Minor')],
      [references.all12 ? 1 : 0, fc.constantFrom('; sh:severity sh:Debug', '; sh:severity sh:Trace')],
      [1, fc.constantFrom('; sh:deactivated true', '; sh:deactivated false')],
    ),
  );
}

// Named shapes.

const maxDepth = 2;

const targetOf10 = weighted(
  [2, phrase('sh:targetNode', namedTerm, ',', namedTerm)],
  [2, phrase('sh:targetNode', named)],
  [3, phrase('sh:targetClass', aClass)],
  [3, phrase('sh:targetSubjectsOf', property)],
  [3, phrase('sh:targetObjectsOf', property)],
  [1, phrase('sh:targetClass', aClass, '; sh:targetObjectsOf', property)],
);

function targetWith(references: References): Text {
  if (!references.shacl12) return targetOf10;
  return weighted(
    [13, targetOf10],
    [1, phrase('sh:targetWhere', references.shapes)],
    [2, phrase('sh:targetWhere [', body('node', 1, references, 2), ']')],
    [1, phrase('sh:targetWhere [ sh:class', aClass, '] ; sh:targetNode', named)],
    ...(references.all12
      ? [
          [3, phrase('sh:targetNode', setsOf(named))] as const,
          [1, phrase('sh:targetNode [ sh:filterShape', asked, '; sh:nodes', setsOf(named), ']')] as const,
        ]
      : []),
  );
}

/** Shapes without targets. They refer to later ones, and rarely to any of them. */
const helperNames = ['ex:T0', 'ex:T1', 'ex:T2'];
const propertyHelperNames = ['ex:P0', 'ex:P1'];
/** The shapes by which targets are filtered. */
const asked = fc.constantFrom(
  'ex:T2',
  '[ sh:property [ sh:path ex:p ; sh:minCount 1 ] ]',
  '[ sh:nodeKind sh:IRI ]',
);

/** Node expressions that yield shapes; the data name some by sh:shape. */
const yieldedShapes = fc.constantFrom(
  '[ sh:path sh:shape ]',
  '( ex:T0 ex:T1 )',
  '[ sh:if [ sh:exists [ sh:path ex:q ] ] ; sh:then ex:T0 ; sh:else [ sh:path ( ex:p sh:shape ) ] ]',
);

const namedShapes = fc.constantFrom('ex:S0', ...helperNames, ...helperNames, ...propertyHelperNames);
const anywhere: References = {
  shapes: fc.constantFrom('ex:S0', 'ex:S1', ...helperNames, ...propertyHelperNames),
  propertyShapes: fc.constantFrom(...propertyHelperNames),
};

function referencesTo(helpers: readonly string[], propertyHelpers: readonly string[]): References {
  const orAny = (names: readonly string[], any: Text) =>
    names.length === 0 ? any : weighted([8, fc.constantFrom(...names)], [1, any]);
  return {
    shapes: orAny([...helpers, ...propertyHelpers], anywhere.shapes),
    propertyShapes: orAny(propertyHelpers, anywhere.propertyShapes),
  };
}

const helperShapes: readonly Text[] = [
  ...helperNames.map((name, i) => {
    const references = referencesTo(helperNames.slice(i + 1), propertyHelperNames);
    return phrase(name, 'a sh:NodeShape ;', body('node', maxDepth - 1, references, 2), '.');
  }),
  ...propertyHelperNames.map((name, i) => {
    const references = referencesTo([], propertyHelperNames.slice(i + 1));
    return phrase(name, 'sh:path', path, ';', body('property', maxDepth - 1, references, 2), '.');
  }),
];

function rootShape(i: number, mix: Mix): Text {
  const references = { ...referencesTo(helperNames, propertyHelperNames), ...mix };
  const target = targetWith(references);
  const nodeBody = body('node', maxDepth, references, 5);
  const propertyBody = body('property', maxDepth, references, 5);
  return weighted(
    [4, phrase(`ex:S${i} a sh:NodeShape ;`, target, ';', nodeBody, '.')],
    [4, phrase(`ex:S${i} sh:path`, path, ';', target, ';', propertyBody, '.')],
    [
      3,
      phrase(`ex:S${i} sh:path ex:p ; sh:targetSubjectsOf ex:p ;`, body('property', 0, references, 5), '.'),
    ],
    [1, phrase(classes[i]!, 'a rdfs:Class, sh:NodeShape ;', nodeBody, '.')],
    [mix.all12 ? 1 : 0, phrase(classes[i]!, 'a sh:ShapeClass ;', nodeBody, '.')],
    [
      1,
      phrase(
        `ex:Meta${i} rdfs:subClassOf rdfs:Class .`,
        classes[i]!,
        `a ex:Meta${i}, sh:PropertyShape ; sh:path`,
        path,
        ';',
        propertyBody,
        '.',
      ),
    ],
  );
}

// Edits.

const shapeStatement = (mix: Mix) =>
  weighted([3, fc.oneof(rootShape(0, mix), rootShape(1, mix))], [2, fc.oneof(...helperShapes)]);

type FileTexts = Readonly<Record<keyof ShapesCase, Text>>;

const filesOf10: FileTexts = { data: fact, shapes: shapeStatement({}), context: contextFact };

const incompleteness = weighted(
  [4, phrase(named, 'sh:incomplete', fc.constantFrom('true', 'true', 'false'), '.')],
  [
    1,
    fc
      .constantFrom('a', 'b', '')
      .map((name) => `ex:Info sh:incompleteURIStart "http://example.org/ns#${name}"^^xsd:anyURI .`),
  ],
);
const filesOf12 = (mix: Mix): FileTexts => ({
  data: weighted(
    [8, fact],
    [1, incompleteness],
    [1, phrase(node, property, list(term), '.')],
    [mix.reifiers ? 1 : 0, phrase(node, property, term, '~', named, '.')],
    // What a store states of it is not asked for.
    [mix.reifiers ? 1 : 0, phrase(node, 'sh:shape', fc.constantFrom('ex:S0', 'ex:S1', ...helperNames), '.')],
  ),
  shapes: weighted([9, shapeStatement(mix)], [1, incompleteness]),
  context: weighted([2, contextFact], [1, incompleteness]),
});

function editOfAny({ data, shapes, context }: FileTexts): fc.Arbitrary<CaseEdit> {
  return fc.oneof(
    { weight: 8, arbitrary: editOf('data', data) },
    { weight: 2, arbitrary: editOf('shapes', shapes) },
    { weight: 2, arbitrary: editOf('context', context) },
  );
}

function editOf(file: keyof ShapesCase, statement: Text): fc.Arbitrary<CaseEdit> {
  return fc.record({
    file: fc.constant(file),
    kind: fc.constantFrom('insert', 'insert', 'replace', 'remove'),
    at: fc.nat(30),
    statement,
  });
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import { runs } from '../../testing/runs.ts';
import type { Graph, GraphDelta } from '../graph.ts';
import { isomorphic } from '../isomorphism.ts';
import { OverlayGraph } from '../overlayGraph.ts';
import { type TermId, type Triple, terms } from '../terms.ts';
import { type PredicateNode, rangeIn, type TermNode, type TriplesStatement } from '../turtle/syntaxTree.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { rdf, xsd } from '../vocab.ts';
import { type PlannedEdit, planEdits } from './planEdits.ts';

/*
 * What must hold for any text and any change. Texts are sequences of tokens with random gaps between them:
 * line ends of all kinds, tabs, comments where white space may be. Changes are random triples taken away,
 * added, replaced and moved, those of brackets and lists included.
 */

const uri = 'http://example.org/data';
const namespace = 'http://example.org/ns#';
const numRuns = runs(Number(process.env.EDIT_RUNS ?? 1000));

// Texts.

/** Tokens, where a gap may be anything that separates them. */
type Tokens = readonly string[];

const subjectNames = ['<d>', 'ex:a', 'ex:b', 'ex:c', '<http://example.org/ns#d>', '_:x', '_:y.z'];
const verbNames = ['a', 'ex:p', 'ex:q', 'rdf:type', '<http://example.org/ns#r>'];
const simpleObjects = [
  ...subjectNames,
  'ex:o',
  '1',
  '-2.5',
  '1e3',
  'true',
  '"x"',
  "'it is'",
  '"# no comment"',
  '"""long\n"text" # here"""',
  '"""two\r\nlines"""',
  "'''a;b.'''",
  '"x"@en',
  '"hallo"@de-AT',
  '"2020-01-01"^^xsd:date',
  `'5'^^<${terms.value(xsd.integer)}>`,
  '()',
  '[]',
];

const { object, parts } = fc.letrec<{ object: Tokens; parts: Tokens; part: Tokens }>((tie) => ({
  object: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'object', withCrossShrink: true },
    { weight: 10, arbitrary: fc.constantFrom(...simpleObjects).map((token) => [token]) },
    { weight: 2, arbitrary: tie('parts').map((inner) => ['[', ...inner, ']']) },
    {
      weight: 1,
      arbitrary: fc
        .array(tie('object'), { minLength: 1, maxLength: 4 })
        .map((items) => ['(', ...items.flat(), ')']),
    },
  ),
  part: fc
    .tuple(fc.constantFrom(...verbNames), fc.array(tie('object'), { minLength: 1, maxLength: 3 }))
    .map(([verb, objects]) => [
      verb,
      ...objects.flatMap((tokens, i) => (i === 0 ? tokens : [',', ...tokens])),
    ]),
  parts: fc
    .tuple(
      fc.array(fc.tuple(tie('part'), fc.constantFrom([';'], [';', ';'])), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
    )
    .map(([list, isDangling]) =>
      list.flatMap(([tokens, semicolons], i) =>
        i < list.length - 1 || isDangling ? [...tokens, ...semicolons] : tokens,
      ),
    ),
}));

const statement: fc.Arbitrary<Tokens> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...subjectNames), parts)
      .map(([subject, tokens]) => [subject, ...tokens, '.']),
  },
  { weight: 1, arbitrary: parts.map((tokens) => ['[', ...tokens, ']', '.']) },
  { weight: 1, arbitrary: fc.tuple(parts, parts).map(([a, b]) => ['[', ...a, ']', ...b, '.']) },
  { weight: 1, arbitrary: parts.map((tokens) => ['[]', ...tokens, '.']) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.array(object, { minLength: 1, maxLength: 3 }), parts)
      .map(([items, tokens]) => ['(', ...items.flat(), ')', ...tokens, '.']),
  },
);

/** Directives amid the statements, which change what names mean from there on. */
const directive: fc.Arbitrary<Tokens> = fc.constantFrom(
  ['@prefix', 'ex:', '<http://example.org/other#>', '.'],
  ['PREFIX', 'new:', `<${namespace}>`],
  ['@prefix', 'foaf:', '<http://example.org/mine#>', '.'],
  ['@base', '<http://example.org/folder/file>', '.'],
  ['BASE', '<http://example.org/folder/>'],
);

const header: fc.Arbitrary<Tokens> = fc.constantFrom(
  [
    '@prefix',
    'ex:',
    `<${namespace}>`,
    '.',
    '@prefix',
    'xsd:',
    `<${terms.value(xsd.integer).slice(0, -7)}>`,
    '.',
  ],
  ['PREFIX', 'ex:', `<${namespace}>`, 'prefix', 'xsd:', `<${terms.value(xsd.integer).slice(0, -7)}>`],
);
const rdfPrefix = ['@prefix', 'rdf:', `<${terms.value(rdf.type).slice(0, -4)}>`, '.'];

const gapCount = 10;

/** Gaps by number: the first ones are the plain ones, to which failing texts shrink. */
function gap(number: number, index: number, eol: string): string {
  const gaps = [
    ' ',
    `${eol}    `,
    '',
    `${eol}\t`,
    '  ',
    ` # ${index}${eol}`,
    `${eol}${eol}`,
    `# ${index} . ; "${eol}  `,
    `${eol}  # ${index}${eol}  # ${index}b${eol}    `,
    eol,
  ];
  return gaps[number]!;
}

interface TextParts {
  readonly header: Tokens;
  readonly statements: readonly Tokens[];
  readonly gaps: readonly number[];
  readonly layout: 'spaces' | 'lines';
  /** Line ends, taken in turn. */
  readonly eols: readonly string[];
  readonly start: string;
  readonly end: string;
}

const textParts: fc.Arbitrary<TextParts> = fc.record({
  header,
  statements: fc.array(fc.oneof({ weight: 8, arbitrary: statement }, { weight: 1, arbitrary: directive }), {
    minLength: 1,
    maxLength: 4,
  }),
  gaps: fc.array(fc.nat(24), { minLength: 40, maxLength: 80 }),
  layout: fc.constantFrom('spaces', 'lines'),
  eols: fc.constantFrom(['\n'], ['\r\n'], ['\r'], ['\n', '\r\n'], ['\r\n', '\n', '\r', '\n']),
  start: fc.constantFrom('', '# start\n', '\ufeff', '\ufeff# start\n\n', '\n'),
  end: fc.constantFrom('', '\n', ' # end', '\n\n# end\n', '\n  \n', '\t'),
});

const text = textParts.map((parts) => print(parts, allTokens(parts)));

/** The statements in graph blocks of TriG, whose last ones may have no dot. */
const trigText = textParts.map((parts) => {
  const tokens = parts.statements.flatMap((statement, i): Tokens => {
    const block = (parts.gaps[i]! + parts.gaps[i + 5]!) % 5;
    if (block === 0 || /^[@PB]/.test(statement[0]!)) return statement;
    const name = block === 1 ? [] : block === 2 ? ['GRAPH', 'ex:g1'] : [`ex:g${block}`];
    return [...name, '{', ...(block % 2 === 0 ? statement : statement.slice(0, -1)), '}'];
  });
  return print(parts, [...parts.header, ...rdfPrefix, ...tokens]);
});

/** The same with triple terms, reified triples, annotations and base directions behind some of its objects. */
const rdf12Text = textParts.map((parts) => {
  const tokens = [...parts.header, ...rdfPrefix, ...parts.statements.flat()];
  const isObject = (i: number) =>
    /^(ex:o|"x"|1|true|ex:[abc])$/.test(tokens[i]!) &&
    /^([.;,]|\])$/.test(tokens[i + 1] ?? '') &&
    tokens[i - 1] !== '[';
  return print(
    parts,
    tokens.flatMap((token, i): Tokens => {
      const more = isObject(i) ? rdf12Pieces[(parts.gaps[i % parts.gaps.length]! + i) % 8] : undefined;
      return more ? [token, ...more] : [token];
    }),
  );
});

const rdf12Pieces: readonly (Tokens | undefined)[] = [
  ['~', 'ex:r1'],
  ['{|', 'ex:p', 'ex:o', '|}'],
  ['~', 'ex:r2', '{|', 'ex:q', '1', ',', 'ex:o', ';', 'ex:p', '"x"', '|}'],
  [',', '<<(', 'ex:a', 'ex:p', '"x"@en--ltr', ')>>'],
  [',', '<<', 'ex:a', 'ex:p', '1', '~', 'ex:r3', '>>'],
];

/** A text in which one token is missing or another one is in its place. Most of these have syntax errors. */
const brokenText = fc
  .record({
    parts: textParts,
    index: fc.nat(),
    token: fc.constantFrom('', '.', ';', ',', ']', ')', '[', '"', '"""', 'ex:a', 'no:a', '<', '@prefix'),
  })
  .map(({ parts, index, token }) => {
    const tokens = allTokens(parts);
    const start = tokens.length - parts.statements.flat().length;
    const broken = start + (index % (tokens.length - start));
    return print(parts, tokens.toSpliced(broken, 1, ...(token === '' ? [] : [token])));
  });

function allTokens({ header, statements }: TextParts): Tokens {
  return [...header, ...rdfPrefix, ...statements.flat()];
}

function print({ gaps, layout, eols, start, end }: TextParts, tokens: Tokens): string {
  let result = start.replaceAll('\n', eols[0]!);
  for (const [i, token] of tokens.entries()) {
    const previous = tokens[i - 1];
    if (previous !== undefined) {
      const usual = layout === 'spaces' ? 0 : previous === '.' ? 9 : previous === ';' ? 1 : 0;
      const number = gaps[i % gaps.length]!;
      const space = gap(number < gapCount ? number : usual, i, eols[i % eols.length]!);
      result += space === '' && sticks(previous, token) ? ' ' : space;
    }
    result += token;
  }
  return result + end.replaceAll('\n', eols.at(-1)!);
}

function sticks(left: string, right: string): boolean {
  return !/^[;,[\]()]$/.test(left) && !/^[;,[\]()<"']/.test(right);
}

// Changes.

const operation = fc.record({
  kind: fc.constantFrom(
    'remove',
    'add',
    'replaceObject',
    'replaceVerb',
    'replaceSubject',
    'removeSubject',
    'renameSubject',
    'addBlank',
    'mention',
    'removeAround',
    'dropItem',
    'addItem',
    'exchangeItem',
    'addFirst',
    'dropFirst',
    'renameNode',
    'nameNode',
    'removeNode',
    'moveOut',
  ),
  triple: fc.nat(),
  term: fc.nat(),
  verb: fc.nat(),
});
type Operation = typeof operation extends fc.Arbitrary<infer Type> ? Type : never;

const newTerms = [
  terms.iri(`${namespace}a`),
  terms.iri(`${namespace}new`),
  terms.iri('http://other.example/path/x?y#z'),
  terms.iri('http://example.org/folder/near'),
  terms.iri('http://example.org/d2'),
  terms.iri('http://xmlns.com/foaf/0.1/Person'),
  terms.literal('new'),
  terms.literal(''),
  terms.literal('7', xsd.integer),
  terms.literal('2020-01-01', xsd.date),
  terms.literal('two\nlines "quoted" \\ \'x\''),
  terms.languageString('neu', 'de'),
  terms.literal('5', xsd.integer),
  rdf.nil,
];
const newVerbs = ['p', 'q', 'r', 'new'].map((name) => terms.iri(namespace + name)).concat(rdf.type);

function deltaOf({ graph }: TurtleDocument, operations: readonly Operation[]): GraphDelta {
  const every = [...graph.triples()];
  if (every.length === 0) return { added: [], removed: [] };
  const plain = every.filter(({ predicate }) => predicate !== rdf.first && predicate !== rdf.rest);
  const added: Triple[] = [];
  const removed: Triple[] = [];
  const at = <Type>(list: readonly Type[], index: number) => list[index % list.length]!;
  let fresh = 0;
  for (const { kind, triple, term, verb } of operations) {
    const chosen = at(triple % 16 === 0 || plain.length === 0 ? every : plain, triple);
    const { subject, predicate } = chosen;
    switch (kind) {
      case 'remove':
        removed.push(chosen);
        break;
      case 'add': {
        const other = at([subject, terms.iri(`${namespace}s${term % 3}`)], verb);
        added.push({ subject: other, predicate: at(newVerbs, verb), object: at(newTerms, term) });
        break;
      }
      case 'replaceObject':
        removed.push(chosen);
        added.push({ subject, predicate, object: at(newTerms, term) });
        break;
      case 'replaceVerb':
        removed.push(chosen);
        added.push({ ...chosen, predicate: at(newVerbs, verb) });
        break;
      case 'replaceSubject':
        removed.push(chosen);
        added.push({ ...chosen, subject: terms.iri(`${namespace}s${term % 3}`) });
        break;
      case 'removeSubject':
        removed.push(...graph.outgoing(subject));
        break;
      case 'renameSubject': {
        const other = terms.iri(`${namespace}s${term % 3}`);
        removed.push(...graph.outgoing(subject));
        added.push(...graph.outgoing(subject).map((old) => ({ ...old, subject: other })));
        break;
      }
      case 'addBlank': {
        const nodes = [0, 1].map((i) => terms.blankNode(`edit law ${fresh + i}`));
        fresh += 2;
        added.push(
          { subject, predicate: at(newVerbs, verb), object: nodes[0]! },
          {
            subject: nodes[0]!,
            predicate: at(newVerbs, term),
            object: at([...newTerms, nodes[1]!, nodes[0]!], term),
          },
          { subject: nodes[0]!, predicate: rdf.type, object: at([nodes[1]!, newTerms[0]!], verb) },
        );
        break;
      }
      case 'mention': {
        const blanks = every.filter(({ subject }) => terms.isBlank(subject));
        if (blanks.length === 0) break;
        added.push({ subject, predicate: at(newVerbs, verb), object: at(blanks, term).subject });
        break;
      }
      case 'removeAround': {
        // The bracket with all that is in it.
        const nodes = new Set([chosen.object]);
        removed.push(chosen);
        for (const node of nodes) {
          if (!terms.isBlank(node)) continue;
          for (const inner of graph.outgoing(node)) {
            removed.push(inner);
            nodes.add(inner.object);
          }
        }
        break;
      }
      case 'dropItem': {
        const rests = every.filter((other) => other.predicate === rdf.rest && other.object !== rdf.nil);
        if (rests.length === 0) break;
        const rest = at(rests, term);
        removed.push(rest, ...graph.outgoing(rest.object));
        for (const object of graph.objects(rest.object, rdf.rest)) added.push({ ...rest, object });
        break;
      }
      case 'addItem': {
        const rests = every.filter((other) => other.predicate === rdf.rest);
        if (rests.length === 0) break;
        const rest = at(rests, term);
        const cell = terms.blankNode(`edit law ${fresh++}`);
        removed.push(rest);
        added.push(
          { ...rest, object: cell },
          { subject: cell, predicate: rdf.first, object: at(newTerms, verb) },
          { subject: cell, predicate: rdf.rest, object: rest.object },
        );
        break;
      }
      case 'exchangeItem': {
        const items = every.filter((other) => other.predicate === rdf.first);
        if (items.length === 0) break;
        const item = at(items, term);
        removed.push(item);
        added.push({ ...item, object: at([...newTerms, ...plain.map(({ object }) => object)], verb) });
        break;
      }
      case 'addFirst': {
        const heads = links(graph).filter(({ object }) => isCell(graph, object) || object === rdf.nil);
        if (heads.length === 0) break;
        const head = at(heads, term);
        const cell = terms.blankNode(`edit law ${fresh++}`);
        removed.push(head);
        added.push(
          { ...head, object: cell },
          { subject: cell, predicate: rdf.first, object: at(newTerms, verb) },
          { subject: cell, predicate: rdf.rest, object: head.object },
        );
        break;
      }
      case 'dropFirst': {
        const heads = links(graph).filter(({ object }) => isCell(graph, object));
        if (heads.length === 0) break;
        const head = at(heads, term);
        removed.push(head, ...graph.outgoing(head.object));
        for (const object of graph.objects(head.object, rdf.rest)) added.push({ ...head, object });
        break;
      }
      case 'renameNode': {
        // As repairs do: to a name that may be in use, or to a node without one.
        const to = at([...newTerms.slice(0, 5), terms.blankNode(`edit law ${fresh++}`), subject], term);
        rename(graph, at([subject, chosen.object], verb), to, added, removed);
        break;
      }
      case 'nameNode': {
        const blanks = plain.filter((other) => terms.isBlank(other.subject));
        if (blanks.length === 0) break;
        rename(graph, at(blanks, term).subject, at(newTerms.slice(0, 5), verb), added, removed);
        break;
      }
      case 'removeNode':
        // All that is said of a node and with it, and the nodes that nothing else leads to any more.
        removed.push(...graph.incoming(subject), ...descriptionOf(graph, subject));
        break;
      case 'moveOut': {
        // What is said of a nested node is said of an IRI, and the link leads there.
        const inner = plain.filter(({ object }) => terms.isBlank(object) && !isCell(graph, object));
        if (inner.length === 0) break;
        const link = at(inner, term);
        const name = terms.iri(`${namespace}s${verb % 3}`);
        const about = graph.outgoing(link.object);
        removed.push(link, ...about);
        added.push({ ...link, object: name }, ...about.map((old) => ({ ...old, subject: name })));
      }
    }
  }
  return { added: added.filter(({ subject }) => !terms.isLiteral(subject)), removed };
}

function links(graph: Graph): readonly Triple[] {
  return [...graph.triples()].filter(({ predicate }) => predicate !== rdf.rest);
}

function isCell(graph: Graph, term: TermId): boolean {
  return terms.isBlank(term) && graph.objects(term, rdf.rest).length > 0;
}

function rename(graph: Graph, from: TermId, to: TermId, added: Triple[], removed: Triple[]): void {
  if (terms.isLiteral(from) || terms.isLiteral(to)) return;
  const triples = [...graph.outgoing(from), ...graph.incoming(from)];
  const name = (term: TermId) => (term === from ? to : term);
  removed.push(...triples);
  added.push(
    ...triples.map(({ subject, predicate, object }) => ({
      subject: name(subject),
      predicate,
      object: name(object),
    })),
  );
}

/** What is said of a node, and of the blank nodes in its description that nothing else mentions. */
function descriptionOf(graph: Graph, node: TermId): readonly Triple[] {
  const found: Triple[] = [];
  const nodes = new Set([node]);
  for (const each of nodes) {
    for (const triple of graph.outgoing(each)) {
      found.push(triple);
      const { object } = triple;
      if (terms.isBlank(object) && graph.incoming(object).length === 1) nodes.add(object);
    }
  }
  return found;
}

// Laws.

/** How many changes of TriG were refused: what is read again is never wrong, but seldom there is no place. */
let refusedInBlocks = 0;

/** How many changes beside annotations were refused: those of triples that are annotated, and of blank nodes in triple terms. */
let refusedBesideAnnotations = 0;

function checkLaws(source: string, operations: readonly Operation[]): void {
  const document = new TurtleDocument(/[^|]\}/.test(source) ? `${uri}.trig` : uri, 1, source);
  const delta = deltaOf(document, operations);
  const plan = planEdits(document, delta);
  const after = new OverlayGraph(document.graph, delta);
  if (plan.kind === 'notExpressible') {
    if (/<<|~|\{\|/.test(source)) {
      refusedBesideAnnotations++;
      return;
    }
    if (plan.reason.startsWith('The graph blocks')) {
      refusedInBlocks++;
      return;
    }
    // A statement with an error is not edited, and text with names only moves where they mean the same.
    if (document.errors.length > 0 || plan.reason.includes('other prefixes')) return;
    const touched = [...delta.added, ...delta.removed];
    if (touched.some((triple) => touchesList(document.graph, after, triple))) return;
  }
  expect(plan.kind === 'edits' ? flaws(document, plan.edits, after) : [plan.reason]).toEqual([]);
}

/** What is wrong with the edited text. */
function flaws(document: TurtleDocument, edits: readonly PlannedEdit[], after: Graph): readonly string[] {
  const result = new TurtleDocument(document.uri, 2, applyEdits(document.text, edits));
  const found: string[] = [];
  if (result.errors.length > document.errors.length)
    found.push(`does not parse: ${result.errors[0]!.message}`);
  if (!isomorphic(result.graph.triples(), after.triples())) found.push('states another graph');
  for (const [i, { range }] of edits.entries()) {
    if (range.start <= (edits[i - 1]?.range.end ?? -1)) found.push('edits overlap or are not sorted');
  }
  const moved = movedRanges(document, after);
  // Behind a string that isn't closed, what is a comment depends on what is there to start again from.
  if (document.errors.length === 0) found.push(...lostComments(document, result, moved));
  return [...found, ...touchedTokens(document, edits, after, moved), ...misplacedTerms(result, edits)];
}

/** True when a triple is about a list cell, or mentions one. */
function touchesList(before: Graph, after: Graph, { subject, object }: Triple): boolean {
  return [subject, object].some(
    (term) =>
      terms.isBlank(term) && [before, after].some((graph) => graph.objects(term, rdf.first).length > 0),
  );
}

/** Comments keep their text and order; those inside brackets that move go along with them. */
function lostComments(
  before: TurtleDocument,
  after: TurtleDocument,
  moved: readonly TextRange[],
): readonly string[] {
  const texts = ({ text, comments }: TurtleDocument) =>
    comments.map(({ start, end }) => text.slice(start, end));
  const isFixed = new Set(
    before.comments
      .filter((comment) => !moved.some((range) => isWithin(comment, range)))
      .map(({ start, end }) => before.text.slice(start, end)),
  );
  const fixed = (document: TurtleDocument) => texts(document).filter((text) => isFixed.has(text));
  const isSame = fixed(before).join('\n') === fixed(after).join('\n');
  const hasAll = texts(before).toSorted().join('\n') === texts(after).toSorted().join('\n');
  return isSame && hasAll ? [] : [`comments: ${texts(before)} became ${texts(after)}`];
}

/** Brackets of blank nodes that are mentioned elsewhere, nowhere or twice now, so that they have to move. */
function movedRanges({ statements, graph: before }: TurtleDocument, after: Graph): readonly TextRange[] {
  const links = (graph: Graph, id: TermId) =>
    graph.incoming(id).map(({ subject, predicate }) => `${subject} ${predicate}`);
  return statements.flatMap((statement) => {
    if (statement.kind !== 'triples') return [];
    const isMoved = (node: TermNode) => {
      if (node.kind !== 'propertyList' && node.kind !== 'collection') return false;
      // A list that has nothing more to say as a subject can't stand alone as it is.
      const { id, kind } = node;
      if (node === statement.subject && kind === 'collection' && after.outgoing(id).length === 2) return true;
      return links(before, id).join() !== links(after, id).join();
    };
    return nodesOf(statement)
      .filter(isMoved)
      .map((node) => rangeIn(statement, node));
  });
}

function nodesOf(statement: TriplesStatement): readonly TermNode[] {
  const nodes: TermNode[] = [];
  const visit = (node: TermNode) => {
    nodes.push(node);
    if (node.kind === 'propertyList') visitParts(node.predicates);
    else if (node.kind === 'collection') for (const { term } of node.items) visit(term);
  };
  const visitParts = (parts: readonly PredicateNode[]) => {
    for (const { objects } of parts) for (const { term } of objects) visit(term);
  };
  visit(statement.subject);
  visitParts(statement.predicates);
  return nodes;
}

/** Tokens that state a triple which stays, and that an edit replaces all the same. */
function touchedTokens(
  document: TurtleDocument,
  edits: readonly PlannedEdit[],
  after: Graph,
  moved: readonly TextRange[],
): readonly string[] {
  const found: string[] = [];
  for (const triple of document.graph.triples()) {
    if (!after.has(triple.subject, triple.predicate, triple.object)) continue;
    for (const { statement, subject, predicate, objectTerm } of document.sources.occurrences(triple)) {
      for (const node of [subject, predicate?.verb, objectTerm]) {
        if (node === undefined || node.kind === 'propertyList' || node.kind === 'collection') continue;
        // What reifies a triple may be written twice, and one of them go with its object.
        if ('triple' in node) continue;
        const token = rangeIn(statement, node);
        if (moved.some((range) => isWithin(token, range))) continue;
        const isTouched = edits.some(({ range }) => range.start < token.end && token.start < range.end);
        if (isTouched) found.push(`touches ${document.text.slice(token.start, token.end)}`);
      }
    }
  }
  return found;
}

/** Terms that the plan says to write and that a reader doesn't find at that place. */
function misplacedTerms(result: TurtleDocument, edits: readonly PlannedEdit[]): readonly string[] {
  const found: string[] = [];
  let shift = 0;
  for (const { range, newText, inserted } of edits) {
    for (const { term, range: span } of inserted) {
      const text = newText.slice(span.start, span.end);
      // A new language or datatype alone is a part of the literal.
      if (/^(@|\^\^)/.test(text) || terms.isBlank(term)) continue;
      const mention = result.sources.termAt(range.start + shift + span.start);
      if (mention?.node.id !== term) found.push(`${text} is not where it should be`);
    }
    shift += newText.length - (range.end - range.start);
  }
  return found;
}

function isWithin(inner: TextRange, outer: TextRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

describe('for every text and every change', () => {
  const operations = fc.array(operation, { minLength: 1, maxLength: 4 });

  test('the edited text states the graph without the removed triples and with the added ones', () =>
    fc.assert(fc.property(text, operations, checkLaws), { numRuns }));

  test('that holds for TriG, where next to nothing is refused', () => {
    fc.assert(fc.property(trigText, operations, checkLaws), { numRuns });
    expect(refusedInBlocks).toBeLessThanOrEqual(Math.max(1, numRuns / 200));
  });

  test('that holds beside annotations and triple terms, where more than half is written', () => {
    fc.assert(fc.property(rdf12Text, operations, checkLaws), { numRuns });
    expect(refusedBesideAnnotations).toBeLessThanOrEqual(0.6 * numRuns);
  });

  test('that holds for many changes joined into one', () => {
    const many = fc.array(operation, { minLength: 5, maxLength: 30 });
    fc.assert(fc.property(text, many, checkLaws), { numRuns: Math.ceil(numRuns / 2) });
  });

  test('that holds beside syntax errors, or the change is refused', () =>
    fc.assert(fc.property(brokenText, operations, checkLaws), { numRuns: Math.ceil(numRuns / 2) }));
});

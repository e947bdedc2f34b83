import { yieldToEventLoop } from '../../base/abort.ts';
import { nearestOf } from '../../base/editDistance.ts';
import { memoized } from '../../base/memoized.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { Graph } from '../../rdf/graph.ts';
import { isLanguage } from '../../rdf/publishedVocabularies.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, sh, shRules, xsd } from '../../rdf/vocab.ts';
import { notAllowed } from '../../sparql/query/compileQuery.ts';
import type { CompiledQuery, QueryProblem } from '../../sparql/query/query.ts';
import { isTrue } from '../model/reading.ts';
import type { Shape, ShapeQuery } from '../model/shape.ts';
import type { ShapesFinding, ShapesGraph } from '../model/shapesGraph.ts';
import { compileConstraint, compileTarget } from './compileShapeQuery.ts';
import { type Compilation, compileText } from './compileText.ts';
import { hasQueries, queryEngine } from './queryEngine.ts';
import { type QueryToken, tokensOf } from './queryTokens.ts';
import { declaredFunctions, declaringPrefixes, readPrefixes } from './readQuery.ts';

/**
 * The problems of the queries of the shapes, at their places in the texts. Each query is checked once, wherever it is used.
 * Empty before the query engine is loaded.
 */
export const queryFindings: (shapes: ShapesGraph) => readonly ShapesFinding[] = (shapes) => {
  const known = findings(shapes);
  known.list ??= find(shapes);
  return known.list ?? [];
};

/** Whether shapes or rules have queries to check. */
export function hasQueryTexts(shapes: ShapesGraph): boolean {
  return hasQueries(shapes) || otherQueries(shapes).length > 0;
}

/** Compiles all queries of the shapes and rules, which takes long the first time. The query engine must have been loaded. */
export async function compileQueries(shapes: ShapesGraph, signal: AbortSignal): Promise<void> {
  for (const shape of shapes.shapes) {
    await yieldToEventLoop(signal);
    usesOf(shape);
  }
  for (const query of otherQueries(shapes)) {
    await yieldToEventLoop(signal);
    compileOther(query);
  }
}

const findings = memoized((_: ShapesGraph): { list?: readonly ShapesFinding[] | undefined } => ({}));

interface Use {
  readonly shape: Shape;
  readonly query: ShapeQuery;
  readonly compilation: Compilation | undefined;
  readonly isTarget: boolean;
  readonly parameter: TermId;
  readonly value: TermId;
  /** The values of sh:message of the constraint. */
  readonly messages: readonly TermId[];
}

function find(shapes: ShapesGraph): readonly ShapesFinding[] | undefined {
  const uses = shapes.shapes.flatMap(usesOf);
  if (uses.some(({ compilation }) => compilation === undefined)) return undefined;
  const seen = new Set<string>();
  const inShapes = uses.flatMap((use) => {
    const key = `${use.query.owner} ${use.query.text}`;
    const found = problemsOf(use, shapes);
    if (found.length === 0 || seen.has(key)) return [];
    seen.add(key);
    return found;
  });
  return queryEngine() === undefined ? inShapes : [...inShapes, ...findingsOfOthers(shapes)];
}

/**
 * A query that is none of a constraint or a target: the CONSTRUCT query of a rule (SHACL Advanced Features 8.4), or one of a
 * node expression, a function or a validator.
 */
interface OtherQuery {
  readonly graph: Graph;
  readonly owner: TermId;
  readonly form: 'construct' | 'select' | 'ask';
  readonly text: TermId;
}

const propertyOf = { construct: shRules.construct, select: sh.select, ask: sh.ask } as const;

const otherQueries = memoized(({ graph, shapes }: ShapesGraph): readonly OtherQuery[] => {
  const inShapes = new Set(
    shapes.flatMap(({ constraints, targets }) =>
      [...constraints, ...targets].flatMap((each) => (each.kind === 'sparql' ? [each.query.text] : [])),
    ),
  );
  return (['construct', 'select', 'ask'] as const).flatMap((form) =>
    graph
      .withPredicate(propertyOf[form])
      .filter(({ subject }) => !graph.objects(subject, sh.deactivated).some(isTrue))
      .filter(({ object }) => terms.datatype(object) === xsd.string && !inShapes.has(object))
      .map(({ subject, object }) => ({ graph, owner: subject, form, text: object })),
  );
});

const compileOther = memoized(({ graph, owner, form, text }: OtherQuery): Compilation => {
  const prefixes = readPrefixes(graph, owner);
  if (typeof prefixes === 'string') return notAllowed(prefixes);
  const query = compileText(terms.value(text), declaredFunctions(graph), { prefixes: new Map(prefixes) });
  return query.kind === 'problem' || query.form === form
    ? query
    : notAllowed(
        `This is ${query.form === 'select' ? 'a' : 'an'} ${query.form.toUpperCase()} query, where sh:${form} needs ${form === 'ask' ? 'an' : 'a'} ${form.toUpperCase()} query.`,
      );
});

/**
 * The problems of the other queries; of those that are evaluated only where something calls them, what is no query at all. A
 * prefix that many of them lack at the same place is one mistake.
 */
function findingsOfOthers(shapes: ShapesGraph): readonly ShapesFinding[] {
  const { graph } = shapes;
  const lacking = new Set<string>();
  return otherQueries(shapes).flatMap((query): readonly ShapesFinding[] => {
    const compilation = compileOther(query);
    const { owner, form, text } = query;
    if (compilation.kind !== 'problem' || (form !== 'construct' && compilation.cause !== 'syntax')) return [];
    const inText = { subject: owner, predicate: propertyOf[form], object: text };
    const tokens = tokensOf(terms.value(text));
    const { range, ...described } = describeProblem(compilation, tokens, {
      consequence: form === 'construct' ? 'The rule is not run.' : 'The query is not evaluated.',
      elsewhere: declaredElsewhere(shapes, owner),
    });
    if (described.undeclaredPrefix !== undefined) {
      const declaring = graph.objects(owner, sh.prefixes);
      const key = `${described.undeclaredPrefix} ${declaring.join(' ')}`;
      if (declaring.length > 0 && lacking.has(key)) return [];
      lacking.add(key);
    }
    return [
      // They are evaluated only if rules are requested, or something calls them.
      {
        ...described,
        severity: described.severity === 'error' ? 'warning' : described.severity,
        shape: owner,
        parameter: inText.predicate,
        value: text,
        inText: { ...inText, range },
      },
    ];
  });
}

function usesOf(shape: Shape): readonly Use[] {
  return [
    ...shape.constraints.flatMap((constraint): readonly Use[] =>
      constraint.kind === 'sparql'
        ? [
            {
              shape,
              query: constraint.query,
              compilation: compileConstraint(constraint, shape.path),
              isTarget: false,
              parameter: constraint.parameter,
              value: constraint.parameterValue,
              messages: constraint.messages,
            },
          ]
        : [],
    ),
    ...shape.targets.flatMap((target): readonly Use[] =>
      target.kind === 'sparql'
        ? [
            {
              shape,
              query: target.query,
              compilation: compileTarget(target),
              isTarget: true,
              parameter: target.parameter,
              value: target.parameterValue,
              messages: [],
            },
          ]
        : [],
    ),
  ];
}

function problemsOf(use: Use, shapes: ShapesGraph): readonly ShapesFinding[] {
  const { compilation, query, isTarget } = use;
  const tokens = tokensOf(terms.value(query.text));
  const at = (severity: ShapesFinding['severity'], message: string, range?: TextRange): ShapesFinding => ({
    severity,
    message,
    shape: use.shape.id,
    parameter: use.parameter,
    value: use.value,
    inText: {
      subject: query.owner,
      predicate: sh[query.form],
      object: query.text,
      range,
    },
  });
  const consequence = isTarget ? 'The target selects nothing.' : 'The constraint is not checked.';
  if (compilation?.kind === 'problem') {
    const elsewhere = declaredElsewhere(shapes, query.owner);
    const { severity, message, range, ...more } = describeProblem(compilation, tokens, {
      consequence,
      elsewhere,
    });
    return [{ ...at(severity, message, range), ...more }];
  }
  if (compilation === undefined || isTarget) return [];
  const doubts = [
    ...withoutThis(compilation, tokens),
    ...withoutValues(compilation, query, tokens),
    ...misplacedPath(use, tokens),
  ].map(({ message, token }) => at('warning', message, token));
  return [...doubts, ...unfilledPlaceholders(use, compilation, shapes.graph)];
}

/** What may declare prefixes of a query and is described in no linked file, in words; undefined if there is nothing. */
function declaredElsewhere({ graph, term }: ShapesGraph, owner: TermId): string | undefined {
  const nodes = [...declaringPrefixes(graph, owner)].filter(
    (node) =>
      terms.isIri(node) &&
      graph.outgoing(node).length === 0 &&
      !isLanguage(`${terms.value(node).replace(/#$/, '')}#`),
  );
  return nodes.length === 0 ? undefined : nodes.map(term).join(' and ');
}

/** Why a query does not compile, with the responsible part of the query and the consequence. */
function describeProblem(
  { cause, message, offset }: QueryProblem,
  tokens: readonly QueryToken[],
  { consequence, elsewhere }: { readonly consequence: string; readonly elsewhere: string | undefined },
): Pick<ShapesFinding, 'severity' | 'message' | 'undeclaredPrefix' | 'meantText'> & {
  readonly range: TextRange | undefined;
} {
  const undeclared = unknownPrefix(message, tokens);
  if (undeclared) {
    const name = undeclared.text.replace(/:.*/, ':');
    const range = { start: undeclared.start, end: undeclared.start + name.length };
    const undeclaredPrefix = name.slice(0, -1);
    if (elsewhere !== undefined) {
      const text = `The prefix ${name} is not declared in the linked files, and none of them describes ${elsewhere}, which may declare it. Link or give that file as well. ${consequence}`;
      return { severity: 'warning', message: text, range, undeclaredPrefix };
    }
    const where = 'Declare it with sh:declare at a value of sh:prefixes, or with PREFIX in the query.';
    const text = `The prefix ${name} is not declared. ${where} ${consequence}`;
    return { severity: 'error', message: text, range, undeclaredPrefix };
  }
  if (message.includes('SPARQL-star')) {
    const text = `Triple terms in queries are not evaluated. ${consequence}`;
    return { severity: 'information', message: text, range: undefined };
  }
  const keyword = keywordIn(message, tokens);
  return {
    severity: cause === 'unknownFunction' ? 'warning' : 'error',
    message: `${message} ${consequence}`,
    range: offset === undefined ? keyword : (tokenAt(tokens, offset) ?? { start: offset, end: offset + 1 }),
    ...(keyword && isMeantNotExists(keyword, tokens) && { meantText: 'FILTER NOT EXISTS' }),
  };
}

/** The keyword that a message is about, such as MINUS, where the query has it. */
function keywordIn(message: string, tokens: readonly QueryToken[]): QueryToken | undefined {
  const missing = /^A SELECT inside of the query does not select \?(\w+)/.exec(message)?.[1];
  if (missing !== undefined) return selectWithout(missing, tokens);
  const keyword = /^The query does not select /.test(message)
    ? 'SELECT'
    : /\b(?:MINUS|VALUES|SERVICE|FROM|DESCRIBE|SELECT|ASK)\b/.exec(message)?.[0];
  return tokens.find(({ text }) => text.toUpperCase() === keyword);
}

/**
 * Whether a MINUS can only be meant as FILTER NOT EXISTS: triples on both sides have a variable in common. Without one,
 * MINUS removes nothing, and NOT EXISTS everything.
 */
function isMeantNotExists(keyword: QueryToken, tokens: readonly QueryToken[]): boolean {
  if (keyword.text.toUpperCase() !== 'MINUS') return false;
  const minus = tokens.indexOf(keyword);
  const before = namesBeside(tokens.slice(0, minus).reverse(), /[})]/, /[{(]/);
  const inside = namesBeside(tokens.slice(minus + 2), /[{(]/, /[})]/);
  return inside.some((name) => before.includes(name));
}

/** The variables from some token to the end of its group, without those in groups and brackets inside of it. */
function namesBeside(tokens: readonly QueryToken[], opens: RegExp, closes: RegExp): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    const isBracket = token.text.length === 1;
    if (isBracket && closes.test(token.text)) depth--;
    if (depth < 0) break;
    if (isBracket && opens.test(token.text)) depth++;
    const name = nameOf(token);
    if (depth === 0 && name !== undefined) names.push(name);
  }
  return names;
}

/** The first SELECT inside of a query that does not select a variable. */
function selectWithout(variable: string, tokens: readonly QueryToken[]): QueryToken | undefined {
  const selects = [...tokens.keys()].filter((i) => tokens[i]!.text.toUpperCase() === 'SELECT');
  const first = selects.slice(1).find((select) => {
    const selected = tokens.slice(
      select,
      tokens.findIndex(({ text }, i) => i > select && text === '{'),
    );
    const all = selected.at(-1)?.text.toUpperCase() === 'WHERE' ? selected.at(-2) : selected.at(-1);
    const from = all?.text === '*' ? tokens.slice(select + selected.length + 1) : selected;
    return !namesBeside(from, /[{(]/, /[})]/).includes(variable);
  });
  return first === undefined ? undefined : tokens[first];
}

/**
 * Placeholders of messages for which neither the query nor the shape has a value (SHACL 5.3.2): they are shown unchanged.
 */
function unfilledPlaceholders(
  { shape, query, parameter, value, messages }: Use,
  { form, variables }: CompiledQuery,
  graph: Graph,
): readonly ShapesFinding[] {
  if (form !== 'select') return [];
  const given = new Set([...variables, ...query.parameters.map(([name]) => name), ...alwaysGiven]);
  return messages.flatMap((message): readonly ShapesFinding[] => {
    const unknown = [...terms.value(message).matchAll(/\{[$?](\w+)\}/g)].find(
      ([, name]) =>
        !given.has(name!) && graph.objects(shape.id, terms.iri(namespaces.sh + name)).length === 0,
    );
    if (!unknown) return [];
    const near = nearestOf(unknown[1]!.toLowerCase(), variables, 2, (each) => each.toLowerCase());
    const range = { start: unknown.index, end: unknown.index + unknown[0].length };
    const meant = near === undefined ? '' : ` Did you mean {?${near}}?`;
    return [
      {
        severity: 'warning',
        message: `The query does not select ?${unknown[1]}, so ${unknown[0]} is shown as it is.${meant}`,
        shape: shape.id,
        parameter,
        value,
        inText: { subject: query.owner, predicate: sh.message, object: message, range },
        ...(near !== undefined && { meantText: `{?${near}}` }),
      },
    ];
  });
}

const alwaysGiven = ['this', 'value', 'PATH', 'path', 'shapesGraph', 'currentShape'];

interface Doubt {
  readonly message: string;
  readonly token: QueryToken;
}

/** A query that does not refer to the focus node gives the same answer for all of them. */
function withoutThis({ form }: CompiledQuery, tokens: readonly QueryToken[]): readonly Doubt[] {
  const pattern = tokens.findIndex(({ text }) => text === '{');
  if (form !== 'select' || pattern < 0) return [];
  if (tokens.slice(pattern).some((token) => nameOf(token) === 'this')) return [];
  const message = 'The pattern does not use $this, so the query says the same about each focus node.';
  return [{ message, token: tokens.find((token) => nameOf(token) === 'this') ?? tokens[pattern]! }];
}

/** Variables that are selected and never get a value. */
function withoutValues(
  { form, variables }: CompiledQuery,
  { parameters }: ShapeQuery,
  tokens: readonly QueryToken[],
): readonly Doubt[] {
  if (form !== 'select') return [];
  const given = new Set(['this', ...parameters.map(([name]) => name), 'shapesGraph', 'currentShape']);
  return variables.flatMap((variable) => {
    const uses = [...tokens.keys()].filter((i) => nameOf(tokens[i]!) === variable);
    const [first] = uses;
    if (given.has(variable) || first === undefined || uses.length > 1 || isAssigned(first, tokens)) return [];
    return [
      {
        message: `?${variable} is selected, but nothing in the query gives it a value.`,
        token: tokens[first]!,
      },
    ];
  });
}

/** True for the variable of `(expression AS ?variable)`. */
function isAssigned(index: number, tokens: readonly QueryToken[]): boolean {
  return tokens[index - 1]?.text.toUpperCase() === 'AS';
}

/** Node shapes have no path, and a path is only possible in the place of a property (SHACL 5.2.1). */
function misplacedPath({ shape }: Use, tokens: readonly QueryToken[]): readonly Doubt[] {
  const uses = [...tokens.keys()].filter((i) => nameOf(tokens[i]!) === 'PATH');
  if (shape.kind === 'node') {
    const message = 'Only property shapes have a path that $PATH can stand for.';
    return uses.slice(0, 1).map((i) => ({ message, token: tokens[i]! }));
  }
  const message =
    '$PATH stands for the path of the shape where a property belongs. In any other place it has no value.';
  const wrong = uses.find((i) => !isInPattern(i, tokens));
  return wrong === undefined ? [] : [{ message, token: tokens[wrong]! }];
}

/** Whether a subject may precede a token, and an object follow it. */
function isInPattern(index: number, tokens: readonly QueryToken[]): boolean {
  const before = tokens.slice(0, index).map(({ text }) => text);
  const depth = before.filter((text) => text === '{').length - before.filter((text) => text === '}').length;
  const last = before.findLast((text) => /^(SELECT|WHERE|BY|HAVING|FILTER|BIND|[{}.;])$/i.test(text));
  return depth > 0 && (last === undefined || !/^(SELECT|BY|HAVING|FILTER|BIND)$/i.test(last));
}

function nameOf({ text }: QueryToken): string | undefined {
  return /^[$?]\w/.test(text) ? text.slice(1) : undefined;
}

function unknownPrefix(message: string, tokens: readonly QueryToken[]): QueryToken | undefined {
  const prefix = /Unknown prefix: ([^\s]*?)\.?$/.exec(message)?.[1];
  return prefix === undefined ? undefined : tokens.find(({ text }) => text.startsWith(`${prefix}:`));
}

function tokenAt(tokens: readonly QueryToken[], offset: number): TextRange | undefined {
  return tokens.find(({ start, end }) => start <= offset && offset < end);
}

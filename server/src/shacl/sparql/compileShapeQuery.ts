import { memoized } from '../../base/memoized.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { notAllowed } from '../../sparql/query/compileQuery.ts';
import {
  type CompiledQuery,
  QueryBudgetExceeded,
  type QueryOptions,
  type Solutions,
} from '../../sparql/query/query.ts';
import { type Path, printPath } from '../model/path.ts';
import type { ConstraintOf, ShapeQuery, Target } from '../model/shape.ts';
import { type Compilation, compileText } from './compileText.ts';
import { queryEngine } from './queryEngine.ts';

/** The name by which queries refer to the shapes graph. */
export const shapesGraphName = terms.constant('urn:shacl-repair:shapesGraph');

/**
 * Compiles the query of a constraint. Undefined before the query engine is loaded.
 *
 * @param path of the shape, which replaces `$PATH`.
 */
export function compileConstraint(
  constraint: ConstraintOf<'sparql'>,
  path: Path | undefined,
): Compilation | undefined {
  return compiled(constraint, () => {
    const { query } = constraint;
    const names = query.parameters.map(([name]) => name);
    const required = query.form === 'ask' ? ['this', 'value', ...names] : ['this', ...names];
    const result = compileQuery(query, {
      prebound: [...required, 'shapesGraph', 'currentShape'],
      shacl: { required },
      ...(path ? { path: printPath(path, termToNTriples) } : {}),
    });
    return result.kind === 'query' ? withForm(result, query.form) : result;
  });
}

/**
 * A condition of SPARQL that is true of each focus node at which the query of a constraint may have a result; undefined where
 * none is known.
 *
 * @param path of the shape, which replaces `$PATH`.
 * @param node the variable of the focus node.
 * @param prefix begins the names of all other variables.
 */
export function suspectCondition(
  constraint: ConstraintOf<'sparql'>,
  path: Path | undefined,
  node: string,
  prefix: string,
): string | undefined {
  const { form, text, prefixes, parameters } = constraint.query;
  // A query that can't be evaluated leaves the verdict open.
  if (form !== 'select' || compileConstraint(constraint, path)?.kind !== 'query') return undefined;
  const options = {
    prefixes: new Map(prefixes),
    ...(path && { path: printPath(path, termToNTriples) }),
  };
  return queryEngine()?.necessaryCondition(terms.value(text), options, {
    node,
    given: new Map(parameters),
    prefix,
  });
}

/** Compiles the query of a target. Undefined before the query engine is loaded. */
export function compileTarget(target: Target & { readonly kind: 'sparql' }): Compilation | undefined {
  return compiled(target, () => {
    const { query } = target;
    const names = query.parameters.map(([name]) => name);
    const result = compileQuery(query, {
      prebound: names,
      ...(names.length > 0 ? { shacl: { required: names } } : {}),
    });
    if (result.kind === 'problem' || (result.form === 'select' && result.variables.length > 0)) return result;
    return notAllowed('A target is selected by a SELECT query.');
  });
}

/**
 * The query of a target that can be evaluated, for checking whether it selects a node: its variable has a value from the
 * start.
 */
export const compileMembership = memoized((target: Target & { readonly kind: 'sparql' }): Compilation => {
  const all = compileTarget(target);
  if (all?.kind !== 'query') return all ?? notAllowed('The query was not loaded.');
  const prebound = [...target.query.parameters.map(([name]) => name), targetVariable(all)];
  return compileQuery(target.query, { prebound });
});

/** The variable of a query that has the targets: ?this, or the only one. */
export function targetVariable({ variables }: CompiledQuery): string {
  return variables.includes('this') ? 'this' : variables[0]!;
}

/** Whether the answers of a query may differ after a change. */
export function touches({ reads }: CompiledQuery, { added, removed }: GraphDelta): boolean {
  if (reads === 'everything') return added.length + removed.length > 0;
  const isRead = ({ predicate }: Triple) => reads.predicates.has(predicate);
  return added.some(isRead) || removed.some(isRead);
}

/** Adds columns with the same value in each row, for the parameters of a query. */
export function withConstants(
  rows: Solutions,
  constants: readonly (readonly [name: string, value: TermId])[],
): Solutions {
  const { variables, length } = rows;
  const own = variables.length;
  return {
    variables: [...variables, ...constants.map(([name]) => name)],
    length,
    value: (row, column) => (column < own ? rows.value(row, column) : constants[column - own]![1]),
  };
}

function compileQuery({ text, prefixes, functions }: ShapeQuery, options: QueryOptions): Compilation {
  return compileText(terms.value(text), functions, { ...options, prefixes: new Map(prefixes) });
}

function withForm(query: CompiledQuery, form: ShapeQuery['form']): Compilation {
  if (query.form !== form) {
    return notAllowed(
      `This is ${query.form === 'ask' ? 'an' : 'a'} ${query.form.toUpperCase()} query, where sh:${form} needs ${article[form]}.`,
    );
  }
  if (form === 'select' && !query.variables.includes('this')) {
    return notAllowed('The query does not select $this, so its results belong to no node.');
  }
  return query;
}

const article = { select: 'a SELECT query', ask: 'an ASK query' } as const;

/** Compilations by the constraint or target, which live as long as the shapes graph. */
const compilations = memoized((_: object): { result?: Compilation } => ({}));

function compiled(owner: object, compile: () => Compilation): Compilation | undefined {
  const entry = compilations(owner);
  if (entry.result === undefined && queryEngine() !== undefined) entry.result = compile();
  return entry.result;
}

/** Why an evaluation ended early, as a sentence. A query that crashes must not affect the other constraints. */
export function whyStopped(error: unknown): string {
  if (error instanceof QueryBudgetExceeded) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `The query could not be evaluated: ${message.replace(/\.$/, '')}.`;
}

import type { Expression, FunctionCallExpression, OperationExpression, Pattern } from 'sparqljs';
import type { TermId } from '../../../rdf/terms.ts';
import { booleanTerm, effectiveBooleanValue } from './booleans.ts';
import { casts, compareLiterals, equalTerms } from './casts.ts';
import { type ExpressionScope, type TermFunction, unbound } from './expressionScope.ts';
import { functions } from './functions.ts';
import { readSimpleString } from './stringFunctions.ts';

/** The value of an expression for a row; undefined for an error of SPARQL, which includes unbound variables. */
export type CompiledExpression<Row> = (row: Row) => TermId | undefined;

/** The effective boolean value of an expression for a row; undefined for an error. A filter keeps rows with `true`. */
export type CompiledCondition<Row> = (row: Row) => boolean | undefined;

/** Compiles an expression of a parsed query. Its evaluation throws only what the scope throws. */
export function compileExpression<Row>(
  expression: Expression,
  scope: ExpressionScope<Row>,
): CompiledExpression<Row> {
  if (Array.isArray(expression)) return failing;
  if ('termType' in expression) {
    switch (expression.termType) {
      case 'Variable': {
        const read = scope.variable(expression.value);
        return (row) => {
          const value = read(row);
          return value === unbound ? undefined : value;
        };
      }
      case 'NamedNode':
      case 'Literal': {
        const constant = scope.constant(expression);
        return () => constant;
      }
      default:
        return failing;
    }
  }
  switch (expression.type) {
    case 'operation': {
      const condition = compileTest(expression, scope);
      return condition === undefined
        ? compileOperation(expression, scope)
        : (row) => booleanTerm(condition(row));
    }
    case 'aggregate':
      return scope.aggregate(expression);
    case 'functionCall':
      return compileCall(expression, scope);
    default:
      return failing;
  }
}

/** Compiles an expression of which only the effective boolean value matters, such as that of a filter. */
export function compileCondition<Row>(
  expression: Expression,
  scope: ExpressionScope<Row>,
): CompiledCondition<Row> {
  if (!Array.isArray(expression) && 'type' in expression && expression.type === 'operation') {
    const condition = compileTest(expression, scope);
    if (condition) return condition;
  }
  const compiled = compileExpression(expression, scope);
  return (row) => {
    const value = compiled(row);
    return value === undefined ? undefined : effectiveBooleanValue(value);
  };
}

const failing = () => undefined;

/** Compiles an operator that gives a truth value, not a term; undefined for other operators and functions. */
function compileTest<Row>(
  { operator, args }: OperationExpression,
  scope: ExpressionScope<Row>,
): CompiledCondition<Row> | undefined {
  const condition = (index: number) => compileCondition(args[index] as Expression, scope);
  const value = (index: number) => compileExpression(args[index] as Expression, scope);
  switch (operator) {
    case '!': {
      const inner = condition(0);
      return (row) => {
        const truth = inner(row);
        return truth === undefined ? undefined : !truth;
      };
    }
    case '&&': {
      const [left, right] = [condition(0), condition(1)];
      return (row) => {
        const first = left(row);
        if (first === false) return false;
        const second = right(row);
        return second === false ? false : first && second;
      };
    }
    case '||': {
      const [left, right] = [condition(0), condition(1)];
      return (row) => {
        const first = left(row);
        if (first === true) return true;
        const second = right(row);
        return second === true || first === undefined ? second || undefined : second;
      };
    }
    case 'exists':
      return scope.exists(args[0] as Pattern);
    case 'notexists': {
      const exists = scope.exists(args[0] as Pattern);
      return (row) => !exists(row);
    }
    case 'bound': {
      const bound = value(0);
      return (row) => bound(row) !== undefined;
    }
    case '=':
      return binary(value(0), value(1), equalTerms);
    case '!=':
      return binary(value(0), value(1), (a, b) => {
        const equal = equalTerms(a, b);
        return equal === undefined ? undefined : !equal;
      });
    case '<':
      return ordered(value(0), value(1), (order) => order < 0);
    case '>':
      return ordered(value(0), value(1), (order) => order > 0);
    case '<=':
      return ordered(value(0), value(1), (order) => order <= 0);
    case '>=':
      return ordered(value(0), value(1), (order) => order >= 0);
    case 'in':
    case 'notin': {
      const members = (args[1] as readonly Expression[]).map((member) => compileExpression(member, scope));
      const found = isAmong(value(0), members);
      if (operator === 'in') return found;
      return (row) => {
        const among = found(row);
        return among === undefined ? undefined : !among;
      };
    }
    default:
      return undefined;
  }
}

/** Compiles an operator or function of SPARQL. */
function compileOperation<Row>(
  { operator, args }: OperationExpression,
  scope: ExpressionScope<Row>,
): CompiledExpression<Row> {
  switch (operator) {
    case 'if': {
      const condition = compileCondition(args[0] as Expression, scope);
      const [then, otherwise] = compileAll(args.slice(1) as Expression[], scope);
      return (row) => {
        const truth = condition(row);
        if (truth === undefined) return undefined;
        return truth ? then!(row) : otherwise!(row);
      };
    }
    case 'coalesce': {
      const choices = compileAll(args as Expression[], scope);
      return (row) => {
        for (const choice of choices) {
          const value = choice(row);
          if (value !== undefined) return value;
        }
        return undefined;
      };
    }
    case 'BNODE': {
      const [label] = compileAll(args as Expression[], scope);
      if (label === undefined) return (row) => scope.newBlankNode(row, undefined);
      return (row) => {
        const value = label(row);
        const text = value === undefined ? undefined : readSimpleString(value);
        return text === undefined ? undefined : scope.newBlankNode(row, text);
      };
    }
    default: {
      const apply = functions.get(operator);
      return apply === undefined ? failing : applied(apply, compileAll(args as Expression[], scope), scope);
    }
  }
}

/** Compiles the call of a function by its IRI: a cast, or a function from outside of SPARQL. */
function compileCall<Row>(
  { function: name, args }: FunctionCallExpression,
  scope: ExpressionScope<Row>,
): CompiledExpression<Row> {
  const iri = typeof name === 'string' ? name : name.value;
  const compiled = compileAll(args, scope);
  const cast = casts.get(iri);
  if (cast) return compiled.length === 1 ? applied(cast, compiled, scope) : failing;
  const custom = scope.customFunction?.(iri, args.length);
  if (custom === undefined) return failing;
  return (row) => {
    const values = compiled.map((argument) => argument(row));
    return custom.call(values, scope.evaluation.ask);
  };
}

function compileAll<Row>(
  expressions: readonly Expression[],
  scope: ExpressionScope<Row>,
): readonly CompiledExpression<Row>[] {
  return expressions.map((expression) => compileExpression(expression, scope));
}

/** An error in an argument is one of the call. */
function applied<Row>(
  apply: TermFunction,
  args: readonly CompiledExpression<Row>[],
  scope: ExpressionScope<Row>,
): CompiledExpression<Row> {
  const [first, second] = args;
  if (args.length === 1) {
    return (row) => {
      const a = first!(row);
      return a === undefined ? undefined : apply(scope.evaluation, a);
    };
  }
  if (args.length === 2) {
    return (row) => {
      const a = first!(row);
      if (a === undefined) return undefined;
      const b = second!(row);
      return b === undefined ? undefined : apply(scope.evaluation, a, b);
    };
  }
  return (row) => {
    const values: TermId[] = [];
    for (const argument of args) {
      const value = argument(row);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return apply(scope.evaluation, ...values);
  };
}

function binary<Row>(
  left: CompiledExpression<Row>,
  right: CompiledExpression<Row>,
  test: (a: TermId, b: TermId) => boolean | undefined,
): CompiledCondition<Row> {
  return (row) => {
    const a = left(row);
    if (a === undefined) return undefined;
    const b = right(row);
    return b === undefined ? undefined : test(a, b);
  };
}

function ordered<Row>(
  left: CompiledExpression<Row>,
  right: CompiledExpression<Row>,
  holds: (order: number) => boolean,
): CompiledCondition<Row> {
  return binary(left, right, (a, b) => {
    const order = compareLiterals(a, b);
    if (order === undefined) return undefined;
    return order === 'unordered' ? false : holds(order);
  });
}

/** IN: true as soon as a member is equal; otherwise an error if comparing with any member was one. */
function isAmong<Row>(
  item: CompiledExpression<Row>,
  members: readonly CompiledExpression<Row>[],
): CompiledCondition<Row> {
  return (row) => {
    const value = item(row);
    if (value === undefined) return undefined;
    let hasError = false;
    for (const member of members) {
      const other = member(row);
      const equal = other === undefined ? undefined : equalTerms(value, other);
      if (equal) return true;
      if (equal === undefined) hasError = true;
    }
    return hasError ? undefined : false;
  };
}

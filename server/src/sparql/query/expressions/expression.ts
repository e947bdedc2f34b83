import type { Expression, OperationExpression, Pattern } from 'sparqljs';
import type { TermId } from '../../../rdf/terms.ts';
import { booleanTerm, effectiveBooleanValue } from './booleans.ts';
import { compareLiterals, equalTerms } from './comparison.ts';
import { type ExpressionScope, unbound } from './expressionScope.ts';

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
      const condition = compileOperator(expression, scope);
      return condition === undefined ? failing : (row) => booleanTerm(condition(row));
    }
    case 'aggregate':
      return scope.aggregate(expression);
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
    const condition = compileOperator(expression, scope);
    if (condition) return condition;
  }
  const compiled = compileExpression(expression, scope);
  return (row) => {
    const value = compiled(row);
    return value === undefined ? undefined : effectiveBooleanValue(value);
  };
}

const failing = () => undefined;

/** Compiles an operator with a boolean result; undefined for other operators. */
function compileOperator<Row>(
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

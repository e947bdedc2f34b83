/**
 * A condition of SPARQL on the variables of its group, or what it always is. Conditions here are never errors, so that
 * their negation is as sure as they are.
 */
export type Condition = boolean | string;

/** True if one of the conditions is; they may overlap. */
export function any(conditions: readonly Condition[]): Condition {
  if (conditions.includes(true)) return true;
  return joined(conditions, ' || ') ?? false;
}

/** True if all of the conditions are. */
export function all(conditions: readonly Condition[]): Condition {
  if (conditions.includes(false)) return false;
  return joined(conditions, ' && ') ?? true;
}

export function negated(condition: Condition): Condition {
  return typeof condition === 'boolean' ? !condition : `!(${condition})`;
}

/** An expression that counts as true where the store can't tell. */
export function unlessFalse(expression: string): Condition {
  return `COALESCE(${expression}, true)`;
}

/** An expression that counts as false where the store can't tell. */
export function onlyIfTrue(expression: string): Condition {
  return `COALESCE(${expression}, false)`;
}

/** Whether a pattern has a solution for which a condition holds. */
export function exists(pattern: string, condition: Condition = true): Condition {
  if (condition === false) return false;
  return `EXISTS { ${pattern}${condition === true ? '' : ` FILTER(${condition})`} }`;
}

function joined(conditions: readonly Condition[], operator: string): string | undefined {
  const texts = [...new Set(conditions.filter((each) => typeof each === 'string'))];
  if (texts.length < 2) return texts[0];
  return texts.map((text) => `(${text})`).join(operator);
}

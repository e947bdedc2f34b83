import { harmlessLength, regexRisk } from '../rdf/literals/regexRisk.ts';
import { compileRegex } from '../rdf/literals/xpathRegex.ts';
import { isTerm, treeObjects } from './parsedTree.ts';

/** Why a keyword of SPARQL Update is refused. */
export function refusedKeyword(keyword: string): string {
  return `${keyword} is not allowed: repairs read and change the triples of the default graph only.`;
}

/**
 * Why a pattern is not evaluated, however deeply the reason is nested in it: it accesses other graphs or services, is
 * too large, is non-deterministic, or has a regular expression that might never terminate.
 */
export function refusedPattern(patterns: unknown): string | undefined {
  let parts = 0;
  let terms = 0;
  for (const { type, operator, args, subject, termType } of treeObjects(patterns)) {
    if (termType !== undefined && ++terms > maxTerms) {
      return `The WHERE clause has more than ${maxTerms} terms.`;
    }
    if ((type !== undefined || subject !== undefined) && ++parts > maxParts) {
      return `The WHERE clause has more than ${maxParts} parts.`;
    }
    if (type === 'service' || type === 'graph') return refusedKeyword(type.toUpperCase());
    if (type === 'operation' && changing.has(operator)) {
      return `${String(operator).toUpperCase()} gives another answer each time, so what it changes cannot be proven.`;
    }
    if (type === 'operation' && (operator === 'regex' || operator === 'replace')) {
      const reason = refusedRegex(operator, args as readonly unknown[]);
      if (reason) return reason;
    }
  }
  return undefined;
}

const changing: ReadonlySet<unknown> = new Set(['rand', 'uuid', 'struuid', 'now']);

/**
 * Triples, groups, operations and so on. The query engine's planning time grows with the square of their number and
 * cannot be interrupted.
 */
const maxParts = 200;

/** Includes terms in lists and tables, which are compared one by one without interruption. */
const maxTerms = 2000;

function refusedRegex(operator: 'regex' | 'replace', args: readonly unknown[]): string | undefined {
  const name = operator.toUpperCase();
  const flagsArgument = args[operator === 'regex' ? 2 : 3];
  const pattern = writtenOut(args[1]);
  const flags = flagsArgument === undefined ? '' : writtenOut(flagsArgument);
  if (pattern === undefined || flags === undefined) {
    return `${name} needs a pattern and flags that are written out, so that it is known how long it may take.`;
  }
  const reading = compileRegex(pattern, flags);
  if (reading.kind === 'illFormed' || new Set(flags).size < flags.length) {
    return `${name} has a pattern or flags that are not valid: ${JSON.stringify(pattern)}, ${JSON.stringify(flags)}.`;
  }
  const risk = regexRisk(pattern, flags);
  const isTest = operator === 'regex';
  if (isTest && reading.mayHang(harmlessLength + 1) === undefined) return undefined;
  return risk && `${name} with the pattern ${JSON.stringify(pattern)} may take forever: ${risk}.`;
}

function writtenOut(argument: unknown): string | undefined {
  return isTerm(argument) && argument.termType === 'Literal' ? argument.value : undefined;
}

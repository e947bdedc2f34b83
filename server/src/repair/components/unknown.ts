import type { TermId } from '../../rdf/terms.ts';
import type { ClauseNames } from './component.ts';

// What is not known about the results of several components.

export function missingValue(_: unknown, { path }: ClauseNames): string {
  return `no linked file gives the missing value for ${path}`;
}

export function surplusValue(_: unknown, { path }: ClauseNames): string {
  return `the files don't say which value of ${path} is wrong`;
}

export function meantValue(_: unknown, { required }: ClauseNames): string {
  return `${required}, and the files don't say what was meant`;
}

export function lackingPart(_: unknown, { required, isLiteral }: ClauseNames): string {
  if (isLiteral) return `${required}, and no file says which value would`;
  return `${required}, and the files don't say what it lacks for that`;
}

export function wrongSide({ property }: { readonly property: TermId }, { term, path }: ClauseNames): string {
  return `the files don't say whether ${term(property)} or ${path} is wrong`;
}

export function meantBranch(_: unknown, { required }: ClauseNames): string {
  return `${required}, and the files don't say which of them was meant`;
}

import type { TermId } from '../../rdf/terms.ts';
import type { ResultNames } from './component.ts';

// What is not known about the results of several components.

export function missingValue(_: unknown, { path }: ResultNames): string {
  return `nothing in the linked files says ${path}`;
}

export function surplusValue(_: unknown, { path }: ResultNames): string {
  return `nothing in the linked files tells which value of ${path} is wrong`;
}

export function meantValue(_: unknown, { value }: ResultNames): string {
  return `nothing in the linked files tells what ${value} was meant to be`;
}

export function lackingPart(_: unknown, { value }: ResultNames): string {
  return `nothing in the linked files says what ${value} lacks`;
}

export function wrongSide({ property }: { readonly property: TermId }, { term, path }: ResultNames): string {
  return `nothing in the linked files tells whether ${term(property)} or ${path} is wrong`;
}

export function meantBranch(_: unknown, { value }: ResultNames): string {
  return `nothing in the linked files tells which of the shapes ${value} was meant to conform to`;
}

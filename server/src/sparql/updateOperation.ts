import type { TermId, Triple } from '../rdf/terms.ts';
import type { CompiledQuery } from './query/query.ts';

/** A SPARQL Update that may be applied to a copy. Its operations take effect in order. */
export interface Update {
  readonly operations: readonly UpdateOperation[];
}

export type UpdateOperation =
  | { readonly kind: 'insertData' | 'deleteData'; readonly triples: readonly Triple[] }
  | {
      /** For each solution, triples are deleted; after all deletions, triples are inserted. */
      readonly kind: 'modify';
      readonly deleted: readonly TripleTemplate[];
      readonly inserted: readonly TripleTemplate[];
      /** The WHERE clause, as a query for the variables of the templates. */
      readonly query: CompiledQuery;
    };

export interface TripleTemplate {
  readonly subject: TemplateTerm;
  readonly predicate: TemplateTerm;
  readonly object: TemplateTerm;
}

/** A term, a variable, or a blank node that is new for each solution. */
export type TemplateTerm = TermId | { readonly variable: string } | { readonly blank: string };

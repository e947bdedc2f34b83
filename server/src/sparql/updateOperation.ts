import type { TermId, Triple } from '../rdf/terms.ts';

/** A SPARQL Update that may be applied to a copy, its operations in the order in which they take effect. */
export interface Update {
  readonly operations: readonly UpdateOperation[];
}

export type UpdateOperation =
  | { readonly kind: 'insertData' | 'deleteData'; readonly triples: readonly Triple[] }
  | {
      /** For each solution, what is deleted and, after all of that, what is inserted. */
      readonly kind: 'modify';
      readonly deleted: readonly TripleTemplate[];
      readonly inserted: readonly TripleTemplate[];
      /**
       * A SELECT query for the solutions of WHERE, as the query engine reads it; undefined for an empty WHERE, which
       * has one solution without values.
       */
      readonly query: string | undefined;
    };

export interface TripleTemplate {
  readonly subject: TemplateTerm;
  readonly predicate: TemplateTerm;
  readonly object: TemplateTerm;
}

/** A term, the value of a variable, or a blank node that each solution has one of its own of. */
export type TemplateTerm = TermId | { readonly variable: string } | { readonly blank: string };

import type { JsonLocation } from './excerpt.ts';
import type { JsonStatedBy } from './statedByJson.ts';

/** A detail of a result as the shape gives it, without a place of its own. */
export interface JsonDetail {
  readonly focusNode: string;
  readonly path: string | null;
  readonly value: string | null;
  readonly sourceShape: string;
  readonly component: string;
  readonly severity: string;
  readonly messages: readonly string[];
  readonly shapeLocation: JsonLocation | null;
  readonly details: readonly JsonDetail[];
}

export interface JsonResult extends JsonDetail {
  readonly key: string;
  readonly location: JsonLocation | null;
  /** With inference only: the inferred triples behind the result, each with a stated triple that implies it. */
  readonly inferred?: readonly {
    readonly triple: string;
    /** A stated triple; null when rules infer the triple from nothing that is stated. */
    readonly from: string | null;
    /**
     * The rules in order: rules of RDFS and OWL by name, each with the schema triple that it uses, and rules of the
     * shapes graph by their node, each with the triples that it matched.
     */
    readonly by: readonly {
      readonly rule: string;
      readonly schema?: string;
      readonly premises?: readonly string[];
    }[];
  }[];
  /**
   * The namespace, property, class or value that the result has its cause in, as the data has it; of a text, its property and
   * the text in quotes. Without it, there is none. The `cause` is told in `groups`.
   */
  readonly restsOn?: string;
  /**
   * What the result rests on that only stores state, by store: the triple of the value, and the types of the focus node and
   * of the value. Without it, there is nothing of that kind.
   */
  readonly statedBy?: readonly JsonStatedBy[];
  /** With a baseline only: true when the result is in it. */
  readonly known?: boolean;
  /** With a comment only that ignores the result: what it says, and where it is. */
  readonly suppressed?: { readonly reason: string; readonly location: JsonLocation };
}

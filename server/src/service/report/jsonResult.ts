import type { JsonLocation } from './excerpt.ts';
import type { JsonStatedBy } from './statedByJson.ts';

/** A detail of a result, in terms of the shape, without its own place. */
export interface JsonDetail {
  readonly focusNode: string;
  readonly path: string | null;
  /** A term of more than 10,000 UTF-16 units is cut there, and ends in `…` without a closing quote. */
  readonly value: string | null;
  /** How many UTF-16 units the lexical form of a value has that was cut. Absent otherwise. */
  readonly valueLength?: number;
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
   * The namespace, property, class or value that causes the result, as the data has it; for a text, its property and the
   * text in quotes. Absent if there is none. The `cause` is described in `groups`.
   */
  readonly restsOn?: string;
  /**
   * What the result rests on that only stores contain, by store: the triple of the value, and the types of the focus node
   * and of the value. Absent if there is nothing of that kind.
   */
  readonly statedBy?: readonly JsonStatedBy[];
  /** With a baseline only: true when the result is in it. */
  readonly known?: boolean;
  /** Only with a comment that ignores the result: its text and its place. */
  readonly suppressed?: { readonly reason: string; readonly location: JsonLocation };
}

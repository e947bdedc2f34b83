import { terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import type { Violation } from '../model/violation.ts';
import { isResultKey, withoutNumber } from './resultKeys.ts';

/**
 * Which results a user means by a key in a comment or in the project file: those with this key in reports, or those of a
 * constraint component or shape.
 */
export type ResultSelector =
  | { readonly kind: 'key'; readonly key: string }
  /** The IRI of a constraint component, of its parameter, or of a shape. */
  | { readonly kind: 'iri'; readonly iri: string };

/**
 * Reads `sh:minCount`, `sh:MinCountConstraintComponent`, `ex:PersonShape`, `<http://…>` or the key of a result, such as
 * `1f0e4c2a9b7d`. Undefined for anything else, and for an undeclared prefix.
 *
 * @param prefixes prefix without colon → namespace IRI; `sh` is always known.
 */
export function readResultSelector(
  text: string,
  prefixes: ReadonlyMap<string, string>,
): ResultSelector | undefined {
  if (isResultKey(text)) return { kind: 'key', key: withoutNumber(text) };
  const iri = /^<([^<>\s]+)>$/.exec(text)?.[1];
  if (iri !== undefined) return { kind: 'iri', iri };
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const prefix = text.slice(0, colon);
  const namespace = prefixes.get(prefix) ?? (prefix === 'sh' ? namespaces.sh : undefined);
  return namespace === undefined ? undefined : { kind: 'iri', iri: namespace + text.slice(colon + 1) };
}

/**
 * True when the selector means the result.
 *
 * @param keyOf returns the key of the result in reports.
 */
export function isSelected(
  selector: ResultSelector,
  { sourceShape, rootShape, component, constraint }: Violation,
  keyOf: () => string,
): boolean {
  if (selector.kind === 'key') return selector.key === keyOf();
  return [component, constraint.parameter, sourceShape, rootShape].some(
    (term) => terms.isIri(term) && terms.value(term) === selector.iri,
  );
}

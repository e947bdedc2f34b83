import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import type { Path } from '../../shacl/model/path.ts';
import type { Fix } from './fix.ts';
import type { Requirements } from './requirements.ts';

/** A place where values are missing or need to be replaced. */
export interface WantedValue {
  readonly focusNode: TermId;
  readonly path: Path;
  readonly requirements: Requirements;
  /** The existing values. */
  readonly taken: ReadonlySet<TermId>;
}

/** The name of the property of a place; empty for other paths. */
export function nameOfProperty({ path }: Pick<WantedValue, 'path'>): string {
  return path.kind === 'predicate' ? localName(terms.value(path.predicate)) : '';
}

/** A value that fits a place, with the further changes that it needs. */
export interface Witness {
  readonly value: TermId;
  readonly fix: Fix;
}

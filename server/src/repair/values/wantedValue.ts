import type { TermId } from '../../rdf/terms.ts';
import type { Path } from '../../shacl/paths/path.ts';
import type { Fix } from '../drafts/fix.ts';
import type { Requirements } from './requirements.ts';

/** A place where values are missing or to be exchanged. */
export interface WantedValue {
  readonly focusNode: TermId;
  readonly path: Path;
  readonly requirements: Requirements;
  /** Values that are there already. */
  readonly taken: ReadonlySet<TermId>;
}

/** A value that may stand at a place, with what else has to change for it. */
export interface Witness {
  readonly value: TermId;
  readonly fix: Fix;
}

import type { Random } from '../../base/random.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import type { MistakeData } from './mistakeData.ts';

/** A kind of mistake that people make when they write data. */
export interface MistakeOperator {
  /** The name of the mistake in reports: `misspelt class`. */
  readonly title: string;
  /** Set if it changes the cells of lists, which other mistakes do not touch. */
  readonly ofLists?: true;
  /**
   * The mistake at a statement of a data file, as a change of the data; undefined where it can't be made. The change may
   * turn out to violate nothing, or not to be a change at all: that is checked elsewhere.
   */
  at(triple: Triple, data: MistakeData, random: Random): GraphDelta | undefined;
}

/** The change that writes a statement differently. */
export function rewritten(triple: Triple, other: Partial<Triple>): GraphDelta {
  return { removed: [triple], added: [{ ...triple, ...other }] };
}

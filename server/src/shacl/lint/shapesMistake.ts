import type { TextEdit } from '../../base/textEdit.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { Triple } from '../../rdf/terms.ts';
import type { ShapesFinding } from '../model/shapesGraph.ts';

/** What is wrong with a shapes file, at one place of its text. */
export interface ShapesMistake {
  readonly severity: ShapesFinding['severity'];
  /** One or two sentences: what is wrong, what it leads to, and what is right. */
  readonly message: string;
  readonly range: TextRange;
  /** The statement that is wrong: nothing else is said about it. */
  readonly statement: Triple | undefined;
  /** What mends it, best first; empty where only the author knows. */
  readonly remedies: readonly MistakeRemedy[];
}

/** A way to mend a mistake. */
export interface MistakeRemedy {
  readonly title: string;
  /** True for a slip of the pen with one possible meaning. All slips of a file can be fixed at once. */
  readonly isSlip: boolean;
  /** True when other mistakes may come to light, because nothing could be read as what it was meant to be. */
  readonly mayReveal?: boolean;
  /** The edits are made when they are asked for. */
  readonly edits: () => readonly TextEdit[];
}

import type { TextEdit } from '../../../base/textEdit.ts';

/** Another way to write IRIs. The graph stays what it is, and so do comments and strings. */
export interface IriRewrite {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

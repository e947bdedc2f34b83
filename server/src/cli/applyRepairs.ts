import type { TextEdit } from '../base/textEdit.ts';
import { EditedText } from '../edits/editedText.ts';
import type { VerifiedRepair } from '../repair/repair.ts';
import type { Checked, CheckedResult } from '../report/checked.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { bestRepair, suggestFor } from './suggestedRepairs.ts';
import type { GivenFiles, Workspace } from './workspace.ts';

/** What became of a file whose results were repaired one after the other. */
export interface Application {
  readonly applied: readonly AppliedRepair[];
  /** Why results were left, by key. */
  readonly left: ReadonlyMap<string, string>;
  readonly text: EditedText;
  readonly before: Checked;
  readonly after: Checked;
}

export interface AppliedRepair {
  readonly result: CheckedResult;
  readonly verified: VerifiedRepair;
  /** The document that it was verified on and applied to. */
  readonly document: TurtleDocument;
  readonly edits: readonly TextEdit[];
}

export interface ApplyOptions {
  readonly given: GivenFiles;
  /** Only the result with this key. */
  readonly only: string | undefined;
  readonly acceptPlaceholders: boolean;
}

/**
 * Applies the best repair of each result of a data file to its text in memory. After each one the file is validated
 * again, so that the next is verified on the text that it is applied to. What could not be repaired is tried again
 * once others are: one repair may be what another needs.
 */
export async function applyBest(
  before: Checked,
  document: TurtleDocument,
  workspace: Workspace,
  { given, only, acceptPlaceholders }: ApplyOptions,
): Promise<Application> {
  const applied: AppliedRepair[] = [];
  let left = new Map<string, string>();
  let text = new EditedText(document.text);
  let now = before;
  let version = document.version;
  let appliedInPass = 0;
  for (;;) {
    const result = now.results.find(({ key }) => !left.has(key) && (only === undefined || key === only));
    if (!result) {
      if (appliedInPass === 0 || left.size === 0) break;
      left = new Map();
      appliedInPass = 0;
      continue;
    }
    const choice = bestRepair(await suggestFor(result, suggestionsToChooseFrom), { acceptPlaceholders });
    if (choice.kind === 'none') {
      left.set(result.key, choice.why);
      continue;
    }
    const { verified } = choice;
    const next = editsOf(verified, document.uri);
    const edited = text.edited(next?.edits ?? []);
    workspace.setText(document.uri, ++version, edited.text);
    const after = await workspace.check(given, 'builtin');
    if (!next || after.results.length >= now.results.length) {
      // Verified, yet not so: a fault of ours, and no reason to write what it led to.
      workspace.setText(document.uri, ++version, text.text);
      left.set(result.key, `Validating again did not confirm: ${verified.repair.title}`);
      continue;
    }
    applied.push({ result, verified, ...next });
    text = edited;
    now = after;
    appliedInPass++;
  }
  return { applied, left, text, before, after: now };
}

/** The best one counts; the others are there because the best may not be one to apply. */
const suggestionsToChooseFrom = 5;

/** The edits of the one file that may change. */
function editsOf({ verdict }: VerifiedRepair, uri: string) {
  const [only, ...others] = verdict.edits;
  return only && others.length === 0 && only.document.uri === uri ? only : undefined;
}

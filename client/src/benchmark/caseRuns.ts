import { type CancellationToken, type Uri, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { followedRequest } from '../followedRequest.ts';

/** The outcome of doing something with a case. */
export interface CaseOutcome {
  readonly id: string;
  readonly passed: boolean;
  /** Why it did not pass, or what the user should know although it did; empty when there is nothing to say. */
  readonly message: string;
  /** What was expected and what was found, with its place. */
  readonly difference: (protocol.GraphDifference & { readonly uri: Uri }) | undefined;
}

/** Something that the Test Explorer can do with cases. */
export interface CaseRun {
  /** The name of its run profile. */
  readonly label: string;
  /**
   * @param cases the ids; all of the suite when undefined.
   * @param report is told of each case as soon as it is known.
   * @returns what is wrong apart from cases, in sentences, because of which cases may be left out.
   */
  run(
    suite: Uri,
    cases: readonly string[] | undefined,
    report: (outcome: CaseOutcome) => void,
    token: CancellationToken,
  ): Promise<string | undefined>;
}

/** Checks that cases are what they were when the suite was generated. */
export function verifyRun(client: LanguageClient): CaseRun {
  return {
    label: 'Verify',
    run: (suite, cases, report, token) => verify(client, { suite, cases }, report, token),
  };
}

/** Asks whether other shapes, with the current texts of the editor, judge cases like those of the suite. */
export function testShapesRun(client: LanguageClient): CaseRun {
  return {
    label: 'Test a Shapes File…',
    async run(suite, cases, report, token) {
      const shapes = await chosenShapes();
      return shapes
        ? verify(client, { suite, cases, shapes: [shapes] }, report, token)
        : 'No shapes file was chosen.';
    },
  };
}

/** The text of a shapes file: one that is open, that of the active editor first, or another one. */
async function chosenShapes(): Promise<string | undefined> {
  const active = window.activeTextEditor?.document;
  const open = workspace.textDocuments.filter(
    (each) => each.languageId === 'turtle' && each.getText().includes(shaclNamespace),
  );
  const items = open
    .sort((a, b) => Number(b === active) - Number(a === active))
    .map((document) => ({ label: workspace.asRelativePath(document.uri), document }));
  const other = { label: '$(folder-opened) Another file …', alwaysShow: true, document: undefined };
  const title = 'Which Shapes Judge the Cases?';
  const chosen = await window.showQuickPick([...items, other], {
    title,
    placeHolder: 'As they are in the editor',
  });
  if (!chosen) return undefined;
  if (chosen.document) return chosen.document.getText();
  const [file] =
    (await window.showOpenDialog({ openLabel: 'Test', filters: { Turtle: ['ttl', 'turtle'] } })) ?? [];
  return file && (await workspace.openTextDocument(file)).getText();
}

const shaclNamespace = 'http://www.w3.org/ns/shacl#';

async function verify(
  client: LanguageClient,
  {
    suite,
    cases,
    shapes,
  }: {
    readonly suite: Uri;
    readonly cases: readonly string[] | undefined;
    readonly shapes?: readonly string[];
  },
  report: (outcome: CaseOutcome) => void,
  token: CancellationToken,
): Promise<string | undefined> {
  const params: protocol.VerifySuiteParams = {
    uri: suite.toString(),
    ...(cases && { cases }),
    ...(shapes && { shapes }),
  };
  const follow = ({ verdicts }: protocol.VerifiedCases) => {
    for (const { id, differences } of verdicts) {
      const message = differences.join('\n');
      report({ id, passed: differences.length === 0, message, difference: undefined });
    }
  };
  try {
    const answer = await followedRequest(
      client,
      { method: 'shaclRepair/verifySuite', params, follow },
      token,
    );
    if (!answer) return 'The suite could not be verified. See the output of SHACL Repair for the reason.';
    return answer.kind === 'failed' ? answer.message : answer.problems;
  } catch (error) {
    if (token.isCancellationRequested) return 'Cancelled.';
    return error instanceof Error ? error.message : String(error);
  }
}

import {
  type CancellationToken,
  commands,
  type Disposable,
  type TestController,
  type TestItem,
  TestMessage,
  type TestRun,
  type TestRunProfile,
  TestRunProfileKind,
  TestRunRequest,
  tests,
  type Uri,
  workspace,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import { counted } from '../counted.ts';
import { fileCoverages, TurtleFileCoverage } from './fileCoverages.ts';
import { JudgementHovers } from './judgementHovers.ts';

/**
 * Coverage in VS Code's test coverage view. Each file whose coverage was asked for is a test, so that it can be run again
 * from there: it passes when the file conforms.
 */
export class CoverageRuns implements Disposable {
  readonly #client: LanguageClient;
  readonly #controller: TestController;
  readonly #profile: TestRunProfile;
  readonly #hovers = new JudgementHovers();

  constructor(client: LanguageClient) {
    this.#client = client;
    this.#controller = tests.createTestController('shaclRepair.coverage', 'SHACL Coverage');
    this.#profile = this.#controller.createRunProfile(
      'SHACL Coverage',
      TestRunProfileKind.Coverage,
      async (request, token) => {
        await this.#run(request, token);
      },
      true,
    );
    this.#profile.loadDetailedCoverage = async (_, coverage) =>
      coverage instanceof TurtleFileCoverage ? coverage.details() : [];
  }

  /** Shows what the shapes of a file look at. Undefined when that can't be known. */
  async show(file: Uri, token: CancellationToken): Promise<protocol.CoverageAnswer | undefined> {
    const id = file.toString();
    const item =
      this.#controller.items.get(id) ??
      this.#controller.createTestItem(id, workspace.asRelativePath(file), file);
    this.#controller.items.add(item);
    const [answer] = await this.#run(new TestRunRequest([item], undefined, this.#profile), token);
    if (answer) await commands.executeCommand('testing.openCoverage');
    return answer;
  }

  dispose(): void {
    this.#hovers.dispose();
    this.#controller.dispose();
  }

  async #run(
    request: TestRunRequest,
    token: CancellationToken,
  ): Promise<readonly (protocol.CoverageAnswer | undefined)[]> {
    const run = this.#controller.createTestRun(request);
    try {
      const items = request.include ?? [...this.#controller.items].map(([, item]) => item);
      const answers: (protocol.CoverageAnswer | undefined)[] = [];
      for (const item of items) {
        if (request.exclude?.includes(item) || token.isCancellationRequested) continue;
        answers.push(await this.#runOne(item, run, token));
      }
      return answers;
    } finally {
      run.end();
    }
  }

  async #runOne(
    item: TestItem,
    run: TestRun,
    token: CancellationToken,
  ): Promise<protocol.CoverageAnswer | undefined> {
    run.started(item);
    // The server knows open documents.
    await workspace.openTextDocument(item.uri!);
    const params: protocol.FileParams = { uri: item.id };
    const answer = await ask(this.#client, 'shaclRepair/coverage', params, token);
    if (!answer) {
      run.errored(item, new TestMessage('The file could not be validated.'));
      return undefined;
    }
    for (const file of fileCoverages(answer.coverage)) run.addCoverage(file);
    this.#hovers.show(answer.coverage);
    tellVerdict(answer, item, run);
    return answer;
  }
}

function tellVerdict(
  { verdict, reasons, results, summary }: protocol.CoverageAnswer,
  item: TestItem,
  run: TestRun,
): void {
  const why = reasons.map(({ message }) => message);
  run.appendOutput([summary, ...why, ''].join('\r\n').replace(/(?<!\r)\n/g, '\r\n'), undefined, item);
  switch (verdict) {
    case 'conforms':
      run.passed(item);
      break;
    case 'violates':
      run.failed(item, new TestMessage(counted(results, 'result')));
      break;
    case 'undecided':
    case 'nothingToCheck':
    case 'unlinked':
      run.errored(item, new TestMessage(why.join('\n')));
  }
}

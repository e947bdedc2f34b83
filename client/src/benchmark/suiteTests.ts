import {
  type CancellationToken,
  commands,
  type Disposable,
  Location,
  Position,
  Range,
  type TestController,
  type TestItem,
  type TestItemCollection,
  TestMessage,
  type TestRun,
  type TestRunProfile,
  TestRunProfileKind,
  TestRunRequest,
  TestTag,
  tests,
  Uri,
  workspace,
} from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../counted.ts';
import type { CaseOutcome, CaseRun } from './caseRuns.ts';
import { leafText } from './leafText.ts';
import { folderName, readDescription, type Suites, suitePattern } from './suites.ts';

/** The suites of the workspace in the Test Explorer, with a test for each case. Cases are read when they are looked at. */
export class SuiteTests implements Disposable {
  readonly #suites: Suites;
  readonly #controller: TestController;
  readonly #disposables: readonly Disposable[];
  readonly #runs: () => readonly CaseRun[];
  #profiles: readonly TestRunProfile[] = [];
  /** A suite's cases are read one at a time, so that no reading overwrites a newer one. */
  readonly #readings = new WeakMap<TestItem, Promise<void>>();

  /** @param runs what can be done with cases now; the first is the default. */
  constructor(suites: Suites, runs: () => readonly CaseRun[]) {
    this.#suites = suites;
    this.#runs = runs;
    this.#controller = tests.createTestController('shaclRepair.suites', 'Suites of SHACL Violations');
    this.#controller.resolveHandler = (item) => (item ? this.#loadCases(item) : this.#findSuites());
    this.#controller.refreshHandler = () => this.#findSuites();
    this.#offerRuns();
    void this.#offerCommands();
    const watcher = workspace.createFileSystemWatcher(suitePattern);
    this.#disposables = [
      this.#controller,
      watcher,
      watcher.onDidCreate((uri) => this.#update(uri)),
      watcher.onDidCreate(() => this.#offerCommands()),
      watcher.onDidDelete(() => this.#offerCommands()),
      watcher.onDidChange((uri) => this.#update(uri)),
      // What was replaced may exist again in the meantime.
      watcher.onDidDelete((uri) => this.#update(uri)),
      // Which systems there are follows from the settings.
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('shaclRepair')) this.#offerRuns();
      }),
      workspace.onDidGrantWorkspaceTrust(() => this.#offerRuns()),
    ];
  }

  /** Does the first thing that can be done with cases, with all of a suite. */
  async runAll(suite: Uri): Promise<void> {
    const item = (await this.#update(suite)) ?? this.#controller.items.get(suite.toString());
    const [run] = this.#runs();
    if (item && run) await this.#run(run, new TestRunRequest([item]), undefined);
  }

  /** Looks at a suite that was written. */
  async written(suite: Uri): Promise<void> {
    await Promise.all([this.#update(suite), this.#offerCommands()]);
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** A run profile for all that can be done with cases. */
  #offerRuns(): void {
    const runs = this.#runs();
    const isSame = (profile: TestRunProfile, i: number) => profile.label === runs[i]?.label;
    if (this.#profiles.length === runs.length && this.#profiles.every(isSame)) return;
    for (const profile of this.#profiles) profile.dispose();
    this.#profiles = runs.map((run, index) =>
      this.#controller.createRunProfile(
        run.label,
        TestRunProfileKind.Run,
        (request, token) => this.#run(run, request, token),
        index === 0,
      ),
    );
  }

  /** Keeps `shaclRepair.hasSuites`, by which package.json shows commands that need a suite. */
  async #offerCommands(): Promise<void> {
    const files = await this.#suites.files();
    await commands.executeCommand('setContext', 'shaclRepair.hasSuites', files.length > 0);
  }

  async #findSuites(): Promise<void> {
    const found = await this.#suites.files();
    const known = new Set(found.map((uri) => uri.toString()));
    for (const { id } of itemsIn(this.#controller.items)) {
      if (!known.has(id)) this.#controller.items.delete(id);
    }
    await Promise.all(found.map((uri) => this.#update(uri)));
  }

  /**
   * Adds a suite, or brings it and its cases up to date, if they were looked at. Existing items stay in place and keep the
   * results of runs. Undefined for files that are not ours.
   */
  async #update(uri: Uri): Promise<TestItem | undefined> {
    const { items } = this.#controller;
    const id = uri.toString();
    const description = await readDescription(uri);
    if (!description) {
      items.delete(id);
      return undefined;
    }
    const item = items.get(id) ?? this.#controller.createTestItem(id, folderName(uri), uri);
    const { cases, name = 'a graph', notChecked } = description;
    const undecided = notChecked > 0 ? `, ${counted(notChecked, 'thing')} not checked` : '';
    item.description = `${counted(cases, 'case')} of ${name}${undecided}`;
    item.canResolveChildren = true;
    if (items.get(id) !== item) items.add(item);
    if (this.#readings.has(item)) await this.#readCases(item);
    return item;
  }

  async #loadCases(suite: TestItem): Promise<void> {
    if (suite.parent) return;
    await (suite.children.size > 0 ? this.#readings.get(suite) : this.#readCases(suite));
  }

  #readCases(suite: TestItem): Promise<void> {
    const before = this.#readings.get(suite) ?? Promise.resolve();
    const reading = before.then(() => this.#readCasesNow(suite));
    this.#readings.set(suite, reading);
    return reading;
  }

  async #readCasesNow(suite: TestItem): Promise<void> {
    suite.busy = true;
    const answer = await this.#suites.read(suite.uri!);
    suite.busy = false;
    suite.error = answer.kind === 'failed' ? answer.message : undefined;
    const cases = answer.kind === 'failed' ? [] : answer.cases;
    const known = new Set(cases.map(({ id }) => id));
    for (const { id } of itemsIn(suite.children)) if (!known.has(id)) suite.children.delete(id);
    if (answer.kind === 'failed') return;
    for (const [line, each] of cases.entries()) this.#updateCase(suite, each, line, answer);
  }

  #updateCase(
    suite: TestItem,
    each: protocol.SuiteCase,
    line: number,
    { constraints }: protocol.Suite,
  ): void {
    const { id, focusNodes, isFragile } = each;
    const known = suite.children.get(id);
    const item = known ?? this.#controller.createTestItem(id, id, Uri.joinPath(suite.uri!, '../cases.jsonl'));
    item.description = `${leafText(each, constraints)} at ${focusNodes.join(', ')}`;
    item.range = new Range(line, 0, line, 0);
    item.tags = isFragile ? [fragile] : [];
    if (!known) suite.children.add(item);
  }

  async #run(run: CaseRun, request: TestRunRequest, token: CancellationToken | undefined): Promise<void> {
    const testRun = this.#controller.createTestRun(request);
    try {
      const excluded = new Set(request.exclude);
      for (const [suite, asked] of await this.#asked(request)) {
        if ((token ?? testRun.token).isCancellationRequested) break;
        const cases = asked.filter((item) => !excluded.has(item));
        if (excluded.has(suite) || cases.length === 0) continue;
        await runCases(run, suite, cases, testRun, token ?? testRun.token);
      }
    } finally {
      testRun.end();
    }
  }

  /** The cases that a request is about, by suite. */
  async #asked({ include }: TestRunRequest): Promise<ReadonlyMap<TestItem, readonly TestItem[]>> {
    const bySuite = new Map<TestItem, TestItem[]>();
    for (const item of include ?? itemsIn(this.#controller.items)) {
      const suite = item.parent ?? item;
      const cases = bySuite.get(suite) ?? [];
      bySuite.set(suite, cases);
      if (item.parent) cases.push(item);
      else {
        await this.#loadCases(suite);
        cases.push(...itemsIn(suite.children));
      }
    }
    return bySuite;
  }
}

function itemsIn(collection: TestItemCollection): readonly TestItem[] {
  return [...collection].map(([, item]) => item);
}

const fragile = new TestTag('fragile');

async function runCases(
  run: CaseRun,
  suite: TestItem,
  cases: readonly TestItem[],
  testRun: TestRun,
  token: CancellationToken,
): Promise<void> {
  const open = new Map(cases.map((item) => [item.id, item]));
  for (const item of cases) testRun.enqueued(item);
  const ids = cases.length === suite.children.size ? undefined : [...open.keys()];
  const failure = await run.run(
    suite.uri!,
    ids,
    (outcome) => {
      const item = open.get(outcome.id);
      if (item && open.delete(outcome.id)) tell(outcome, item, testRun);
    },
    token,
  );
  if (failure !== undefined && !token.isCancellationRequested) {
    testRun.errored(suite, new TestMessage(failure));
  }
  const reason = failure ?? 'There is no verdict for this case.';
  for (const item of open.values()) {
    if (token.isCancellationRequested) testRun.skipped(item);
    else testRun.errored(item, new TestMessage(reason));
  }
}

function tell({ passed, message, difference }: CaseOutcome, item: TestItem, testRun: TestRun): void {
  if (passed) {
    if (message !== '')
      testRun.appendOutput(`${item.id}: ${message}\n`.replaceAll('\n', '\r\n'), undefined, item);
    testRun.passed(item);
    return;
  }
  const said = difference
    ? TestMessage.diff(message, difference.expected, difference.actual)
    : new TestMessage(message);
  if (difference) said.location = new Location(difference.uri, new Position(difference.line, 0));
  testRun.failed(item, said);
}

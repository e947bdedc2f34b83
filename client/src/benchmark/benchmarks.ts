import type { Disposable, ExtensionContext, Uri } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { CaseComparison } from './caseComparison.ts';
import { verifyRun } from './caseRuns.ts';
import { CoverageHints } from './coverageHints.ts';
import { SuitePanels } from './suitePanels.ts';
import { Suites } from './suites.ts';
import { SuiteTests } from './suiteTests.ts';

/** All that there is for suites of violations, wired together. */
export class Benchmarks implements Disposable {
  readonly suites: Suites;
  readonly comparison: CaseComparison;
  readonly hints = new CoverageHints();
  readonly panels: SuitePanels;
  readonly tests: SuiteTests;

  constructor(client: LanguageClient, { extensionUri }: Pick<ExtensionContext, 'extensionUri'>) {
    this.suites = new Suites(client);
    this.comparison = new CaseComparison(this.suites);
    this.tests = new SuiteTests(this.suites, [verifyRun(client)]);
    this.panels = new SuitePanels({
      suites: this.suites,
      comparison: this.comparison,
      hints: this.hints,
      extensionUri,
      verify: (suite: Uri) => this.tests.runAll(suite),
    });
  }

  dispose(): void {
    for (const part of [this.panels, this.tests, this.hints, this.comparison]) part.dispose();
  }
}

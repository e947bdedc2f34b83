import type { Disposable, ExtensionContext, Uri } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { Evaluations } from '../evaluation/evaluations.ts';
import { RunPanels } from '../evaluation/runPanels.ts';
import { CaseComparison } from './caseComparison.ts';
import { testShapesRun, verifyRun } from './caseRuns.ts';
import { CoverageHints } from './coverageHints.ts';
import { repairRuns } from './repairRuns.ts';
import { SuitePanels } from './suitePanels.ts';
import { Suites } from './suites.ts';
import { SuiteTests } from './suiteTests.ts';

/** Wires up everything for suites of violations. */
export class Benchmarks implements Disposable {
  readonly suites: Suites;
  readonly comparison: CaseComparison;
  readonly hints = new CoverageHints();
  readonly panels: SuitePanels;
  readonly tests: SuiteTests;
  readonly evaluations: Evaluations;
  /** The reports of evaluations. */
  readonly runs: RunPanels;

  constructor(client: LanguageClient, { extensionUri }: Pick<ExtensionContext, 'extensionUri'>) {
    this.suites = new Suites(client);
    this.comparison = new CaseComparison(this.suites);
    this.evaluations = new Evaluations(client);
    this.runs = new RunPanels(this.evaluations, extensionUri);
    this.tests = new SuiteTests(this.suites, () => [
      verifyRun(client),
      testShapesRun(client),
      ...repairRuns(this.evaluations),
    ]);
    this.panels = new SuitePanels({
      suites: this.suites,
      comparison: this.comparison,
      hints: this.hints,
      extensionUri,
      verify: (suite: Uri) => this.tests.runAll(suite),
    });
  }

  dispose(): void {
    for (const part of [this.panels, this.runs, this.tests, this.hints, this.comparison]) part.dispose();
  }
}

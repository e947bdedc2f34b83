import type { AnalysisHost } from '../../ide/analysisHost.ts';
import { nodeFileSystem } from '../../platform/reading/fileSystem.ts';
import type {
  BenchmarkAnswers,
  BenchmarkQuestion,
  BenchmarkStep,
} from '../../protocol/engine/benchmarkMessages.ts';
import type { FindLines } from '../../protocol/toProto.ts';
import type { RecordingOptions } from '../../shacl/incremental/recordedValidation.ts';
import { generateBenchmark } from './generateBenchmark.ts';
import { SuiteQuestions } from './suiteRequests.ts';
import { verifySuite } from './verifySuite.ts';

interface Asked {
  /** Of the workspace. */
  readonly folders: readonly string[];
  /** How other graphs than those of documents are validated. */
  readonly validation: RecordingOptions;
  /** Is told how far the answer is. */
  readonly step: (message: string, step: BenchmarkStep) => void;
}

/** Answers what is asked about benchmarks. */
export class BenchmarkQuestions {
  readonly #host: AnalysisHost;
  readonly #lines: FindLines;
  readonly #suites = new SuiteQuestions(nodeFileSystem);

  constructor(host: AnalysisHost, lines: FindLines) {
    this.#host = host;
    this.#lines = lines;
  }

  async answer(
    question: BenchmarkQuestion,
    { folders, validation, step }: Asked,
    signal: AbortSignal,
  ): Promise<BenchmarkAnswers[BenchmarkQuestion['ask']]> {
    switch (question.ask) {
      case 'generateBenchmark': {
        const progress = progressSteps(step);
        return generateBenchmark(
          question,
          { host: this.#host, lines: this.#lines, folders, progress },
          signal,
        );
      }
      case 'verifySuite':
        return verifySuite(
          question,
          {
            fileSystem: nodeFileSystem,
            validation,
            tell: (verified) => step('', { kind: 'verified', ...verified }),
          },
          signal,
        );
      default:
        return this.#suites.answer(question, folders, signal);
    }
  }
}

/** Between two messages about how far something is, in ms. */
const interval = 50;

/** Says how far something is, not more often than people can see. */
function progressSteps(step: Asked['step']): (message: string, share: number) => void {
  let [lastTime, lastShare] = [0, 0];
  return (message, share) => {
    const now = performance.now();
    if (now - lastTime < interval) return;
    const increment = Math.max(0, 100 * (share - lastShare));
    lastTime = now;
    lastShare = Math.max(share, lastShare);
    step(message, { kind: 'generated', message, increment });
  };
}

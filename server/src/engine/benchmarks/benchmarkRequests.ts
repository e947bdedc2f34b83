import { nodeFileSystem } from '../../platform/reading/fileSystem.ts';
import type { BenchmarkRequests } from '../../protocol/engine/benchmarkRequests.ts';
import type { RequestContext, RequestHandlers } from '../requestContext.ts';
import { generateBenchmark } from './generateBenchmark.ts';
import { verifySuite } from './verifySuite.ts';

/** Answers what is asked about benchmarks. */
export const benchmarkRequests: RequestHandlers<keyof BenchmarkRequests> = {
  generateBenchmark: (params, context, signal) =>
    generateBenchmark(params, { ...context, progress: progressSteps(context) }, signal),

  verifySuite: (params, { validation, progress }, signal) =>
    verifySuite(
      params,
      {
        fileSystem: nodeFileSystem,
        validation,
        tell: (verified) => progress('', { kind: 'verified', ...verified }),
      },
      signal,
    ),
};

/** Between two messages about how far something is, in ms. */
const interval = 50;

/** Says how far something is, not more often than people can see. */
function progressSteps({ progress }: RequestContext): (message: string, share: number) => void {
  let [lastTime, lastShare] = [0, 0];
  return (message, share) => {
    const now = performance.now();
    if (now - lastTime < interval) return;
    const increment = Math.max(0, 100 * (share - lastShare));
    lastTime = now;
    lastShare = Math.max(share, lastShare);
    progress(message, { kind: 'generated', message, increment });
  };
}

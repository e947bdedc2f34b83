import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { followThread, type Thread } from './supervision.ts';

test.each([
  ['a signal', 'enough', (_: ScriptedThread, controller: AbortController) => controller.abort('enough')],
  ['an error', 'broken', (thread: ScriptedThread) => thread.emit('error', 'broken')],
  ['an exit', 13, (thread: ScriptedThread) => thread.emit('exit', 13)],
])('%s ends the work of a thread, and the thread', async (_, reason, happen) => {
  const thread = new ScriptedThread();
  const controller = new AbortController();
  const listen = (end: (how: string) => void, fail: (reason: unknown) => void) => ({
    received: end,
    failed: fail,
    exited: fail,
  });
  const work = followThread(thread, listen, controller);
  happen(thread, controller);
  await expect(work).rejects.toBe(reason);
  expect(thread.isTerminated).toBe(true);
});

class ScriptedThread extends EventEmitter implements Thread<string, never> {
  isTerminated = false;

  postMessage(): void {}
  async terminate(): Promise<void> {
    this.isTerminated = true;
  }
}

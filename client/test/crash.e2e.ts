import assert from 'node:assert/strict';
import path from 'node:path';
import { eventually } from './eventually.ts';
import { after, copyDemo, find } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';
import { kill, type Workbench } from './workbench.ts';

const code = '"kmt"';

/** Processes that die come back by themselves, and what they show is up to date again soon. */
export default {
  name: 'crash',
  prepare: copyDemo,
  skip: () => (process.platform === 'linux' ? undefined : 'it looks for processes in /proc'),

  async run({ driver, workbench, folder }: Stage): Promise<void> {
    const place = await find(path.join(folder, 'units.ttl'), code);
    await driver.openFile('units.ttl');
    await driver.goTo(place);
    await driver.waitForUnderline('error', code);

    // Beside the engine that is used, there may be the next one.
    for (const engine of await engines(workbench)) kill(engine);
    await driver.replace(after(place, 1), 'kmt'.length, 'KTM');
    await driver.waitForNoUnderline('error', place.line, 30_000);

    const orphans = await engines(workbench);
    assert.notEqual(orphans.length, 0);
    const server = await killOnly(workbench, 'dist/server.js');
    await driver.undo();
    await driver.waitForUnderline('error', code, 30_000);
    assert.notEqual(await onlyProcess(workbench, 'dist/server.js'), server);
    await eventually('the engines of the dead server have ended', async () => {
      const running = await engines(workbench);
      return running.length > 0 && !running.some((engine) => orphans.includes(engine));
    });
    await driver.screenshot('crash');
  },
} satisfies Scenario;

async function engines(workbench: Workbench): Promise<readonly number[]> {
  return (await workbench.processes('dist/engine.js')).map(({ pid }) => pid);
}

async function killOnly(workbench: Workbench, program: string): Promise<number> {
  const pid = await onlyProcess(workbench, program);
  kill(pid);
  return pid;
}

function onlyProcess(workbench: Workbench, program: string): Promise<number> {
  return eventually(`one ${program} runs`, async () => {
    const [first, ...others] = await workbench.processes(program);
    return others.length === 0 && first?.pid;
  });
}

import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { Driver } from './driver.ts';
import { defaultTimeout } from './eventually.ts';
import { countUnroutable } from './network.ts';
import { type CodeServer, installExtension, startWorkbench, type Workbench } from './workbench.ts';

/** One story, told in a workbench of its own: fresh settings, a fresh folder, the packaged extension. */
export interface Scenario {
  readonly name: string;
  readonly trust?: 'all' | 'none';
  /** Whether the gate leaves it out: it takes long, or most of what it shows is tested without VS Code. */
  readonly isLong?: boolean;
  /** Whether VS Code has an extension that brings language models, as its settings say. */
  readonly hasEditorModels?: boolean;
  /** Why this machine cannot run it. */
  skip?(inputs: Inputs): string | undefined;
  /** Fills the folder that is opened. */
  prepare(folder: string, inputs: Inputs): Promise<void>;
  /** Sets up what else there is on the machine. */
  setUp?(): Promise<SetUp>;
  run(stage: Stage): Promise<void>;
}

/** What a scenario has beside the workbench. */
export interface SetUp {
  /** The settings of this machine, which no folder can change. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Whether everything is logged that can be, messages between client and server too. */
  readonly tracesAll?: boolean;
  end(): Promise<void>;
}

export interface Inputs {
  /** The root of this project. */
  readonly root: string;
}

export interface Stage extends Inputs {
  readonly driver: Driver;
  readonly workbench: Workbench;
  /** The opened folder. */
  readonly folder: string;
  /** Where results for people go. */
  readonly out: string;
  /** Whether the gate tells it: what takes long and is tested without VS Code as well may be left out. */
  readonly isBrief: boolean;
}

/** A version of VS Code that is installed. */
interface VSCode extends CodeServer {
  /** Such as 1.100. */
  readonly version: string;
}

interface Options extends Inputs {
  readonly out: string;
  readonly vscodes: readonly VSCode[];
  readonly browser: string;
  readonly vsix: string;
  /** The extension of `client/test/scriptedModels`. */
  readonly scriptedModels: string;
  /** The names of the scenarios that are run; all when undefined. */
  readonly only?: readonly string[];
  /** How often each is run. */
  readonly repeat: number;
  /** How many scenarios of the whole run may fail once, because VS Code itself is not free of races. */
  readonly secondTries: number;
  /** How many scenarios are told at the same time, each in a workbench and a browser of its own. */
  readonly lanes: number;
  /** Whether long scenarios are left out, and pictures are taken of failures only. */
  readonly isBrief: boolean;
  /** Whether there is no network but loopback. */
  readonly isIsolated: boolean;
}

type Outcome = 'passed' | 'failed' | 'skipped';

/** Runs the scenarios, as many beside each other as there are lanes, with the options that run.mjs gives; sets the exit code. */
export async function runScenarios(scenarios: readonly Scenario[]): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '{}') as Options;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
  const chosen = scenarios.filter(({ name }) => options.only?.includes(name) ?? true);
  const outcomes: Outcome[] = [];
  const secondTries = new SecondTries(options.secondTries);
  for (const vscode of options.vscodes) {
    const told = chosen.filter(({ isLong = false }) => !options.isBrief || !isLong);
    outcomes.push(...(await runAll(told, vscode, options, secondTries)));
  }
  secondTries.report();
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
  const skipped = count('skipped') > 0 ? `, ${count('skipped')} skipped` : '';
  console.log(`${count('passed')} passed, ${count('failed')} failed${skipped}`);
  process.exitCode = count('failed') > 0 || outcomes.length === 0 ? 1 : 0;
}

async function runAll(
  scenarios: readonly Scenario[],
  vscode: VSCode,
  options: Options,
  secondTries: SecondTries,
): Promise<readonly Outcome[]> {
  console.log(`VS Code ${vscode.version}`);
  const temporary = await mkdtemp(path.join(tmpdir(), 'shacl-repair-e2e-'));
  const clean = () => rmSync(temporary, { recursive: true, force: true });
  process.on('exit', clean);
  const out = path.join(options.out, vscode.version);
  await mkdir(out, { recursive: true });
  for (const { name } of scenarios) rmSync(path.join(out, `${failure(name)}.png`), { force: true });
  const waiting = scenarios.flatMap((scenario) => Array.from({ length: options.repeat }, () => scenario));
  const setting: Setting = { ...options, temporary, out, vscode, installing: new Map() };
  const outcomes: Outcome[] = [];
  const network = new Network(options.isIsolated ? await countUnroutable() : undefined);
  const fail = (what: string, why: string) => {
    console.log(`FAILED ${what} on VS Code ${vscode.version}: ${why}`);
    outcomes.push('failed');
  };
  const tell = async () => {
    // The clipboard belongs to the browser.
    const browser = await chromium.launch({
      executablePath: options.browser,
      args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const scenario = next;
        const run = () => runOne(scenario, browser, setting);
        network.begin(scenario.name);
        outcomes.push(await secondTries.use(`${scenario.name} on VS Code ${vscode.version}`, run));
        const senders = await network.end(scenario.name);
        if (!senders) continue;
        const remedy = `Which one it was is seen when each is run alone: --only ${senders[0]}.`;
        fail(senders.join(' or '), `something tried to leave this machine. ${remedy}`);
      }
    } finally {
      await browser.close();
    }
  };
  // A lane that ends by an error leaves what is waiting to the others.
  const lanes = await Promise.allSettled(Array.from({ length: options.lanes }, tell));
  clean();
  process.off('exit', clean);
  for (const lane of lanes) if (lane.status === 'rejected') fail('a lane', inspect(lane.reason));
  for (const { name } of waiting) fail(name, 'no lane was left to tell it.');
  return outcomes;
}

/** The picture of what was shown when a scenario failed. */
const failure = (scenario: string) => `fail-${scenario}`;

/** A few scenarios may pass when they are told again. Which ones is said at the end: each is a fault to be found. */
class SecondTries {
  readonly #most: number;
  readonly #passed: string[] = [];
  #used = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async use(name: string, run: () => Promise<Outcome>): Promise<Outcome> {
    const first = await run();
    if (first !== 'failed' || this.#used >= this.#most) return first;
    this.#used += 1;
    console.log(`Once more: ${name}`);
    const second = await run();
    if (second === 'passed') this.#passed.push(name);
    return second;
  }

  report(): void {
    if (this.#passed.length > 0) console.log(`Passed at the second try only: ${this.#passed.join(', ')}`);
  }
}

/**
 * Watches that nothing is sent to other machines. What is sent is counted for all scenarios that are told at the time together,
 * so that it is a failure of its own, once, which no second try makes good.
 */
class Network {
  readonly #told: string[] = [];
  #known: number | undefined;

  /** @param known what was counted before the first scenario; undefined where the scenarios can see the network. */
  constructor(known: number | undefined) {
    this.#known = known;
  }

  begin(scenario: string): void {
    this.#told.push(scenario);
  }

  /** The scenarios that may have sent something since any of them ended; undefined if none has. */
  async end(scenario: string): Promise<readonly string[] | undefined> {
    const count = this.#known === undefined ? 0 : await countUnroutable();
    const told = [...this.#told];
    this.#told.splice(this.#told.indexOf(scenario), 1);
    if (this.#known === undefined || count <= this.#known) return undefined;
    this.#known = count;
    return told;
  }
}

/** What the scenarios of one version of VS Code share. */
interface Setting extends Options {
  readonly vscode: VSCode;
  /** A folder that goes away at the end. */
  readonly temporary: string;
  /** The folders of extensions that are installed, or are being installed. */
  readonly installing: Map<string, Promise<void>>;
}

async function runOne(scenario: Scenario, browser: Browser, options: Setting): Promise<Outcome> {
  const { name } = scenario;
  const start = Date.now();
  const seconds = () => `${((Date.now() - start) / 1000).toFixed(1)} s`;
  const reason = scenario.skip?.(options);
  if (reason !== undefined) {
    const isRequired = process.env.REQUIRE_SHARED === '1';
    console.log(`${isRequired ? 'FAILED' : 'skipped'} ${name}: ${reason}`);
    return isRequired ? 'failed' : 'skipped';
  }

  const folder = await mkdtemp(path.join(options.temporary, `${name}-`));
  const { hasEditorModels = false, trust = 'all' } = scenario;
  // What tells why it failed, and what ends what it started, the last one first.
  const evidence: (() => Promise<string>)[] = [];
  const endings = [async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })];
  const failures: string[] = [];
  try {
    await scenario.prepare(folder, options);
    const extensions = await installed(hasEditorModels, options);
    const setUp = await scenario.setUp?.();
    if (setUp) endings.push(() => setUp.end());
    const machine = { machineSettings: setUp?.settings ?? {}, tracesAll: setUp?.tracesAll === true };
    const workbench = await startWorkbench({ ...options.vscode, extensions, trust, ...machine });
    endings.push(() => workbench.stop());
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en-US' });
    endings.push(() => page.close());
    page.setDefaultTimeout(defaultTimeout);
    const driver = new Driver(page, { out: options.out, takesPictures: !options.isBrief });
    const consoleErrors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));
    evidence.push(
      () => driver.picture(failure(name)).then(() => `See ${failure(name)}.png.`),
      async () => `Console of the page:\n${consoleErrors.slice(-20).join('\n')}`,
      async () => `Logs of the extension:\n${await workbench.logTail(30)}`,
    );

    await driver.openFolder(workbench.folderUrl(folder, { allowsProposedApi: hasEditorModels }));
    const { root, out, isBrief } = options;
    await scenario.run({ driver, workbench, folder, root, out, isBrief });
  } catch (error) {
    failures.push(inspect(error));
    for (const tell of evidence) failures.push(await tell().catch(String));
  }
  for (const end of endings.reverse()) await end().catch((error) => failures.push(inspect(error)));
  if (failures.length === 0) {
    console.log(`passed ${name} (${seconds()})`);
    return 'passed';
  }
  // At once, because others are told beside it.
  console.log([`FAILED ${name} on VS Code ${options.vscode.version} (${seconds()})`, ...failures].join('\n'));
  return 'failed';
}

/** The folder of the extensions that a scenario needs, installed once. */
async function installed(
  hasEditorModels: boolean,
  { vscode, temporary, vsix, scriptedModels, installing }: Setting,
): Promise<string> {
  const folder = path.join(temporary, hasEditorModels ? 'extensions-with-models' : 'extensions');
  const install = async () => {
    for (const each of hasEditorModels ? [vsix, scriptedModels] : [vsix])
      await installExtension(vscode, each, folder);
  };
  const found = installing.get(folder) ?? install();
  installing.set(folder, found);
  try {
    await found;
  } catch (error) {
    // The next scenario tries again.
    if (installing.get(folder) === found) installing.delete(folder);
    throw error;
  }
  return folder;
}

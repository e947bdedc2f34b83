// node scripts/budgets.mjs FILE: prints what each step of the gate took against its budget. FILE has a line "SECONDS<TAB>STEP"
// for each. Over a budget the gate only warns, because machines differ; `npm run release` refuses to go on.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The seconds that each step of `.ci/run` may take on two cores. Together they are less than 20 minutes. */
export const budgets = {
  install: 100,
  'npm test': 90,
  'types lint layers unused': 60,
  build: 20,
  'supply-chain': 10,
  start: 20,
  'test:slow': 350,
  'test:stores': 70,
  'test:e2e': 420,
};
const lastRun = '.cache/gate.json';

/** What the last gate here took too long for; undefined where none has run. */
export function stepsOverBudget() {
  if (!existsSync(lastRun)) return undefined;
  const took = JSON.parse(readFileSync(lastRun, 'utf8'));
  return Object.entries(took).filter(([step, seconds]) => seconds > (budgets[step] ?? 0));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rows = readFileSync(process.argv[2], 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const took = {};
  for (const [seconds, step] of rows) took[step] = (took[step] ?? 0) + Number(seconds);
  for (const [step, seconds] of Object.entries(took)) {
    const budget = budgets[step];
    const warning = seconds > (budget ?? 0) ? '   OVER ITS BUDGET' : '';
    console.log(`${String(seconds).padStart(5)} s of ${budget ?? '?'} s: ${step}${warning}`);
  }
  const sum = (all) => all.reduce((a, b) => a + b, 0);
  console.log(
    `${String(sum(Object.values(took))).padStart(5)} s of ${sum(Object.values(budgets))} s together`,
  );
  mkdirSync('.cache', { recursive: true });
  writeFileSync(lastRun, JSON.stringify(took));
}

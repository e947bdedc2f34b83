import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended } from '../../testing/installed.ts';
import { says, scriptedEndpoint } from '../../testing/scriptedEndpoint.ts';

/*
 * Pages whose texts come from strangers (labels, messages, names and answers of models), opened in Chromium. The built
 * program: `npm run test:slow` builds first.
 */

const cli = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url));
const executablePath = (process.env.PATH ?? '')
  .split(path.delimiter)
  .flatMap((each) => ['chromium', 'chromium-browser', 'google-chrome'].map((name) => path.join(each, name)))
  .find(existsSync);

const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Says so when it runs, and when it loads something. */
const hostile = [
  '</script><script>hit()</script>',
  '<img src=http://hostile.example/image onerror=hit()>',
  '<svg onload=hit()><iframe src="javascript:hit()"></iframe>',
  '" onload="hit()" style="background:url(http://hostile.example/style)',
  "' onfocus='hit()' autofocus '",
  '\u2028hit()\u2029<!--<script> ]]> {{hit()}}',
  '[link](javascript:hit()) ![image](http://hostile.example/markdown)',
].join(' ');
const inTurtle = JSON.stringify(hostile);
const iri = '<javascript:hit()>';

const prefixes = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
`;
const files = {
  'data.ttl': `${prefixes}${iri} a ex:Room ; rdfs:label ${inTurtle} ; ex:name ${inTurtle} ; ex:of ex:b . ex:b a ex:Building ; rdfs:label ${inTurtle} .`,
  'shapes.ttl': `${prefixes}${iri} a sh:NodeShape ; sh:targetClass ex:Room ; rdfs:label ${inTurtle} ;
    sh:property [ sh:path ex:name ; sh:name ${inTurtle} ; sh:message ${inTurtle} ; sh:minCount 1 ; sh:in ( ${inTurtle} ) ] ;
    sh:property [ sh:path ex:of ; sh:class ex:Building ; sh:message ${inTurtle} ] .`,
};

beforeAll(async () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  await run('generate', 'data.ttl', '--shapes', 'shapes.ttl', '--cross-check', 'none', '--out', 'suite');
  const insertion = `\`\`\`sparql\nINSERT DATA { ${iri} <http://example.org/ns#name> ${inTurtle} }\n\`\`\``;
  let answers = 0;
  const endpoint = await scriptedEndpoint((request, response) =>
    says(answers++ % 2 === 0 ? insertion : hostile)(request, response),
  );
  const at = ['--base-url', endpoint.baseUrl];
  await run(
    'evaluate',
    'suite',
    '--system',
    `model:${hostile}`,
    ...at,
    '--cross-check',
    'none',
    '--out',
    'run',
  );
  await run('model-check', '--model', hostile, ...at, '--repeat', '1', '--sizes', '1000', '--out', 'check');
  await endpoint.close();
  writeFileSync(path.join(folder, 'report.html'), await run('report', 'run', '--format', 'html'));
  await run('report', '--leaderboard', '.');
}, 120_000);

test.runIf(executablePath)(
  'nothing in them runs or is loaded, whatever is clicked',
  { timeout: 120_000 },
  async () => {
    writeFileSync(path.join(folder, 'control.html'), `<title>x</title><body>${hostile}`);
    const browser = await chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] });
    try {
      const control = await opened(browser, 'control.html');
      expect(control.hits).toBeGreaterThan(2);
      expect(control.links).toBe(1);
      expect(control.requests).toContain('http://hostile.example/image');
      for (const page of ['report.html', 'run/report.html', 'check/report.html', 'leaderboard.html']) {
        const { isShown, ...found } = await opened(browser, page);
        expect({ page, isShown, ...found }).toEqual({ page, isShown: true, hits: 0, links: 0, requests: [] });
      }
    } finally {
      await browser.close();
    }
  },
);

/** What a page has done after all of it was opened and clicked. */
async function opened(browser: Browser, name: string) {
  const url = pathToFileURL(path.join(folder, name)).href;
  const page = await browser.newPage();
  const requests: string[] = [];
  await page.route('**/*', (route) => {
    const asked = route.request().url();
    if (asked === url) return route.continue();
    requests.push(asked);
    return route.abort();
  });
  await page.addInitScript('globalThis.hits = 0; globalThis.hit = () => hits++;');
  await page.goto(url);
  // What a click opens is clicked as well.
  for (let round = 0; round < 3; round++) {
    await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true;
      for (const each of document.querySelectorAll('button, summary, tr, [role=button], [role=tab]')) each.click();`);
    await page.waitForTimeout(50);
  }
  const found = {
    hits: await page.evaluate<number>('hits'),
    links: await page.locator('[href^="javascript:" i], [src^="javascript:" i]').count(),
    isShown: (await page.evaluate<string>('document.body.innerText')).includes(
      '<img src=http://hostile.example',
    ),
    requests,
  };
  await page.close();
  return found;
}

async function run(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { ...process.env, OPENAI_API_KEY: 'x' },
  });
  const { code, stdout, stderr } = await ended(child);
  expect(code, `${args[0]}: ${stderr}`).toBe(0);
  return stdout;
}

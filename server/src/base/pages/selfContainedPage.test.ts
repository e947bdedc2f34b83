import { expect, test } from 'vitest';
import { inlineJson, selfContainedPage } from './selfContainedPage.ts';

const hostile =
  '</script><script>alert(1)</script><!--<script> <img src=x onerror=alert(1)> \u2028\u2029 "\'&';

test('what is in the data stays data, and means the same', () => {
  const json = inlineJson({ [hostile]: hostile });
  expect(json).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(json)).toEqual({ [hostile]: hostile });
});

test('a page is a title, a style sheet, data and a script, whatever they contain', async () => {
  const page = await selfContainedPage(
    { title: hostile, data: [hostile] },
    { script: 'draw("</script><!--");\r\n', style: 'p::before { content: "</style>" }' },
  );
  expect(page.match(/<\/?(script|style|img|title)\b[^>]*>|<!--/gi)).toEqual([
    '<title>',
    '</title>',
    '<style>',
    '</style>',
    '<script type="application/json" id="data">',
    '</script>',
    '<script>',
    '</script>',
  ]);
  expect(page).not.toContain('\r');
});

test('the policy allows the script and the style sheet of the page by their hashes, and nothing else', async () => {
  const page = await selfContainedPage({ title: '', data: 0 }, { script: 'draw();', style: 'p {}' });
  // By sha256sum and base64.
  expect(/content="(default-src[^"]*)"/.exec(page)?.[1]?.split('; ')).toMatchInlineSnapshot(`
    [
      "default-src 'none'",
      "script-src 'sha256-Nrzt+Ak9TKllQ0f6KxPbgRgME4RTzfjVUaOmcylYOV8='",
      "style-src 'sha256-SNJDlN1Iy2mnt7DOjQIyDb2LQE6O5PQiSZomcdzawQ4='",
      "base-uri 'none'",
      "form-action 'none'",
    ]
  `);
});

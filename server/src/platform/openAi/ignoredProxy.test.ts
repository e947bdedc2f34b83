import { expect, test } from 'vitest';
import { ignoredProxy } from './openAiModel.ts';

const proxy = 'http://user:secret@proxy.example:3128';

test.each<[string, Record<string, string>, string | undefined]>([
  ['https://api.example/v1', {}, undefined],
  ['https://api.example/v1', { HTTPS_PROXY: proxy }, 'HTTPS_PROXY'],
  ['https://api.example/v1', { https_proxy: proxy }, 'https_proxy'],
  ['https://api.example/v1', { all_proxy: proxy }, 'all_proxy'],
  ['https://api.example/v1', { HTTPS_PROXY: '' }, undefined],
  ['https://api.example/v1', { HTTP_PROXY: proxy }, undefined],
  ['http://llm.local/v1', { HTTP_PROXY: proxy }, 'HTTP_PROXY'],
  ['http://localhost:11434/v1', { HTTP_PROXY: proxy }, undefined],
  ['http://127.0.0.1:11434/v1', { HTTP_PROXY: proxy }, undefined],
  ['http://[::1]:11434/v1', { HTTP_PROXY: proxy }, undefined],
  ['https://api.example/v1', { HTTPS_PROXY: proxy, NO_PROXY: 'localhost, .example' }, undefined],
  ['https://api.example/v1', { HTTPS_PROXY: proxy, no_proxy: '*' }, undefined],
  ['https://api.example/v1', { HTTPS_PROXY: proxy, NO_PROXY: 'other.example,ple' }, 'HTTPS_PROXY'],
  ['https://api.example/v1', { HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1' }, undefined],
])('the proxy that is not used for %s in %j is %s', (url, environment, name) => {
  expect(ignoredProxy(url, environment)).toBe(name);
});

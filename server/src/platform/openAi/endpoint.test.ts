import { expect, test } from 'vitest';
import { readEndpoint } from './endpoint.ts';

test.each([
  ['https://api.openai.com/v1', 'https://api.openai.com/v1', 'api.openai.com'],
  [' https://api.openai.com/v1// ', 'https://api.openai.com/v1', 'api.openai.com'],
  ['https://API.anthropic.com:443/v1/', 'https://api.anthropic.com/v1', 'api.anthropic.com'],
  ['http://localhost:11434/v1/chat/completions', 'http://localhost:11434/v1', 'localhost:11434'],
  ['http://localhost:8000', 'http://localhost:8000', 'localhost:8000'],
])('%s', (given, url, host) => {
  expect(readEndpoint(given)).toEqual({ url, host });
});

test.each([
  'localhost',
  'ollama',
  'models.localhost',
  'models.local',
  'gpu.internal',
  '127.0.0.1',
  '127.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.9',
  '100.100.1.1',
  '[::1]',
  '[fd00::1]',
  '[fe80::1]',
])('http: leads to %s', (host) => {
  expect(readEndpoint(`http://${host}:8000/v1`).url).toMatch(/^http:/);
});

test.each([
  'api.openai.com',
  'localhost.example.org',
  'local.example',
  '8.8.8.8',
  '172.32.0.1',
  '11.0.0.1',
  '169.254.169.254',
  '10.example.org',
  '[2001:db8::1]',
  '[::ffff:8.8.8.8]',
])('http: does not lead to %s', (host) => {
  expect(() => readEndpoint(`http://${host}/v1`)).toThrow('is not encrypted. Write https: instead of http:');
});

test.each([
  ['', 'is not a URL'],
  ['api.openai.com/v1', 'is not a URL'],
  ['localhost:11434/v1', 'starts with localhost:'],
  ['file:///etc/passwd', 'starts with file:'],
  ['https://me:secret@api.example/v1', 'for api.example holds a user name or password'],
  ['https://api.example/v1?key=secret', 'for api.example has a part after ? or #'],
])('%s is refused', (given, why) => {
  expect(() => readEndpoint(given)).toThrow(`The base URL of the model (shaclRepair.model.baseUrl) ${why}`);
  expect(() => readEndpoint(given)).not.toThrow('secret');
});

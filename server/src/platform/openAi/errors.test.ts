import { expect, test } from 'vitest';
import { readEndpoint } from './endpoint.ts';
import { isLasting, unreachable } from './errors.ts';

// The codes of Node and its HTTP client. openAiModel.test.ts also covers those that a test can cause.
const codes = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
];

test('each way of not reaching an endpoint has its remedy, and is tried again where that may help', () => {
  const call = { endpoint: readEndpoint('https://api.example/v1'), model: 'tiny', hasKey: true };
  const told = codes.map((code) => {
    const { kind, message } = unreachable(code, call);
    return `${kind}, ${isLasting(code) ? 'lasting' : 'tried again'}: ${message}`;
  });
  expect(told.join('\n')).toMatchInlineSnapshot(`
    "unreachable, lasting: api.example can't be reached: nothing answers there (ECONNREFUSED). Start the server, or check shaclRepair.model.baseUrl.
    unreachable, tried again: api.example can't be reached: the connection was lost before the answer was complete (ECONNRESET). Try again.
    unreachable, lasting: api.example can't be reached: the name is not known (ENOTFOUND). Check shaclRepair.model.baseUrl and the connection to the network.
    unreachable, tried again: api.example can't be reached: the name is not known (EAI_AGAIN). Check shaclRepair.model.baseUrl and the connection to the network.
    unreachable, tried again: api.example can't be reached: it does not react (ETIMEDOUT). Check shaclRepair.model.baseUrl and the connection to the network.
    unreachable, lasting: api.example can't be reached: its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Use the name that the certificate is for, or name your own authority in the environment variable NODE_EXTRA_CA_CERTS.
    unreachable, lasting: api.example can't be reached: its certificate is not trusted (CERT_HAS_EXPIRED). Use the name that the certificate is for, or name your own authority in the environment variable NODE_EXTRA_CA_CERTS.
    unreachable, lasting: api.example can't be reached: its certificate is not trusted (ERR_TLS_CERT_ALTNAME_INVALID). Use the name that the certificate is for, or name your own authority in the environment variable NODE_EXTRA_CA_CERTS.
    unreachable, lasting: api.example can't be reached: its certificate is not trusted (UNABLE_TO_GET_ISSUER_CERT_LOCALLY). Use the name that the certificate is for, or name your own authority in the environment variable NODE_EXTRA_CA_CERTS.
    unreachable, lasting: api.example can't be reached: it does not speak TLS (ERR_SSL_WRONG_VERSION_NUMBER). Write http: instead of https: in https://api.example/v1 if it is a local server.
    unreachable, tried again: api.example can't be reached: it does not react (UND_ERR_CONNECT_TIMEOUT). Check shaclRepair.model.baseUrl and the connection to the network.
    unreachable, tried again: api.example can't be reached: the connection was lost before the answer was complete (UND_ERR_SOCKET). Try again."
  `);
});

test('a proxy that is not used is named, since it may be the only way', () => {
  const call = { endpoint: readEndpoint('https://api.example/v1'), model: 'tiny', hasKey: true };
  expect(unreachable('ETIMEDOUT', { ...call, ignoredProxy: 'HTTPS_PROXY' }).message).toBe(
    "api.example can't be reached: it does not react (ETIMEDOUT). Check shaclRepair.model.baseUrl and the connection to the network. HTTPS_PROXY is set, but proxies are used only where NODE_USE_ENV_PROXY is 1, by Node.js 22.21, 24 and newer.",
  );
});

import { expect, test } from 'vitest';
import { signedHeaders } from './awsSignature.ts';

/** @see https://docs.aws.amazon.com/general/latest/gr/signature-v4-test-suite.html */
const suite = {
  region: 'us-east-1',
  keyId: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
};
const sessionToken =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

test.each([
  ['post-vanilla', '/', {}, '', suite, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'post-vanilla-query',
    '/?Param1=value1',
    {},
    '',
    suite,
    '28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11',
  ],
  [
    'post-x-www-form-urlencoded',
    '/',
    form,
    'Param1=value1',
    suite,
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
  [
    'post-x-www-form-urlencoded-parameters',
    '/',
    { 'content-type': 'application/x-www-form-urlencoded; charset=utf8' },
    'Param1=value1',
    suite,
    '1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe',
  ],
  [
    'post-sts-header-before',
    '/',
    {},
    '',
    { ...suite, sessionToken },
    '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
  ],
])(
  '%s of the test suite of AWS',
  (_, path, headers: Record<string, string>, body, credentials, signature) => {
    const url = new URL(path, 'https://example.amazonaws.com');
    const signed = signedHeaders(
      { url, headers, body },
      credentials,
      'service',
      new Date('2015-08-30T12:36:00Z'),
    );
    const names = [...Object.keys(headers), 'host', 'x-amz-date'];
    if (credentials !== suite) names.push('x-amz-security-token');
    expect(signed).toMatchObject({
      ...headers,
      'x-amz-date': '20150830T123600Z',
      authorization: `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names.join(';')}, Signature=${signature}`,
    });
  },
);

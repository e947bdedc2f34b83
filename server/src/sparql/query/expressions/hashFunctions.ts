import { terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import type { TermFunction } from './expressionScope.ts';
import { md5, sha1, sha256, sha384, sha512 } from './hashes.ts';

/** Hashes of strings, as hexadecimal digits (SPARQL 1.1, 17.4.6). */
export const hashFunctions = {
  md5: hashing(md5),
  sha1: hashing(sha1),
  sha256: hashing(sha256),
  sha384: hashing(sha384),
  sha512: hashing(sha512),
} satisfies Record<string, TermFunction>;

function hashing(hash: (bytes: Uint8Array) => string): TermFunction {
  return (evaluation, argument) => {
    if (terms.datatype(argument!) !== xsd.string) return undefined;
    const text = terms.value(argument!);
    // Hashing takes longer than reading.
    evaluation.spend(hashingCost * text.length);
    return terms.literal(hash(new TextEncoder().encode(text)));
  };
}

const hashingCost = 16;

import { md5, sha1 } from '@noble/hashes/legacy';
import { sha256, sha384, sha512 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import { terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import type { TermFunction } from './expressionScope.ts';

/** Hashes of strings, as hexadecimal digits (SPARQL 1.1, 17.4.6). */
export const hashFunctions = {
  md5: hashing(md5),
  sha1: hashing(sha1),
  sha256: hashing(sha256),
  sha384: hashing(sha384),
  sha512: hashing(sha512),
} satisfies Record<string, TermFunction>;

function hashing(hash: (text: string) => Uint8Array): TermFunction {
  return (evaluation, argument) => {
    if (terms.datatype(argument!) !== xsd.string) return undefined;
    const text = terms.value(argument!);
    // Hashing takes longer than reading.
    evaluation.spend(hashingCost * text.length);
    return terms.literal(bytesToHex(hash(text)));
  };
}

const hashingCost = 16;

import { lazy } from '../../../base/lazy.ts';

/**
 * Hash functions without node:crypto, which the folders that evaluate queries may not use. Constants are calculated as
 * the standards define them (RFC 1321, FIPS 180-4).
 */

export function md5(bytes: Uint8Array): string {
  const state = Uint32Array.from([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  const words = blocks(bytes, 64, true);
  for (let start = 0; start < words.length; start += 16) {
    let [a, b, c, d] = state as unknown as [number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      let mixed: number;
      let word: number;
      if (round === 0) [mixed, word] = [(b & c) | (~b & d), i];
      else if (round === 1) [mixed, word] = [(d & b) | (~d & c), (5 * i + 1) % 16];
      else if (round === 2) [mixed, word] = [b ^ c ^ d, (3 * i + 5) % 16];
      else [mixed, word] = [c ^ (b | ~d), (7 * i) % 16];
      const sum = (a + mixed + md5Constants[i]! + words[start + word]!) | 0;
      [a, d, c, b] = [d, c, b, (b + rotateLeft(sum, md5Shifts[round]![i % 4]!)) | 0];
    }
    addTo(state, [a, b, c, d]);
  }
  return [...state].map((word) => hex(swapBytes(word))).join('');
}

export function sha1(bytes: Uint8Array): string {
  const state = Uint32Array.from([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0]);
  const words = blocks(bytes, 64, false);
  const schedule = new Uint32Array(80);
  for (let start = 0; start < words.length; start += 16) {
    schedule.set(words.subarray(start, start + 16));
    for (let i = 16; i < 80; i++)
      schedule[i] = rotateLeft(
        schedule[i - 3]! ^ schedule[i - 8]! ^ schedule[i - 14]! ^ schedule[i - 16]!,
        1,
      );
    let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
    for (let i = 0; i < 80; i++) {
      const [mixed, constant] = sha1Round(Math.floor(i / 20), b, c, d);
      const sum = (rotateLeft(a, 5) + mixed + e + constant + schedule[i]!) | 0;
      [e, d, c, b, a] = [d, c, rotateLeft(b, 30), a, sum];
    }
    addTo(state, [a, b, c, d, e]);
  }
  return [...state].map(hex).join('');
}

function sha1Round(
  round: number,
  b: number,
  c: number,
  d: number,
): readonly [mixed: number, constant: number] {
  if (round === 0) return [(b & c) | (~b & d), 0x5a827999];
  if (round === 1) return [b ^ c ^ d, 0x6ed9eba1];
  if (round === 2) return [(b & c) | (b & d) | (c & d), 0x8f1bbcdc];
  return [b ^ c ^ d, 0xca62c1d6];
}

export function sha256(bytes: Uint8Array): string {
  return sha2(
    bytes,
    sha256Form,
    squareRoots(0, 8).map((root) => root >> 32n),
  ).join('');
}

export function sha384(bytes: Uint8Array): string {
  return sha2(bytes, sha512Form, squareRoots(8, 16)).slice(0, 6).join('');
}

export function sha512(bytes: Uint8Array): string {
  return sha2(bytes, sha512Form, squareRoots(0, 8)).join('');
}

const md5Constants = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
const md5Shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];

/** SHA-256 and SHA-512 differ in the size of their words, the number of rounds and these shifts. */
interface Sha2Form {
  readonly wordBits: 32n | 64n;
  readonly rounds: 64 | 80;
  /** Each function is the exclusive or of two rotations and a third rotation, or a shift for the schedule. */
  readonly choose: Shifts;
  readonly majority: Shifts;
  readonly early: Shifts;
  readonly late: Shifts;
}

type Shifts = readonly [bigint, bigint, bigint];

const sha256Form: Sha2Form = {
  wordBits: 32n,
  rounds: 64,
  choose: [6n, 11n, 25n],
  majority: [2n, 13n, 22n],
  early: [7n, 18n, 3n],
  late: [17n, 19n, 10n],
};

const sha512Form: Sha2Form = {
  wordBits: 64n,
  rounds: 80,
  choose: [14n, 18n, 41n],
  majority: [28n, 34n, 39n],
  early: [1n, 8n, 7n],
  late: [19n, 61n, 6n],
};

function sha2(bytes: Uint8Array, form: Sha2Form, initial: readonly bigint[]): string[] {
  const { wordBits, rounds, choose, majority, early, late } = form;
  const mask = (1n << wordBits) - 1n;
  const rotate = (value: bigint, by: bigint) => (value >> by) | ((value << (wordBits - by)) & mask);
  const rotations = (value: bigint, [a, b, c]: Shifts) =>
    rotate(value, a) ^ rotate(value, b) ^ rotate(value, c);
  const mixture = (value: bigint, [a, b, c]: Shifts) => rotate(value, a) ^ rotate(value, b) ^ (value >> c);
  const constants = cubeRoots().map((root) => root >> (64n - wordBits));
  const words = wordsOf(blocks(bytes, wordBits === 32n ? 64 : 128, false), wordBits);
  let state = initial;
  for (let start = 0; start < words.length; start += 16) {
    const schedule = words.slice(start, start + 16);
    for (let i = 16; i < rounds; i++)
      schedule[i] =
        (mixture(schedule[i - 2]!, late) +
          schedule[i - 7]! +
          mixture(schedule[i - 15]!, early) +
          schedule[i - 16]!) &
        mask;
    let [a, b, c, d, e, f, g, h] = state as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
    for (let i = 0; i < rounds; i++) {
      const first = h + rotations(e, choose) + ((e & f) ^ (~e & mask & g)) + constants[i]! + schedule[i]!;
      const second = rotations(a, majority) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & mask, c, b, a, (first + second) & mask];
    }
    state = [a, b, c, d, e, f, g, h].map((value, i) => (value + state[i]!) & mask);
  }
  return state.map((word) => word.toString(16).padStart(Number(wordBits) / 4, '0'));
}

/** The first 64 bits of the fractions of the cube roots of the first 80 primes. */
const cubeRoots = lazy(() => primes(80).map((prime) => fractionOfRoot(prime, 3n)));

/** The first 64 bits of the fractions of the square roots of some primes. */
function squareRoots(from: number, to: number): readonly bigint[] {
  return primes(to)
    .slice(from)
    .map((prime) => fractionOfRoot(prime, 2n));
}

function primes(count: number): readonly bigint[] {
  const found: bigint[] = [];
  for (let n = 2n; found.length < count; n++) if (found.every((prime) => n % prime !== 0n)) found.push(n);
  return found;
}

function fractionOfRoot(value: bigint, degree: bigint): bigint {
  const scaled = value << (64n * degree);
  // Newton's method from above ends at the root, rounded down.
  let root = 1n << 70n;
  for (;;) {
    const next = ((degree - 1n) * root + scaled / root ** (degree - 1n)) / degree;
    if (next >= root) return root & ((1n << 64n) - 1n);
    root = next;
  }
}

/** The bytes with a one bit and their length in bits at the end, in blocks, as words of 32 bits. */
function blocks(bytes: Uint8Array, blockSize: 64 | 128, littleEndian: boolean): Uint32Array {
  const lengthSize = blockSize / 8;
  const size = Math.ceil((bytes.length + 1 + lengthSize) / blockSize) * blockSize;
  const padded = new Uint8Array(size);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(size - 8, BigInt(bytes.length) * 8n, littleEndian);
  return Uint32Array.from({ length: size / 4 }, (_, i) => view.getUint32(4 * i, littleEndian));
}

function wordsOf(halves: Uint32Array, wordBits: 32n | 64n): bigint[] {
  const words = Array.from(halves, BigInt);
  if (wordBits === 32n) return words;
  return Array.from({ length: words.length / 2 }, (_, i) => (words[2 * i]! << 32n) | words[2 * i + 1]!);
}

function addTo(state: Uint32Array, values: readonly number[]): void {
  for (const [i, value] of values.entries()) state[i] = state[i]! + value;
}

function rotateLeft(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by));
}

function swapBytes(word: number): number {
  return ((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0');
}

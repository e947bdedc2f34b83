import { writeLargeData } from './writeLargeData.ts';

const sizes = process.argv.slice(2);
if (sizes.length === 0 || sizes.some((size) => !/^\d+[kM]?$/.test(size))) {
  console.error('Give numbers of triples, such as 100k, 1M or 10M.');
  process.exit(1);
}
for (const size of sizes) {
  const triples = Number.parseInt(size, 10) * (size.endsWith('M') ? 1e6 : size.endsWith('k') ? 1e3 : 1);
  for (const format of ['nt', 'ttl'] as const) {
    const { file, copies, triples: written } = writeLargeData(triples, format);
    console.log(`${file}: ${written} triples, ${copies} ${copies === 1 ? 'copy' : 'copies'}`);
  }
}

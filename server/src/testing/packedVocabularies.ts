import { type PackedKnowledge, Vocabularies } from '../service/language/vocabularies/vocabularies.ts';

const script = new URL('../../../scripts/packVocabularies.mjs', import.meta.url).href;

/** Well-known vocabularies as the build packs them; without names, all of them. */
export async function packedVocabularies(...names: readonly string[]): Promise<Vocabularies> {
  const { packVocabularies } = (await import(script)) as {
    packVocabularies(names?: readonly string[]): PackedKnowledge;
  };
  return new Vocabularies(names.length === 0 ? packVocabularies() : packVocabularies(names));
}

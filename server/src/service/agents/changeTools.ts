import * as z from 'zod/v4';
import { UserError } from '../../base/userError.ts';
import { terms } from '../../rdf/terms.ts';
import { likelyRepair } from '../../repair/search/repairChoice.ts';
import { fixAll } from '../ide/repairs/fixAll.ts';
import type { ProposedChange } from './agentFiles.ts';
import { changeAnswer, mayBeApplied, shortened } from './answers.ts';
import { file, type HeldChange, key, limit, pageWith, result, start, tool } from './tool.ts';
import type { VerifiedChange } from './verifyChange.ts';

/** A change as agents give it. */
export const changeInput = z.object({
  files: z.array(file).max(100).default([]).describe('The data files; the first is what `text` is of'),
  update: z.string().max(1_000_000).optional().describe('A SPARQL Update of the data'),
  text: z.string().max(8_000_000).optional().describe('The whole new text of the first file'),
  patch: z.string().max(8_000_000).optional().describe('A unified diff'),
});

const changeOutput = z.object({
  verdict: z.enum(['holds', 'introduces', 'undecided', 'refused']),
  reasons: z.array(z.string()),
  key: z.string().nullable(),
  introduced: pageWith(result),
  fixed: pageWith(result),
  unchanged: z.int(),
  noLongerJudged: pageWith(z.string()),
  files: z.array(z.string()),
  diff: z.string().nullable(),
});

/** Tools about changes that are not written yet, and the one that writes them. */
export const changeTools = {
  verify_change: tool({
    title: 'Verify a change before it is written',
    description:
      'Says which results a change of RDF files would introduce, fix and leave, without writing it. Give `update`, `patch` or `text`. A change that holds has a key, by which apply_change writes it, unless it deletes a file.',
    input: changeInput.extend({ start, limit }),
    output: changeOutput,
    writes: false,
    async run({ start, limit, ...change }, { files: guarded, naming, held }) {
      const verified = await guarded.verify(change);
      hold(verified, change, held);
      return changeAnswer(verified, { ...naming, start, limit });
    },
  }),
  complete_node: tool({
    title: 'Complete a new node',
    description:
      'Adds statements about a node to a file, with what the shapes still ask of it where the data leave no choice, and says what only a person knows. Nothing is written; a change that holds has a key for apply_change.',
    input: z.object({
      file: file.describe('The data file'),
      turtle: z.string().min(1).max(100_000).describe('Statements in Turtle; the prefixes of the file count'),
      guesses: z.boolean().default(false).describe('Also make likely additions, not only certain ones'),
      limit,
    }),
    output: changeOutput.extend({
      completed: z.array(z.string()),
      open: z.array(z.object({ message: z.string(), why: z.string() })),
    }),
    writes: false,
    async run({ file, turtle, guesses, limit }, { files: guarded, naming, held, signal }) {
      const before = await guarded.textOf(file);
      const files = [file];
      let change: ProposedChange = { files, text: `${before.replace(/\n*$/, '\n\n')}${turtle.trim()}\n` };
      let verified = await guarded.verify(change);
      const completed: string[] = [];
      const open: { message: string; why: string }[] = [];
      const [unit] = verified.after?.analyses ?? [];
      const asked = new Set(verified.introduced.map(({ violation }) => violation));
      if (unit !== undefined && asked.size > 0) {
        const { analyse } = await guarded.check(files);
        const fixed = await fixAll(
          unit,
          {
            isAsked: ({ violation }) => asked.has(violation),
            choose: likelyRepair(guesses ? 'likely' : 'certain', { acceptPlaceholders: false }),
            analyse,
          },
          signal,
        );
        const [text] = fixed.texts.values();
        if (text !== undefined) {
          change = { files, text: text.text };
          verified = await guarded.verify(change);
        }
        completed.push(...fixed.repaired.map(({ chosen }) => shortened(chosen.repair.title)));
        for (const { placed, why } of fixed.left) {
          const [message] = placed.violation.messages;
          open.push({
            message: shortened(message === undefined ? '' : terms.value(message)),
            why: shortened(why),
          });
        }
      }
      hold(verified, change, held);
      return { ...changeAnswer(verified, { ...naming, limit }), completed, open };
    },
  }),
  apply_change: tool({
    title: 'Apply a verified change',
    description:
      'Writes a change that verify_change found to hold, by its key. It is verified again, and nothing is written when the files have changed so that it does not hold.',
    input: z.object({ key: key.describe('The key that verify_change told') }),
    output: z.object({ files: z.array(z.string()), fixed: z.int(), unchanged: z.int() }),
    writes: true,
    async run({ key }, { files: guarded, naming, held }) {
      const known = held.get(key);
      if (known === undefined)
        throw new UserError(`no change with the key ${key} was verified here. Verify it first.`);
      const verified = await guarded.verify(known.change);
      const isSame = [...known.texts].every(
        ([uri, { before }]) => verified.texts.get(uri)?.before === before,
      );
      if (!isSame || verified.key !== key || verified.verdict !== 'holds')
        throw new UserError('the files have changed since this was verified. Verify it again.');
      held.delete(key);
      await guarded.write(verified.texts);
      return {
        files: [...verified.texts.keys()].map(naming.nameOf),
        fixed: verified.fixed.length,
        unchanged: verified.unchanged,
      };
    },
  }),
};

/** How many verified changes are kept at a time. */
const maxHeld = 50;
/** How long the files of all kept changes may be together, in UTF-16 code units. */
const maxHeldLength = 50_000_000;

function hold(verified: VerifiedChange, change: ProposedChange, held: Map<string, HeldChange>): void {
  if (!mayBeApplied(verified)) return;
  held.delete(verified.key);
  held.set(verified.key, { change, texts: verified.texts });
  const lengthOf = ({ texts }: HeldChange) =>
    [...texts.values()].reduce((sum, { before = '' }) => sum + before.length, 0);
  let length = [...held.values()].reduce((sum, each) => sum + lengthOf(each), 0);
  for (const [key, each] of held) {
    if (held.size <= maxHeld && length <= maxHeldLength) break;
    length -= lengthOf(each);
    if (held.size > 1) held.delete(key);
  }
}

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { diffHunks } from '../base/diff.ts';
import { allComponents, componentOf } from '../shacl/components/index.ts';
import type { ConstraintKind, ListedKind } from '../shacl/model/shape.ts';
import { suggestionsFor } from '../testing/checkRepair.ts';
import { parseFixture, withoutPrelude } from '../testing/fixture.ts';
import { repairOf } from './components/index.ts';
import type { VerifiedRepair } from './repair.ts';

/**
 * The catalogue docs/repairs.md: for each constraint component what its table says is offered, and what is offered
 * for an example, made by the repairer itself.
 */
export async function repairCatalogue(): Promise<string> {
  const sections: string[] = [];
  for (const { kind } of allComponents) sections.push(await section(kind, kind));
  for (const [file, { title, kind }] of Object.entries(ofShacl12))
    sections.push(await section(kind, file, title));
  return `${intro}\n${sections.join('\n')}`;
}

/** What SHACL 1.2 has beside the components with a parameter of their own, by the file of its example. */
const ofShacl12 = {
  classIn: { title: 'class ( … )', kind: 'classIn' },
  datatypeIn: { title: 'datatype ( … )', kind: 'datatypeIn' },
  closedByTypes: { title: 'closed sh:ByTypes', kind: 'closedByTypes' },
  nodeByExpression: { title: 'nodeByExpression', kind: 'node' },
  expression: { title: 'expression', kind: 'sparql' },
} as const satisfies Record<ListedKind | 'nodeByExpression' | 'expression', object>;

/** The files in `test-fixtures/repairs`. */
export const exampleFiles: readonly string[] = [
  ...allComponents.map(({ kind }) => kind),
  ...Object.keys(ofShacl12),
].map((name) => `${name}.ttl`);

const intro = `# Repairs

What SHACL Repair offers for each constraint component of SHACL Core. This page is generated from the repairer's
tables and from the examples in \`test-fixtures/repairs\` (\`npm run docs\`).

Each repair was applied to a copy first: its violation goes away, no new one appears, and the edited text states exactly
the graph that was checked. Repairs are ranked by the evidence for them:

| support | meaning | applied by *Fix All* |
| --- | --- | --- |
| authored | the shape suggests it (\`dash:suggestion\`) | when it is the only one |
| implied | the graph or the shape implies it | when it is the only one |
| attested | the rest of the data supports it, or the meaning is unmistakable | when it is the only one |
| plausible | one of a few possibilities | no |
| placeholder | you fill in a value that only you can know | no |
| removal | a value is removed | no |
| retargeting | the node leaves the target of the shape: that does not improve the data, so it comes last | no |

Of repairs that are equal in all of this, the order of their terms decides, not the order of the statements: wherever a file
has its statements, the same repair comes first.

A repeated mistake is one decision: below the best repair, the menu has the same repair for all results of its kind, such as
*Fix this and try 413 more: rename ex:heigth to ex:height*. Of up to 20 others, and in files of at most 20,000 triples, they are
repaired before, and the number is of the results that go away (*Fix this and 12 more*). They are made in one step, which *Undo* takes
back; those that do not hold together with the others are left, and listed. Results are of one kind when they are of the same
constraint and the change is the same in form:

- a property becomes another one
- a value becomes the same other value
- a text gets the same datatype or language, or is written anew in the same way
- a node moves to the same other namespace, with its local name
- a node gets the same type
- a value follows from the same property

*Repair Plan…* and \`shacl-repair repair --plan\` look at all results of a file together: of the repairs that were proven one by
one, up to four for each result, they take those that hold together, end the most results, and are the likeliest as a whole. A result
that is left says with which step its repair does not hold. In the editor the steps are listed with their evidence, those
that are certain or likely ticked; \`--apply\` makes those that are certain. What is made is proven as one change.
So plans are maximal, after Ahmetaj et al. (2022), and the likeliest, unless a limit ends the search. Where fewer changed statements end as many results, as
removals often do, \`--plan\` also tells that minimal plan (\`smallest\` in JSON), and a button of *Repair Plan…* switches to it, for plans of up to
300 steps. Each is shown with its cost and the number of statements that it changes.

Where no repair is certain or likely, the menu says so in one sentence, which names what was sought and not found. Repairs that
would make up a fact are left out there: additions that are less likely than 15 %, replacements that are less likely than 5 %
(\`server/src/repair/scorecard/scorecard.ts\`), and what is to be filled in where it also takes one of many nodes that fit. A value of which
nothing is known but that it fits, or that others have which differ from the node in what they have in common, *needs input*: the
repair writes it, selected to be replaced. Below the sentence stands what helps:

- *Link vocab/units.ttl, which describes unit:M* writes a \`# context:\` line for a file of the workspace that is not linked yet
  and describes the node, or has instances of the class; where no file does, *Link a file that describes unit:M…* has you
  type the path
- *Choose: ex:open or ex:closed* writes the first of several values that are about as likely, and lists the others
- *Fill in another value for ex:filling* selects the value, to be typed over; *Fill in another class than eq:Pump for ex:pump*,
  the class of a node that other statements imply as the missing value and that lacks the class which is asked for
- *Look at sh:class in the shape*, or at what a file says that repairs do not change

What merely takes the node out of its target stands last, and the sentence then says that no repair was found which keeps it
there. The command line lists it as *by hand*; *Fix All* and \`--apply\` never make it, and it is never made for all of a kind.
`;

const maxShown = 3;

async function section(kind: ConstraintKind, file: string, title: string = kind): Promise<string> {
  const { offers } = repairOf({ kind });
  const fixture = exampleOf(file);
  const { repairs } = await suggestionsFor(fixture, 5);
  const shown = repairs.filter(({ repair }) => repair.support !== 'retargeting').slice(0, maxShown);
  if (shown.length === 0) throw new Error(`the example of ${file} has no repair`);
  const files = parseFixture(fixture).files.map(({ path, text }) =>
    code('turtle', `# ${path.slice(1)}\n${withoutPrelude(text).trim()}`),
  );
  return [
    `## sh:${title}`,
    '',
    ...(file in ofShacl12 || componentOf({ kind }).isDraft
      ? ['Of a draft of SHACL 1.2, which may change.', '']
      : []),
    ...offers.map((offer) => `- ${offer}`),
    '',
    ...files,
    ...shown.flatMap((repair, i) => [`${i + 1}. ${heading(repair)}`, '', diffOf(repair)]),
  ].join('\n');
}

function exampleOf(kind: string): string {
  const file = fileURLToPath(new URL(`../../../test-fixtures/repairs/${kind}.ttl`, import.meta.url));
  if (!existsSync(file))
    throw new Error(`test-fixtures/repairs/${kind}.ttl, the example of sh:${kind}, is missing`);
  return readFileSync(file, 'utf8');
}

function heading({ repair }: VerifiedRepair): string {
  const evidence = repair.evidence === undefined ? '' : `; ${repair.evidence}`;
  return `**${escaped(repair.title)}** (${repair.support}${escaped(evidence)})`;
}

function escaped(text: string): string {
  return text.replace(/[*_<>\\`]/g, '\\$&');
}

function diffOf({ verdict }: VerifiedRepair): string {
  const lines = verdict.edits.flatMap(({ document, edits }) =>
    diffHunks(document.text, edits, 0).flatMap((hunk) => hunk.lines),
  );
  return code('diff', lines.join('\n'));
}

function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\`\n`;
}

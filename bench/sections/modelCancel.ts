import { setTimeout as pause } from 'node:timers/promises';
import { hangs, type Reply, says, scriptedEndpoint } from '../../server/src/testing/scriptedEndpoint.ts';
import { breakablePlaces, brokenAt, rangeOf, seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { median } from '../measure.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

const rounds = 10;

/** An update whose WHERE clause never ends. */
const endless = JSON.stringify({
  answer:
    'DELETE { ?a ?b ?c } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?a = ?f && ?d = ?i && ?g = ?c) }',
});

/**
 * Measures from cancelling a question to a model to its end: while the model thinks, and while its answer is tried out.
 */
export async function modelCancel(): Promise<Findings> {
  let reply: Reply = hangs;
  let arrived = () => {};
  const endpoint = await scriptedEndpoint((request, response) => {
    reply(request, response);
    arrived();
  });
  const { data, shapes } = qudt81k();
  const [place, ...places] = breakablePlaces(data, 3 * rounds + 1, seeded(4));
  const text = brokenAt(data, places);
  const model = { provider: 'openai', id: 'm', baseUrl: endpoint.baseUrl, maxRounds: 1 };
  const server = new LanguageServer({ data: text, shapes }, model);
  await server.open(text);
  // The server caches answers, so each question must be new.
  const unasked = server.diagnostics.filter(
    ({ data, range }) => data?.key !== undefined && range.start.line !== place!.line,
  );

  const cancel = async (doing: Reply, wait: number, meanwhile: () => Promise<void> = async () => {}) => {
    reply = doing;
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    return server.cancelledModel(unasked.pop()!, asked.then(() => pause(wait)).then(meanwhile));
  };
  const thinking: number[] = [];
  const trying: number[] = [];
  const keystrokes: number[] = [];
  const edit = async () => {
    const isSound = keystrokes.length % 2 === 0;
    const { time } = await server.change(
      rangeOf(place!, isSound ? 'sound' : 'broken'),
      isSound ? place!.broken : place!.sound,
    );
    keystrokes.push(time);
  };
  for (let i = 0; i < rounds; i++) {
    thinking.push((await cancel(hangs, 100)) ?? Number.NaN);
    trying.push((await cancel(says(endless), 300)) ?? Number.NaN);
    await cancel(says(endless), 300, edit);
  }
  await server.stop();
  await endpoint.close();
  const row = (name: string, times: readonly number[]) => [
    name,
    String(times.length),
    ms(median(times)),
    ms(Math.max(...times)),
  ];
  return {
    title: 'Cancelling a model',
    tables: [
      {
        head: ['81k', 'times', 'p50', 'slowest'],
        rows: [
          row('cancelled while the model thinks', thinking),
          row('cancelled while an endless WHERE is tried out', trying),
          row('keystroke → validated while an endless WHERE is tried out', keystrokes),
        ],
      },
    ],
    bars: [
      {
        what: 'cancelling a model at 81k, slowest',
        value: Math.max(...thinking, ...trying),
        unit: 'ms',
        wanted: atMost(200),
      },
    ],
    notes: [],
  };
}

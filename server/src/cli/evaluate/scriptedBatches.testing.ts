import {
  type ChatRequest,
  completion,
  fails,
  json,
  type Reply,
  replies,
} from '../../testing/scriptedEndpoint.ts';

/** What becomes of a request of a batch: an answer, an error of the request itself, or nothing in time. */
export type BatchReply = (
  body: ChatRequest,
) =>
  | { readonly kind: 'says'; readonly text: string }
  | { readonly kind: 'fails'; readonly status: number; readonly message: string }
  | { readonly kind: 'expires' };

export interface ScriptedBatches {
  /** To be given to `scriptedEndpoint`. */
  readonly reply: Reply;
  /** The requests of all batches, as they were handed in. */
  readonly asked: readonly ChatRequest[];
  /** How many batches were begun. */
  readonly count: number;
}

interface Batch {
  readonly id: string;
  readonly metadata: unknown;
  readonly file: string;
  looks: number;
}

/**
 * The Batch API in memory: a batch has ended when it was looked at so many times.
 *
 * @param looks 1 for a batch that is done at once.
 */
export function scriptedBatches(answer: BatchReply, looks = 2): ScriptedBatches {
  const files: string[] = [];
  const batches: Batch[] = [];
  const asked: ChatRequest[] = [];

  const state = ({ id, metadata, file, looks: left }: Batch) => {
    const total = lines(files[Number(file)]!).length;
    const hasEnded = left <= 0;
    return {
      id,
      object: 'batch',
      metadata,
      status: hasEnded ? 'completed' : 'in_progress',
      request_counts: { total, completed: hasEnded ? total : 0, failed: 0 },
      ...(hasEnded && { output_file_id: `out-${file}`, error_file_id: `err-${file}` }),
    };
  };

  const results = (file: string, wanted: 'out' | 'err'): string =>
    lines(files[Number(file)]!)
      .map(({ custom_id, body }) => ({ custom_id, result: resultOf(answer(body), body) }))
      .filter(({ result }) => (result.response?.status_code === 200) === (wanted === 'out'))
      .map(({ custom_id, result }) => `${JSON.stringify({ id: 'r', custom_id, ...result })}\n`)
      .join('');

  const reply: Reply = (request, response) => {
    const [path, id, part] = request.path
      .replace(/^\/v1\//, '')
      .replace(/\?.*/, '')
      .split('/');
    const batch = batches.find((each) => each.id === id);
    const send = (value: unknown) => json(value)(request, response);
    if (path === 'files' && request.method === 'POST') {
      files.push(uploaded(request.text));
      send({ id: String(files.length - 1), object: 'file' });
    } else if (path === 'files' && part === 'content') {
      const [wanted, file] = id!.split('-') as ['out' | 'err', string];
      replies(200, results(file, wanted))(request, response);
    } else if (path === 'batches' && request.method === 'POST') {
      const { input_file_id, metadata } = request.body;
      const begun = { id: `batch_${batches.length}`, metadata, file: String(input_file_id), looks };
      batches.push(begun);
      asked.push(...lines(files[Number(begun.file)]!).map(({ body }) => body));
      send(state(begun));
    } else if (path === 'batches' && batch) {
      batch.looks--;
      send(state(batch));
    } else if (path === 'batches') {
      send({ object: 'list', data: batches.map(state), has_more: false });
    } else fails(404, { message: `nothing is at ${request.path}` })(request, response);
  };
  return {
    reply,
    asked,
    get count() {
      return batches.length;
    },
  };
}

interface BatchLine {
  readonly custom_id: string;
  readonly body: ChatRequest;
}

function lines(file: string): readonly BatchLine[] {
  return file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The file in a form that was sent. */
function uploaded(form: string): string {
  const start = form.indexOf('\r\n\r\n', form.indexOf('name="file"')) + 4;
  return form.slice(start, form.indexOf('\r\n--', start));
}

function resultOf(reply: ReturnType<BatchReply>, body: ChatRequest) {
  switch (reply.kind) {
    case 'says': {
      const message = { role: 'assistant', content: reply.text };
      return { response: { status_code: 200, body: completion({ body }, message, {}) }, error: null };
    }
    case 'fails': {
      const { status, message } = reply;
      return { response: { status_code: status, body: { error: { message } } }, error: null };
    }
    case 'expires':
      return { response: null, error: { code: 'batch_expired', message: 'It was not done in time.' } };
  }
}

import { Spool } from '../../platform/files/spool.ts';
import { writeNamed } from '../../platform/files/writeNamed.ts';
import type { OpenReport } from '../io.ts';

/**
 * Files of reports on this machine. What is written is kept elsewhere until it is published.
 *
 * @param tell is told what people should know of the file.
 */
export function nodeReportFile(tell: (note: string) => void): OpenReport {
  return async (path) => {
    const written = new Spool<'report'>();
    return {
      write: async (text) => written.add('report', text),
      async publish() {
        try {
          writeNamed(path, textsOf(written), tell);
        } finally {
          written.discard();
        }
      },
      abandon: async () => written.discard(),
    };
  };
}

function* textsOf(spool: Spool<'report'>): Iterable<string> {
  for (const { text } of spool.pieces()) yield text;
}

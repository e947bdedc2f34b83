import { UserError } from '../../base/userError.ts';

/** A file or folder that can't be read or written. The message names the path, the cause and the remedy. */
export class FileProblem extends UserError {
  override readonly name: string = 'FileProblem';
  /** The error code of the system; undefined when the system did not refuse. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** What a file is used for, as the end of `can't be …`. */
export type Use = 'written' | 'read' | 'removed' | 'locked';

/** Runs file work. Throws errors of the system as a FileProblem that names the file. */
export function attempt<Result>(file: string, use: Use, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw fileProblem(error, file, use);
  }
}

/** A FileProblem for an error of the system; any other error unchanged. */
export function fileProblem(error: unknown, file: string, use: Use): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof FileProblem || code === undefined || syscall === undefined) return error;
  return new FileProblem(`${file} can't be ${use}: ${explanation(code, String(error))}`, code);
}

/** Why the system refuses, and the remedy: `the disk is full (ENOSPC). Free …`. */
export function explanation(code: string, otherwise: string): string {
  const known = Object.hasOwn(causes, code) ? causes[code] : undefined;
  return known ? `${known.cause} (${code}). ${known.remedy}` : `${otherwise}. ${elsewhere}`;
}

const elsewhere = 'Give another place.';
const freeSpace = 'Free some space and try again, or give another place.';
const askForIt = 'Change who may use it, or give another place.';

/** The causes and remedies of all file system errors. There is no second table of them. */
const causes: Readonly<Record<string, { readonly cause: string; readonly remedy: string }>> = {
  ENOSPC: { cause: 'the disk is full', remedy: freeSpace },
  EDQUOT: { cause: 'your quota of the disk is used up', remedy: freeSpace },
  EFBIG: { cause: 'the file is larger than the disk or the system allows', remedy: elsewhere },
  EACCES: { cause: 'you have no permission', remedy: askForIt },
  EPERM: { cause: 'you have no permission', remedy: askForIt },
  EROFS: { cause: 'the disk is read-only', remedy: elsewhere },
  ENOENT: { cause: 'there is no such file or folder', remedy: elsewhere },
  ENOTDIR: { cause: 'it is a file, or its path leads through one', remedy: elsewhere },
  EISDIR: { cause: 'it is a folder', remedy: elsewhere },
  EEXIST: { cause: 'something else already has this name', remedy: 'Move it away, or choose another place.' },
  ENOTEMPTY: {
    cause: 'something else already has this name',
    remedy: 'Move it away, or choose another place.',
  },
  ELOOP: { cause: 'it is a link, or leads through links that never end', remedy: elsewhere },
  EXDEV: { cause: 'it is a separate disk', remedy: 'Give a folder on that disk.' },
  EBUSY: { cause: 'another program, or a disk, is there', remedy: elsewhere },
  ENXIO: { cause: 'nothing is listening at the other end', remedy: elsewhere },
  ENODEV: { cause: 'there is no such device', remedy: elsewhere },
  EIO: { cause: 'the disk reports an error', remedy: 'Check the disk, or give another place.' },
  EMFILE: {
    cause: 'too many files are open',
    remedy: 'Raise the limit of open files (ulimit -n), and try again.',
  },
  ENFILE: { cause: 'too many files are open', remedy: 'Close other programs, and try again.' },
  ENAMETOOLONG: { cause: 'its name is too long', remedy: 'Give a shorter one.' },
};

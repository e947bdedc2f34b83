/** What a program asks the system for, as strace tells, in a network namespace without any network. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface Trace {
  /** The programs that were started, with their arguments as strace quotes them. */
  readonly started: readonly string[];
  /** Sockets of a network, and what is sent through them or asked of a name server. */
  readonly network: readonly string[];
  /** Calls that make, change, move or remove something on disk. */
  readonly written: readonly string[];
}

const namespace = ['unshare', '--user', '--map-root-user', '--net'];
const changing =
  'creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,mknod,mknodat,rmdir,link,linkat,symlink,symlinkat,' +
  'truncate,ftruncate,fallocate,chmod,fchmod,fchmodat,chown,fchown,fchownat,lchown,utimensat,setxattr,fsetxattr';
const traced = `trace=execve,execveat,socket,connect,bind,listen,open,openat,openat2,${changing}`;

/** Why programs can't be traced here; undefined when they can. */
export function whyNotTraced(): string | undefined {
  const [command, ...args] = [...namespace, 'strace', '-f', '-o', '/dev/null', '-e', traced, 'true'];
  return spawnSync(command!, args).status === 0
    ? undefined
    : 'strace is missing, or this user may not trace in a network namespace';
}

/** The command line under which a program leaves its trace in a file. */
export function tracedCommand(traceFile: string, command: readonly string[]): readonly string[] {
  return [
    ...namespace,
    'strace',
    '--seccomp-bpf',
    '-f',
    '-qq',
    '-s',
    '300',
    '-e',
    traced,
    '-o',
    traceFile,
    ...command,
  ];
}

/** Reads what a program left that has ended. Unfinished calls count, for they were asked for. */
export function readTrace(traceFile: string): Trace {
  const calls = readFileSync(traceFile, 'utf8')
    .split('\n')
    .map((line) => line.replace(/^\d+ +/, ''))
    .filter((call) => /^\w+\(/.test(call));
  const called = (...names: readonly string[]) =>
    calls.filter((call) => names.includes(call.slice(0, call.indexOf('('))));
  return {
    started: called('execve', 'execveat'),
    network: called('socket', 'connect', 'bind', 'listen').filter((call) => !isLocal(call)),
    written: [
      ...called(...changing.split(',')),
      ...called('open', 'openat', 'openat2').filter(
        (call) =>
          /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND|O_TMPFILE/.test(call) && !call.includes('"/dev/null"'),
      ),
    ],
  };
}

/** Pipes between processes are sockets without a network. */
function isLocal(call: string): boolean {
  return /^socket\(AF_UNIX\b/.test(call);
}

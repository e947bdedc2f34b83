#!/usr/bin/env node
/** The program `shacl-repair`. A part of it that can't be loaded must not look like a verdict, as Node's exit code 1 would. */
try {
  await import('./program.ts');
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const remedy =
    code === 'EMFILE' || code === 'ENFILE'
      ? 'Too many files are open: raise the limit (ulimit -n), and try again.'
      : 'Install shacl-repair again.';
  console.error(`shacl-repair: a part of the program can't be loaded: ${message}. ${remedy}`);
  process.exit(2);
}

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { editsOf, withEdit } from '#test/sabotage/small-error.ts';
import type { Edit, SmallError } from '#test/sabotage/small-error.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMPILER = 'node_modules/typescript/bin/tsc';
/** Files that an installation, build or test run has created beside the sources. */
const LEFT_OUT = new Set([
  '.git',
  '.env',
  'node_modules',
  'dist',
  'data',
  'test-results',
  'playwright-report',
  'sabotage.md',
]);
/** Milliseconds after which a test run counts as hanging. */
const LONGEST = 240_000;

/** `isCut`: the run did not end and was terminated. */
export type Run = { code: number; output: string; isCut: boolean };

/** A copy of the project's working tree in which changes are made and reverted. */
export class Tree {
  readonly folder: string;
  /** The original files; undefined for a file that did not exist. */
  readonly #originals = new Map<string, string | undefined>();

  /** Lists the files without Git, which may be missing, or refuse another user's folder. */
  constructor(folder = mkdtempSync(join(tmpdir(), 'lms-sabotage-'))) {
    this.folder = folder;
    for (const name of readdirSync(ROOT).filter((each) => !LEFT_OUT.has(each)))
      cpSync(join(ROOT, name), join(folder, name), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  }

  /** Throws if the error's text is missing. */
  make(error: SmallError): void {
    for (const edit of editsOf(error)) this.edit(edit, error.id);
  }

  /** Throws, naming the change's id, if the text to replace is missing. */
  edit(edit: Edit, id: string): void {
    const path = join(this.folder, edit.file);
    const text = readFileSync(path, 'utf8');
    if (!this.#originals.has(path)) this.#originals.set(path, text);
    writeFileSync(path, withEdit(text, edit, id));
  }

  create(file: string, text: string): void {
    const path = join(this.folder, file);
    this.#originals.set(path, undefined);
    writeFileSync(path, text, { flag: 'wx' });
  }

  takeBack(): void {
    for (const [path, text] of this.#originals) {
      if (text === undefined) rmSync(path);
      else writeFileSync(path, text);
    }
    this.#originals.clear();
  }

  /** Runs Node in the copy; `shell` contains the arguments of a shell that finally runs it. */
  async run(
    args: readonly string[],
    env: Record<string, string | undefined> = {},
    shell?: readonly string[],
  ): Promise<Run> {
    return await new Promise((resolve) => {
      const [file, all] = shell ? ['/bin/sh', [...shell, ...args]] : [process.execPath, args];
      const child = spawn(file, all, {
        cwd: this.folder,
        env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A separate process group, so that a hanging test ends with everything it has started.
        detached: true,
      });
      let output = '';
      let isCut = false;
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
      const timer = setTimeout(() => {
        isCut = true;
        process.kill(-(child.pid as number), 'SIGKILL');
      }, LONGEST);
      child.once('close', (code) => {
        clearTimeout(timer);
        resolve({ code: code ?? 1, output, isCut });
      });
    });
  }

  /** Compiles every project with one checker each, because several would derive the same types repeatedly. */
  async compile(): Promise<Run> {
    return await this.run([COMPILER, '-b', '--incremental', 'false', '--checkers', '1']);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { editsOf, withEdit } from '#test/sabotage/small-error.ts';
import type { Edit, SmallError } from '#test/sabotage/small-error.ts';

const ROOT = join(import.meta.dirname, '../..');
const COMPILER = 'node_modules/typescript/bin/tsc';
/** Milliseconds after which a run of tests counts as hanging. */
const LONGEST = 240_000;

export type Run = { code: number; output: string };

/** A copy of the project, as it is in the working tree, in which changes are made and taken back. */
export class Tree {
  readonly folder = mkdtempSync(join(tmpdir(), 'lms-sabotage-'));
  /** Files as they were; undefined where there was none. */
  readonly #originals = new Map<string, string | undefined>();

  constructor() {
    const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
    });
    for (const file of list.toString().split('\0').filter(Boolean)) {
      mkdirSync(join(this.folder, dirname(file)), { recursive: true });
      cpSync(join(ROOT, file), join(this.folder, file));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /** Throws when the text of the error is not there. */
  make(error: SmallError): void {
    for (const edit of editsOf(error)) this.edit(edit, error.id);
  }

  /** Throws, by the id of the change, when the text to replace is not there. */
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

  async run(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
    return await new Promise((resolve) => {
      const child = spawn(process.execPath, args, {
        cwd: this.folder,
        env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A process group of its own, so that a hanging test goes with everything it has started.
        detached: true,
      });
      let output = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
      const timer = setTimeout(() => process.kill(-(child.pid as number), 'SIGKILL'), LONGEST);
      child.once('close', (code) => {
        clearTimeout(timer);
        resolve({ code: code ?? 1, output });
      });
    });
  }

  /** Compiles every project: one checker each, since several would work out the same types anew. */
  async compile(): Promise<Run> {
    return await this.run([COMPILER, '-b', '--incremental', 'false', '--checkers', '1']);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

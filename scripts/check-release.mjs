// npm run check-release: what a release has to stand, tried on fresh clones of what is committed here.
//   npm run check-release                     every step, up to the first that fails; as root, which also tries an ordinary user
//   npm run check-release -- start upgrade    only these steps: start, test, recipes, torture, user, upgrade, postgres15, node
//   npm run check-release -- --from <commit>  the release before; the newest tag unless given
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { main, ROOT, ScriptError, seconds } from './run.mjs';

/**
 * The oldest supported versions. Node's is the minimum for the scripts, which install a newer one for the
 * server.
 */
const OLDEST = { node: 20, postgres: 15 };
const isRoot = process.getuid?.() === 0;
const { values, positionals } = parseArgs({ allowPositionals: true, options: { from: { type: 'string' } } });
const base = mkdtempSync(join(tmpdir(), 'lms-release-'));
chmodSync(base, 0o755);

const STEPS = {
  start: async () => await startAndStop(clone('clone')),
  // Runs after `start`, whose data folder no test may use.
  test: async () => await run(clone('clone'), 'npm', ['test']),
  recipes: async () => await run(clone('clone'), 'npm', ['run', 'recipes']),
  // Longer than in the tests: all faults, and orders that the tests do not play.
  torture: async () => {
    await run(clone('clone'), 'npm', ['run', 'torture', '--', '--minutes', '3']);
    await run(clone('clone'), 'npm', ['run', 'torture', '--', '--schedules', '500']);
  },
  user: async () => {
    if (!isRoot)
      throw new ScriptError('Root alone can try an ordinary user beside itself. Run the command as root.');
    const place = clone('ordinary', { user: ordinaryUser() });
    await startAndStop(place);
    await run(place, 'npm', ['test']);
  },
  upgrade: async () => {
    const DATA_DIR = join(base, 'data');
    await startAndStop(clone('before', { commit: values.from ?? lastRelease() }), DATA_DIR);
    const place = clone('clone');
    await startAndStop(place, DATA_DIR);
    const file = join(base, 'upgraded.zip');
    const restored = join(base, 'restored');
    await run(place, 'npm', ['run', 'backup', '--', file], { DATA_DIR });
    await run(place, 'npm', ['run', 'restore', '--', file], { DATA_DIR: restored });
    await startAndStop(place, restored);
  },
  postgres15: async () => {
    const { url, stop } = await startPostgres();
    await run(clone('clone'), 'npm', ['test', '--', 'unit'], { TEST_DATABASE_URL: url }).finally(stop);
  },
  node: async () => {
    const place = clone('oldest-node');
    const oldest = ['exec', '--yes', `--package=node@${OLDEST.node}`, '--', 'npm'];
    await startAndStop(place, undefined, oldest);
    await run(place, 'npm', [...oldest, 'test', '--', 'quick']);
  },
};

/**
 * Clones the committed code once. `user`, if given, owns and uses the clone; otherwise the user who runs the
 * command does.
 */
function clone(name, { user, commit = 'HEAD' } = {}) {
  const folder = join(base, name);
  if (existsSync(folder)) return { folder, user };
  const git = (args, cwd) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();
  git(['clone', '--quiet', '--no-hardlinks', ROOT, folder]);
  git(['checkout', '--quiet', '--detach', git(['rev-parse', `${commit}^{commit}`], ROOT)], folder);
  if (user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, folder]);
  return { folder, user };
}

function start({ folder, user }, file, args, env, stdio) {
  const settings = { DATA_DIR: undefined, DATABASE_URL: undefined, PORT: '0', HOST: undefined, ...env };
  // An ordinary user has no home folder here and needs a separate npm cache.
  const home = user && { HOME: '/nonexistent', npm_config_cache: join(folder, '..', 'npm-of-user') };
  if (user && !existsSync(home.npm_config_cache)) {
    mkdirSync(home.npm_config_cache);
    chownSync(home.npm_config_cache, user.uid, user.gid);
  }
  return spawn(file, args, {
    cwd: folder,
    env: { ...process.env, ...settings, ...home },
    stdio,
    detached: true,
    ...user,
  });
}

/** Runs a program in a clone until it exits. Throws ScriptError unless it succeeds. */
async function run(place, file, args, env = {}) {
  const child = start(place, file, args, env, 'inherit');
  const code = await new Promise((resolve) => child.once('error', resolve).once('close', resolve));
  if (code !== 0)
    throw new ScriptError(
      `✖ ${file} ${args.join(' ')} failed in ${place.folder}, which stays to be looked at.`,
    );
}

/**
 * Runs npm start until it reports that it is ready, then stops it. Throws ScriptError with its output if it
 * exits first.
 */
async function startAndStop(place, DATA_DIR, before = []) {
  const since = performance.now();
  const child = start(place, 'npm', [...before, 'start'], { DATA_DIR }, ['ignore', 'pipe', 'pipe']);
  const ended = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  const isReady = new Promise((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        said += text;
        if (said.includes('LMS is ready at')) resolve(true);
      });
  });
  if ((await Promise.race([isReady, ended])) !== true)
    throw new ScriptError(`✖ npm start failed in ${place.folder}, which stays to be looked at:\n${said}`);
  console.log(`   npm start is ready after ${seconds(since)}`);
  if (child.pid) process.kill(-child.pid, 'SIGTERM');
  await ended;
}

function ordinaryUser() {
  const id = (option) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function lastRelease() {
  try {
    const options = { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['describe', '--tags', '--abbrev=0', 'HEAD^'], options).trim();
  } catch {
    throw new ScriptError('No commit before this one has a tag. Name the release before: --from <commit>.');
  }
}

/** Starts the oldest PostgreSQL among the machine's own packages, on a separate port. */
async function startPostgres() {
  const bin = `/usr/lib/postgresql/${OLDEST.postgres}/bin`;
  if (!existsSync(bin))
    throw new ScriptError(`There is no ${bin}. Install it: apt-get install postgresql-${OLDEST.postgres}.`);
  const user = isRoot ? ordinaryUser() : undefined;
  const folder = join(base, 'postgres');
  mkdirSync(folder);
  if (user) chownSync(folder, user.uid, user.gid);
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...user };
  const port = 30_000 + (process.pid % 20_000);
  execFileSync(
    join(bin, 'initdb'),
    ['-D', 'data', '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    options,
  );
  const server = `-p ${port} -k ${folder} -c max_connections=200 -c fsync=off -c max_locks_per_transaction=512`;
  execFileSync(join(bin, 'pg_ctl'), ['-D', 'data', '-w', '-l', 'log', '-o', server, 'start'], options);
  return {
    url: `postgres://postgres:none@127.0.0.1:${port}/postgres`,
    stop: () => execFileSync(join(bin, 'pg_ctl'), ['-D', 'data', '-m', 'fast', 'stop'], options),
  };
}

await main(async () => {
  const unknown = positionals.find((name) => !(name in STEPS));
  if (unknown)
    throw new ScriptError(`There is no step "${unknown}". Steps: ${Object.keys(STEPS).join(', ')}.`);
  const table = [];
  for (const [name, step] of Object.entries(STEPS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const since = performance.now();
    console.log(`\n══ ${name}`);
    await step();
    table.push(`   ${name.padEnd(12)} ${seconds(since)}`);
  }
  console.log(`\n✔ The release stands:\n${table.join('\n')}`);
  rmSync(base, { recursive: true, force: true });
});

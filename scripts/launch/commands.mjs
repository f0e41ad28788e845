import { isAbsolute, join } from 'node:path'
import { ensureConsole } from './console-build.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { nodeEnvironment } from './install-node.mjs'
import { runChecks } from './run-checks.mjs'
import { run } from './run-child.mjs'
import { runTests, withPostgres } from './run-tests.mjs'
import { ensureServerBundle } from './server-bundle.mjs'
import { root } from './workspace.mjs'

/** What each npm script does on the right Node: `(arguments) → {code} | {signal}`. */
export const commands = {
  async start(args) {
    await ensureDependencies()
    await ensureConsole()
    return runSource(await ensureServerBundle(), args)
  },
  async dev(args) {
    await ensureDependencies()
    return run(process.execPath, [join(root, 'scripts/dev.mjs'), ...args], {
      env: { ...compileCache, ...nodeEnvironment(process.execPath) },
    })
  },
  async test(args) {
    await ensureDependencies()
    await ensureConsole()
    return runTests(args)
  },
  async build(args) {
    await ensureDependencies()
    await ensureConsole()
    return runSource('scripts/build.ts', args)
  },
  async release(args) {
    await ensureDependencies()
    await ensureConsole()
    return runSource('scripts/release.ts', args)
  },
  async check(args) {
    await ensureDependencies()
    return runChecks(args)
  },
  async bench(args) {
    await ensureDependencies()
    return runSource('bench/main.ts', args, { env: { BENCH_SERVER: await ensureServerBundle() } })
  },
  async proof(args) {
    await ensureDependencies()
    await ensureConsole()
    return runSource('scripts/proof.ts', args, { before: withPostgres() })
  },
  async screenshots(args) {
    await ensureDependencies()
    await ensureConsole()
    return runSource('packages/console/e2e/screenshots.ts', args)
  },
  async 'train-word-vectors'(args) {
    await ensureDependencies()
    const env = { NODE_OPTIONS: '--max-old-space-size=10000' }
    return runSource('scripts/word-vectors/train.ts', args, { env })
  },
  async 'train-passage-classifier'(args) {
    await ensureDependencies()
    const env = { NODE_OPTIONS: '--max-old-space-size=10000' }
    return runSource('scripts/passage-classifier/train.ts', args, { env })
  },
  async 'build-python-client'(args) {
    await ensureDependencies()
    return runSource('scripts/python-client/build-python-client.ts', args)
  },
  async reference(args) {
    await ensureDependencies()
    const page = join(root, 'docs/reference/skills.md')
    const folder = join(root, 'skills')
    const referenceArgs = ['reference', folder, '--output', page, ...args]
    return runSource('packages/cli/src/main.ts', referenceArgs)
  },
  async cli(args) {
    await ensureDependencies()
    // npm runs scripts in the root folder; typed paths are relative to the user's folder.
    const cwd = process.env.INIT_CWD ?? process.cwd()
    return runSource('packages/cli/src/main.ts', args, { cwd, env: cliEnvironment() })
  },
}

/**
 * Caches the compiled sources, so that later starts skip the type stripping and the 10 MB module that does it.
 */
const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/repertoire-source') }

function runSource(file, args, { cwd = root, env = {}, before = [] } = {}) {
  const source = ['--conditions=repertoire-source', join(root, file), ...args]
  return run(process.execPath, [...before, ...source], {
    cwd,
    env: { ...compileCache, ...nodeEnvironment(process.execPath), ...env },
  })
}

/** The command uses the same data folder as `npm start` in this clone. */
function cliEnvironment() {
  const folder = process.env.REPERTOIRE_DATA_DIR || '.data'
  return { REPERTOIRE_DATA_DIR: isAbsolute(folder) ? folder : join(root, folder) }
}

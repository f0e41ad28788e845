import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblemError } from '@repertoire/core/base'
import { readScriptDependencies, type ScriptRuntime } from '@repertoire/core/domain'
import { defaultLimits, type Sandbox } from '@repertoire/sandbox'
import type { LazySandbox } from '../../sandbox/lazy-sandbox.ts'
import type { LayerRequest, LayerService, PreparedLayers } from '../layer-service.ts'
import { parsePackageIndex } from '../package-index.ts'
import { wheelOf } from './package-archives.ts'
import {
  type NodeTestIndex,
  type PythonTestIndex,
  startNodeIndex,
  startPythonIndex,
} from './package-indexes.ts'
import { testLayers } from './test-layers.ts'

export const greetPy = { 'requirements.txt': 'greet\n' }
export const helloPy = 'import greet\nprint(greet.hello())'
export const greetJs = { 'package.json': '{"dependencies":{"greet-js":"^1"}}' }

interface RunAt {
  readonly entry?: string
  readonly tenant?: string
  readonly signal?: AbortSignal
  readonly approved?: LayerRequest['approved']
}

/** Local indexes with a package `greet` and its dependency, and scripts that use them. */
export interface LayerFixture {
  /** Parent folder of all layers. */
  readonly folder: string
  readonly python: PythonTestIndex
  readonly node: NodeTestIndex
  /** Closed together with the fixture. */
  keep(layers: LayerService): LayerService
  /** A layer service for the local indexes, in a folder of this name. */
  open(name: string, more?: Parameters<typeof testLayers>[1]): LayerService
  /** Runs a script of a skill that has only these requirement files. */
  run(
    layers: LayerService,
    needed: Record<string, string>,
    script: string,
    at?: RunAt,
  ): Promise<RunWithLayers>
  close(): Promise<void>
}

interface RunWithLayers {
  readonly status: string
  readonly stdout: string
  readonly stderr: string
  /** Packages that had to be installed first. */
  readonly installed: readonly string[]
  readonly prepared: PreparedLayers
}

const runtimes: Record<string, ScriptRuntime> = {
  py: 'python',
  mjs: 'node',
  cjs: 'node',
  sh: 'shell',
}

export async function createLayerFixture(
  sandbox: Sandbox,
  link: LazySandbox,
): Promise<LayerFixture> {
  const folder = await mkdtemp(join(tmpdir(), 'layers-test-'))
  await chmod(folder, 0o755)
  const python = await startPythonIndex()
  const node = await startNodeIndex()
  addGreeting(python, node)
  const opened: LayerService[] = []
  const keep = (layers: LayerService): LayerService => {
    opened.push(layers)
    return layers
  }
  return {
    ...{ folder, python, node, keep },
    open: (name, more = {}) => {
      const indexes = {
        python: parsePackageIndex(python.url) ?? undefined,
        node: parsePackageIndex(node.url) ?? undefined,
      }
      return keep(testLayers(link, { ...indexes, folder: join(folder, name), ...more }))
    },
    run: async (layers, needed, script, at = {}) => {
      const { entry = 'main.py', tenant = 'ten_a' } = at
      const runtime = runtimes[entry.split('.').at(-1) ?? ''] ?? 'python'
      const installed: string[] = []
      const prepared = await layers.prepare({
        queueKey: `${tenant}/usr_1`,
        needs: readScriptDependencies((path) => needed[path], runtime),
        signal: at.signal ?? new AbortController().signal,
        approved: at.approved ?? (async () => new Set()),
        onInstalling: (packages) => installed.push(...packages),
      })
      try {
        const result = await sandbox.execute({
          ...{ runtime, entry, args: [], stdin: new Uint8Array(), workspace: [] },
          files: [{ path: entry, bytes: Buffer.from(script), executable: false }],
          ...{
            env: prepared.env,
            layers: prepared.layers,
            limits: defaultLimits,
            queueKey: tenant,
          },
        })
        const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString()
        return {
          ...result,
          stdout: text(result.stdout),
          stderr: text(result.stderr),
          installed,
          prepared,
        }
      } finally {
        prepared.release()
      }
    },
    close: async () => {
      for (const layers of opened) await layers.close()
      await Promise.all([python.stop(), node.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function problemOf(promise: Promise<unknown>) {
  const error = await promise.then(
    () => new Error('it went well'),
    (thrown: unknown) => thrown,
  )
  if (isProblemError(error)) return error.problem
  throw error
}

function addGreeting(python: PythonTestIndex, node: NodeTestIndex): void {
  for (const making of [
    {
      name: 'greet',
      files: { 'greet/__init__.py': 'import other\ndef hello(): return "hello " + other.who\n' },
      metadata: ['Requires-Dist: other>=1'],
    },
    { name: 'other', files: { 'other.py': 'who = "from a wheel"\n' } },
  ]) {
    const { file, bytes } = wheelOf(making)
    python.add(making.name, file, bytes)
  }
  node.add('greet-js', '1.2.0', {
    manifest: {
      dependencies: { 'other-js': '^1.0.0' },
      scripts: { postinstall: 'touch ../ran' },
    },
    files: { 'index.js': 'module.exports = "hello " + require("other-js")' },
  })
  node.add('other-js', '1.0.0', { files: { 'index.js': 'module.exports = "from a tarball"' } })
}

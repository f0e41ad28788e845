import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readScriptDependencies } from '@repertoire/core/domain'
import {
  createExecutorServer,
  defaultLimits,
  type ExecutorServer,
  openSandbox,
  type Sandbox,
} from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testSandbox } from '../../testing/test-sandbox.ts'
import { createLazySandbox } from '../sandbox/lazy-sandbox.ts'
import { parsePackageIndex } from './package-index.ts'
import { missingInstallerRequirement } from './testing/installer-requirements.ts'
import { wheelOf } from './testing/package-archives.ts'
import { type PythonTestIndex, startPythonIndex } from './testing/package-indexes.ts'
import { testLayers } from './testing/test-layers.ts'

const sandbox = await openSandbox({ concurrency: 2 })
const lacking = await missingInstallerRequirement(sandbox)
const token = 'a-token-of-these-tests'
const settings = { backend: 'auto', concurrency: undefined, timeoutSeconds: 60 } as const

describe.skipIf(lacking !== null)(
  'packages of scripts, by bubblewrap and real pip, for an executor',
  () => {
    let folder = ''
    let index: PythonTestIndex
    const executors: ExecutorServer[] = []

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'layers-elsewhere-'))
      await chmod(folder, 0o755)
      await mkdir(join(folder, 'layers'))
      index = await startPythonIndex()
      const { file, bytes } = wheelOf({ name: 'greet', files: { 'greet.py': 'word = "hello"\n' } })
      index.add('greet', file, bytes)
    })
    afterAll(async () => {
      for (const executor of executors) await executor.close(0)
      await sandbox.close(0)
      await index?.stop()
      await rm(folder, { recursive: true, force: true })
    })

    /** Runs a script on a remote executor that allows these folders, with packages installed here. */
    async function run(layerFolders: readonly string[]) {
      const borrowed: Sandbox = {
        execute: sandbox.execute.bind(sandbox),
        health: sandbox.health.bind(sandbox),
        close: async () => undefined,
      }
      const executor = createExecutorServer({ sandbox: borrowed, token, layerFolders })
      executors.push(executor)
      const port = await executor.listen(0, '127.0.0.1')
      const executorUrl = `http://127.0.0.1:${port}`
      const remote = createLazySandbox({ ...settings, executorUrl, executorToken: token })
      const here = testSandbox(borrowed)
      const at = {
        python: parsePackageIndex(index.url) ?? undefined,
        folder: join(folder, 'layers'),
      }
      const layers = testLayers(remote, at, { installing: here })
      const prepared = await layers.prepare({
        queueKey: 'ten_a/usr_a',
        needs: readScriptDependencies(
          (path) => (path === 'requirements.txt' ? 'greet' : undefined),
          'python',
        ),
        signal: new AbortController().signal,
        approved: async () => new Set<string>(),
        onInstalling: () => undefined,
      })
      const script = Buffer.from('import greet\nprint(greet.word)')
      const job = {
        ...({ runtime: 'python', entry: 'main.py', args: [], workspace: [] } as const),
        files: [{ path: 'main.py', bytes: script, executable: false }],
        ...{ env: prepared.env, layers: prepared.layers, limits: defaultLimits, queueKey: 'test' },
      }
      return remote.execute({ ...job, stdin: new Uint8Array() }, {}).finally(async () => {
        prepared.release()
        await layers.close()
      })
    }

    it('C10: are installed here and mounted there, from a shared folder', {
      timeout: 120_000,
    }, async () => {
      const { stdout, status } = await run([join(folder, 'layers')])
      expect([Buffer.from(stdout).toString(), status]).toEqual(['hello\n', 'ok'])
    })

    it('C10: are refused by an executor that does not allow the folder', {
      timeout: 120_000,
    }, async () => {
      await expect(run([])).rejects.toMatchObject({
        problem: { code: 'sandbox.bad-request', message: expect.stringContaining('--layers') },
      })
    })
  },
)

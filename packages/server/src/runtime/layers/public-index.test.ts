import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProblemError } from '@repertoire/core/base'
import { readScriptDependencies } from '@repertoire/core/domain'
import { defaultLimits, openSandbox } from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { testSandbox } from '../../testing/test-sandbox.ts'
import type { LayerService } from './layer-service.ts'
import { parsePackageIndex } from './package-index.ts'
import { missingInstallerRequirement } from './testing/installer-requirements.ts'
import { testLayers } from './testing/test-layers.ts'

const sandbox = await openSandbox({ concurrency: 1 })
const lacking = await missingInstallerRequirement(sandbox)
const { signal } = new AbortController()

const cases = [
  {
    ...({ runtime: 'python', entry: 'main.py', file: 'requirements.txt' } as const),
    ...{ text: 'six==1.16.0', script: 'import six\nprint(six.__version__)', printed: '1.16.0\n' },
  },
  {
    ...({ runtime: 'node', entry: 'main.cjs', file: 'package.json' } as const),
    ...{ text: '{"dependencies":{"is-number":"7.0.0"}}', printed: 'true\n' },
    script: 'console.log(require("is-number")(5))',
  },
]

describe.skipIf(lacking !== null)(
  'packages of scripts, with bubblewrap and the public indexes',
  () => {
    let folder = ''
    let layers: LayerService

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'layers-public-'))
      await chmod(folder, 0o755)
      const index = parsePackageIndex('public') ?? undefined
      // A machine may reach the Internet only through a proxy, which its operator would allow.
      const outboundAllow = ['0.0.0.0/0', '::/0']
      layers = testLayers(
        testSandbox(sandbox),
        { python: index, node: index, folder },
        { outboundAllow },
      )
    })
    afterAll(async () => {
      await layers?.close()
      await sandbox.close(0)
      await rm(folder, { recursive: true, force: true })
    })

    for (const { runtime, entry, file, text, script, printed } of cases) {
      const name = `C10: a script has what ${file} asks for, from the index its installer knows`
      it(name, { timeout: 120_000 }, async ({ expect, skip }) => {
        const needs = readScriptDependencies((path) => (path === file ? text : undefined), runtime)
        const request = {
          queueKey: 'ten_a/usr_a',
          needs,
          signal,
          approved: async () => new Set<string>(),
          onInstalling: () => undefined,
        }
        const prepared = await layers.prepare(request).catch((error: unknown) => {
          if (isProblemError(error) && error.problem.code === 'layer.offline') return null
          throw error
        })
        if (prepared === null) return skip('the public package index cannot be reached')
        const { stdout } = await sandbox.execute({
          ...{ runtime, entry, args: [], stdin: new Uint8Array(), workspace: [] },
          files: [{ path: entry, bytes: Buffer.from(script), executable: false }],
          ...{
            env: prepared.env,
            layers: prepared.layers,
            limits: defaultLimits,
            queueKey: 'test',
          },
        })
        prepared.release()
        expect(Buffer.from(stdout).toString()).toBe(printed)
      })
    }
  },
)

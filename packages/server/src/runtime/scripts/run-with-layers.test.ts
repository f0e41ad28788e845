import type { ScriptRequest } from '@repertoire/core/ports'
import { defaultLimits, type ExecutionRequest, type ExecutionResult } from '@repertoire/sandbox'
import { describe, expect, it } from 'vitest'
import type { LayerService } from '../layers/layer-service.ts'
import { runWithLayers } from './run-with-layers.ts'

const job: ExecutionRequest = {
  ...({ runtime: 'python', entry: 'main.py', args: [], workspace: [], layers: [] } as const),
  stdin: new Uint8Array(),
  files: [
    { path: 'requirements.txt', bytes: Buffer.from('greet'), executable: false },
    { path: 'sub/package.json', bytes: Buffer.from('{'), executable: false },
  ],
  env: { TOKEN: 'secret', PYTHONPATH: '/skill/elsewhere' },
  limits: defaultLimits,
  queueKey: 'ten_a',
}
const done = { status: 'ok', exitCode: 0 } as ExecutionResult

function requestOf(change: Partial<ScriptRequest> = {}): ScriptRequest {
  const { signal } = new AbortController()
  const skill = { skillId: 'skl_1', slug: 'needy', digest: 'sha256:1' }
  const principal = { tenantId: 'ten_a', userId: 'usr_1' }
  return { skill, principal, runtime: 'python', signal, ...change } as ScriptRequest
}

/** A layer service that has every package and counts the layers in use. */
function layersInUse() {
  const use = { count: 0 }
  const layers: LayerService = {
    prepare: async () => {
      use.count += 1
      return {
        layers: [{ hostPath: '/layer', at: '/layers/python' }],
        env: { PYTHONPATH: '/layers/python' },
        release: () => {
          use.count -= 1
        },
      }
    },
    unapproved: async () => [],
    report: async () => [],
    close: async () => undefined,
  }
  return { layers, use }
}

const onInstalling = () => undefined
const approved = async () => new Set<string>()

describe('a script and its packages', () => {
  it('C10: hold their layers as long as the script runs, however it ends', async () => {
    const { layers, use } = layersInUse()
    const request = requestOf()
    const ran: ExecutionRequest[] = []
    await runWithLayers(layers, { request, job, onInstalling, approved }, async (ready) => {
      ran.push(ready)
      expect(use.count).toBe(1)
      return done
    })
    expect(ran).toMatchObject([
      {
        layers: [{ hostPath: '/layer', at: '/layers/python' }],
        env: { TOKEN: 'secret', PYTHONPATH: '/layers/python' },
      },
    ])
    expect(use.count).toBe(0)
    const failing = runWithLayers(layers, { request, job, onInstalling, approved }, async () => {
      throw new Error('lost')
    })
    await expect(failing).rejects.toThrow('lost')
    expect(use.count).toBe(0)
  })

  it('C10: a command, and a script without requirements, get none', async () => {
    const { layers } = layersInUse()
    const plain = { ...job, files: [] }
    for (const one of [
      { request: requestOf({ skill: null }), job },
      { request: requestOf(), job: plain },
    ]) {
      await runWithLayers(layers, { ...one, onInstalling, approved }, async (ready) => {
        expect(ready.layers).toEqual([])
        return done
      })
    }
  })

  it('C10: a script cancelled during the installation is reported as cancelled, and does not run', async () => {
    const abort = new AbortController()
    const { layers } = layersInUse()
    const slow: LayerService = {
      ...layers,
      prepare: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    }
    const request = requestOf({ signal: abort.signal })
    const result = runWithLayers(slow, { request, job, onInstalling, approved }, async () => {
      throw new Error('it ran')
    })
    abort.abort()
    expect(await result).toMatchObject({ status: 'cancelled', exitCode: null })
  })
})

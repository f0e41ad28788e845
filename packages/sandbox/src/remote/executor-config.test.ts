import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadExecutorConfig } from './executor-config.ts'

const token = 'a-token-of-these-tests'

describe('the settings of the executor', () => {
  it('default to this machine only', () => {
    expect(loadExecutorConfig([], {})).toEqual({
      ...{ port: 4100, host: '127.0.0.1', token: undefined, backend: undefined },
      ...{ concurrency: undefined, queueLimit: undefined, container: undefined, layerFolders: [] },
    })
  })

  it('prefer flags over environment; an empty variable counts as unset', () => {
    const env = { SANDBOX_EXECUTOR_PORT: '1', SANDBOX_CONCURRENCY: '3', SANDBOX_BACKEND: '' }
    const flags = ['--port', '2', '--layers', '/a', '--layers', '/b']
    expect(loadExecutorConfig(flags, { ...env, SANDBOX_LAYERS: '/c:/d' })).toMatchObject({
      ...{ port: 2, concurrency: 3, backend: undefined, layerFolders: ['/a', '/b', '/c', '/d'] },
    })
  })

  it.each(['0.0.0.0', '::', '10.0.0.5', 'executor', '127.0.0.1.example'])(
    'require a token on addresses other machines can reach: %s',
    (host) => {
      expect(() => loadExecutorConfig(['--host', host], {})).toThrow('SANDBOX_EXECUTOR_TOKEN')
      const env = { SANDBOX_EXECUTOR_TOKEN: token }
      expect(loadExecutorConfig(['--host', host], env)).toMatchObject({ host, token })
    },
  )

  it.each(['127.0.0.1', '127.9.9.9', 'localhost', '::1'])('need no token on %s', (host) => {
    expect(loadExecutorConfig(['--host', host], {})).toMatchObject({ token: undefined })
  })

  it('take the token from a file, without the trailing newline', () => {
    const folder = mkdtempSync(join(tmpdir(), 'executor-token-'))
    try {
      const file = join(folder, 'token')
      writeFileSync(file, `${token}\n`)
      expect(loadExecutorConfig(['--token-file', file], {})).toMatchObject({ token })
      writeFileSync(file, 'short\n')
      expect(() => loadExecutorConfig(['--token-file', file], {})).toThrow('16 or more')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('set an image for each runtime, or one for all', () => {
    const env = { SANDBOX_CONTAINER_IMAGE: 'all:1', SANDBOX_CONTAINER_IMAGE_NODE: 'node:24' }
    const more = { SANDBOX_CONTAINER_RUNTIME: 'runsc', SANDBOX_CONTAINER_ARGS: ' --cpus  2 ' }
    expect(loadExecutorConfig(['--backend', 'container'], { ...env, ...more })).toMatchObject({
      backend: 'container',
      container: {
        ...{ command: 'podman', runtime: 'runsc', extraArgs: ['--cpus', '2'] },
        image: { python: 'all:1', node: 'node:24', shell: 'all:1' },
      },
    })
    const flag = { SANDBOX_CONTAINER_IMAGE: '--privileged' }
    expect(() => loadExecutorConfig([], flag)).toThrow('SANDBOX_CONTAINER_IMAGE')
  })

  it.each([['--backend', 'none'], ['--port', '70000'], ['--concurrency', '0'], ['--nonsense']])(
    'report invalid values: %s %s',
    (...flags) => {
      expect(() => loadExecutorConfig(flags, {})).toThrow(/SANDBOX_\w+: |--nonsense/)
    },
  )
})

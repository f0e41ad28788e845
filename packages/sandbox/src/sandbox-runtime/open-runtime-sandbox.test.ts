import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import { openSandbox, usesSandboxRuntime } from '../open-sandbox.ts'
import { missingTools } from './find-interpreters.ts'
import { noSandboxRuntime } from './no-sandbox-runtime.ts'

const here = it.skipIf(noSandboxRuntime)
const asRoot = !noSandboxRuntime && process.getuid?.() === 0 ? it : (): void => undefined

describe('sandbox-runtime', () => {
  it('is the default on macOS, and elsewhere only by name', () => {
    expect(usesSandboxRuntime(undefined, 'darwin')).toBe(true)
    expect(usesSandboxRuntime(undefined, 'linux')).toBe(false)
    expect(usesSandboxRuntime('sandbox-runtime', 'linux')).toBe(true)
    for (const other of ['bubblewrap', 'container'] as const)
      expect(usesSandboxRuntime(other, 'darwin')).toBe(false)
  })

  it('names the required tools on macOS', () => {
    const there = process.platform === 'darwin' ? undefined : 'sandbox-exec'
    expect(missingTools('darwin')?.split(' ')[0]).toBe(there)
  })

  here('works in a folder with a path longer than that of a socket may be', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'long-'))
    const folder = join(parent, "it's a folder ".repeat(9))
    await mkdir(folder)
    for (const path of [parent, folder]) await chmod(path, 0o755)
    const sandbox = await openSandbox({ backend: 'sandbox-runtime', folder })
    expect(await sandbox.health()).toMatchObject({ available: true })
    expect(await runScript(sandbox, 'python', 'print(1)')).toMatchObject({ stdout: '1\n' })
    await sandbox.close()
    await rm(parent, { recursive: true })
  })

  asRoot('never runs as root', async () => {
    const account = { uid: 0, gid: 0 }
    const sandbox = await openSandbox({ backend: 'sandbox-runtime', account })
    await expect(runScript(sandbox, 'shell', 'id')).rejects.toThrow(/never run as root/)
  })
})

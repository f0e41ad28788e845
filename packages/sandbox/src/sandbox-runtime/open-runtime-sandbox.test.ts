import { describe, expect, it } from 'vitest'
import { runScript } from '../contract/run-script.ts'
import { openSandbox, usesSandboxRuntime } from '../open-sandbox.ts'
import { missingTools } from './find-interpreters.ts'
import { noSandboxRuntime } from './no-sandbox-runtime.ts'

const asRoot = !noSandboxRuntime && process.getuid?.() === 0 ? it : (): void => undefined

describe('sandbox-runtime', () => {
  it('is what isolates on macOS, and elsewhere only by name', () => {
    expect(usesSandboxRuntime(undefined, 'darwin')).toBe(true)
    expect(usesSandboxRuntime(undefined, 'linux')).toBe(false)
    expect(usesSandboxRuntime('sandbox-runtime', 'linux')).toBe(true)
    for (const other of ['bubblewrap', 'container'] as const)
      expect(usesSandboxRuntime(other, 'darwin')).toBe(false)
  })

  it('names what has to be there on macOS', () => {
    const there = process.platform === 'darwin' ? undefined : 'sandbox-exec'
    expect(missingTools('darwin')?.split(' ')[0]).toBe(there)
  })

  asRoot('never runs as root', async () => {
    const account = { uid: 0, gid: 0 }
    const sandbox = await openSandbox({ backend: 'sandbox-runtime', account })
    await expect(runScript(sandbox, 'shell', 'id')).rejects.toThrow(/never run as root/)
  })
})

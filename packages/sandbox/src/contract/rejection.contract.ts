import { describe, expect, it } from 'vitest'
import type { ExecutionRequest, Sandbox, SandboxFile } from '../execution/execution.ts'
import { fileOf, requestOf } from './run-script.ts'

const good = requestOf('shell', 'echo ran')
const withFiles = (...files: SandboxFile[]): ExecutionRequest => ({
  ...good,
  files: [...good.files, ...files],
})
const withWorkspace = (...paths: string[]): ExecutionRequest => ({
  ...good,
  workspace: paths.map((path) => fileOf(path, 'x')),
})

const bad: Record<string, ExecutionRequest> = {
  'a script that is not among the files': { ...good, entry: 'other.sh' },
  'an empty script name': { ...good, entry: '' },
  'an unknown runtime': { ...good, runtime: 'perl' as 'shell' },
  'a path with ..': withFiles(fileOf('a/../../etc/cron.d/x', 'x')),
  'a path with .': withWorkspace('./x'),
  'an absolute path': withFiles(fileOf('/etc/passwd', 'x')),
  'an empty path': withWorkspace(''),
  'an empty name in a path': withWorkspace('a//b'),
  'a path with NUL': withFiles(fileOf('a\0b', 'x')),
  'a name that is too long': withWorkspace('x'.repeat(256)),
  'a lone surrogate in a path': withWorkspace('\ud800'),
  'the same path twice': withWorkspace('a', 'b', 'a'),
  'a file below a file': withWorkspace('a', 'a/b'),
  'a file below a file, in reverse order': withFiles(fileOf('a/b', 'x'), fileOf('a', 'x')),
  'an argument with NUL': { ...good, args: ['a\0b'] },
  'a variable with NUL': { ...good, env: { A: 'a\0b' } },
  'an invalid variable name': { ...good, env: { 'A=B; id': 'x' } },
  'too many argument bytes': { ...good, args: ['x'.repeat(600_000)] },
  'a limit of zero': { ...good, limits: { ...good.limits, wallMs: 0 } },
  'a limit that is not a number': { ...good, limits: { ...good.limits, memoryBytes: Number.NaN } },
  'a layer over the system': { ...good, layers: [{ hostPath: '/tmp', at: '/usr/lib' }] },
  'a layer with ..': { ...good, layers: [{ hostPath: '/tmp', at: '/layers/../etc' }] },
}

/** Invalid requests are rejected before anything is started, with a message. */
export function rejectionContract(opened: () => Sandbox): void {
  describe('rejects', () => {
    it.each(Object.entries(bad))('%s', async (_, request) => {
      await expect(opened().execute(request)).rejects.toMatchObject({
        name: 'SandboxRejection',
        code: 'sandbox.bad-request',
        message: expect.stringMatching(/\w.*\.$/s),
      })
    })
  })
}

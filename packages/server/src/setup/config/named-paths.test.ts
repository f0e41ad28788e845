import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { checkNamedPaths } from './named-paths.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'repertoire-named-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function check(env: Record<string, string>): Promise<void> {
  const config = loadConfig({ argv: ['--data', folder], env, cwd: folder })
  await checkNamedPaths(config?.namedPaths ?? [])
}

describe('a file or folder that a setting names', () => {
  it.each(['REPERTOIRE_SIGN_ON', 'REPERTOIRE_CONNECTORS', 'REPERTOIRE_INTEGRATIONS_DIR'])(
    '%s has to exist',
    async (name) => {
      await expect(check({ [name]: 'absent' })).rejects.toMatchObject({
        problem: {
          code: 'config.invalid',
          message: `Settings that cannot be used: ${name}: ${join(folder, 'absent')} does not exist`,
        },
      })
    },
  )

  it('is a file or a folder as it should be, and all mistakes are named at once', async () => {
    writeFileSync(join(folder, 'file'), '')
    const env = { REPERTOIRE_SIGN_ON: folder, REPERTOIRE_INTEGRATIONS_DIR: 'file' }
    await expect(check(env)).rejects.toThrow(/SIGN_ON: .* is no file; .*DIR: .* is no folder$/)
  })

  it('may be absent where it is the default', async () => {
    await expect(check({})).resolves.toBeUndefined()
    writeFileSync(join(folder, 'sign-on.yaml'), '')
    mkdirSync(join(folder, 'integrations'))
    const env = { REPERTOIRE_SIGN_ON: 'sign-on.yaml', REPERTOIRE_INTEGRATIONS_DIR: 'integrations' }
    await expect(check(env)).resolves.toBeUndefined()
  })
})

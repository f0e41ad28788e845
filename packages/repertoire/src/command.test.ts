import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

describe('the command `repertoire`', () => {
  let home: string
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'repertoire-command-'))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  async function run(args: readonly string[], env: Record<string, string> = {}) {
    const main = join(import.meta.dirname, 'main.ts')
    const options = {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home, LOCALAPPDATA: home, ...env },
    }
    return promisify(execFile)(
      process.execPath,
      ['--conditions=repertoire-source', main, ...args],
      options,
    )
  }

  it.each(['--version', '-V'])('%s prints the version that is installed', async (flag) => {
    const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')
    expect((await run([flag])).stdout).toBe(`repertoire ${JSON.parse(manifest).version}\n`)
  })

  it('alone starts the server', async () => {
    await expect(run([], { PORT: 'no number' })).rejects.toThrow('PORT')
  })

  it('looks for its server in the data folder of the account', async () => {
    await expect(run(['search', 'x'])).rejects.toThrow('repertoire has no local.json')
  })

  it('prefers a .data folder that is already here, and the folder that is set', async () => {
    mkdirSync(join(home, '.data'))
    await expect(run(['search', 'x'])).rejects.toThrow('.data has no local.json')
    const env = { REPERTOIRE_DATA_DIR: join(home, 'set') }
    await expect(run(['search', 'x'], env)).rejects.toThrow('set has no local.json')
  })
})

import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { encryptionKeyFile, loadEncryptionKey } from './encryption-key.ts'

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'repertoire-key-'))
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const load = (change: { given?: string; shared?: boolean; hasSecrets?: boolean } = {}) =>
  loadEncryptionKey({
    ...{ dataDir, given: undefined, shared: false, ...change },
    hasSecrets: async () => change.hasSecrets ?? false,
  })
const hex = (key: Uint8Array) => Buffer.from(key).toString('hex')

describe('C9: the encryption key', () => {
  it('is generated once, readable by the server’s account alone, and kept', async () => {
    const key = await load()
    expect(key).toHaveLength(32)
    const file = join(dataDir, encryptionKeyFile)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await chmod(file, 0o644)
    expect(hex(await load())).toBe(hex(key))
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is the same for processes that start at once', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => load()))
    expect(new Set(keys.map(hex)).size).toBe(1)
    expect(await readdir(dataDir)).toEqual([encryptionKeyFile])
  })

  it('is the operator’s when given, and nothing is written then', async () => {
    const given = 'ab'.repeat(32)
    expect(hex(await load({ given, shared: true }))).toBe(given)
    await expect(stat(join(dataDir, encryptionKeyFile))).rejects.toThrow('ENOENT')
  })

  it('must be given where processes share a database', async () => {
    await expect(load({ shared: true })).rejects.toMatchObject({
      problem: {
        code: 'secret.key-missing',
        hint: expect.stringContaining('REPERTOIRE_SECRET_KEY'),
      },
    })
  })

  it('is not made anew while there are secrets of a lost one, and read when it is back', async () => {
    const lost = load({ hasSecrets: true })
    await expect(lost).rejects.toMatchObject({ problem: { code: 'secret.key-missing' } })
    expect(await readdir(dataDir)).toEqual([])
    await writeFile(join(dataDir, encryptionKeyFile), 'cd'.repeat(32))
    expect(hex(await load({ hasSecrets: true }))).toBe('cd'.repeat(32))
  })

  it('is never replaced when it cannot be read', async () => {
    const file = join(dataDir, encryptionKeyFile)
    await writeFile(file, 'half a k')
    await expect(load()).rejects.toMatchObject({ problem: { code: 'secret.key-unusable' } })
    expect(await readFile(file, 'utf8')).toBe('half a k')
  })
})

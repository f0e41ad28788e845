import { ProblemError } from '@repertoire/core/base'
import { describe, expect, it } from 'vitest'
import { createProviderKeys } from '../runtime/models/provider-keys.ts'
import { createTestServer } from '../testing/test-server.ts'
import {
  warnOfFolders,
  warnOfOtherEncryptionKey,
  warnOfUnusedBootstrapKey,
} from './start-warning.ts'

it('a start says which folder cannot be written', async () => {
  const problem = new ProblemError({
    ...{ code: 'store.folder-unusable', kind: 'unavailable', message: 'It cannot be written.' },
    details: { folder: '/srv/blobs', reason: 'EACCES' },
  })
  const logged: unknown[] = []
  const logger = { warn: (...line: unknown[]) => void logged.push(line) }
  const check = async () => {
    throw problem
  }
  await warnOfFolders({ folders: { check }, logger })
  const reported = { code: 'store.folder-unusable', folder: '/srv/blobs', reason: 'EACCES' }
  expect(logged).toEqual([[reported, 'It cannot be written.']])
  await warnOfFolders({ folders: { check: async () => undefined }, logger })
  expect(logged).toHaveLength(1)
})

describe('a start warns once, without the key', () => {
  it('of a bootstrap key that is not the owner’s', async () => {
    const { app, ownerKey, logged } = await createTestServer()
    await warnOfUnusedBootstrapKey(app, undefined)
    await warnOfUnusedBootstrapKey(app, ownerKey)
    expect(logged()).toBe('')
    const other = 'rep_other_0123456789abcdef0123456789abcdef'
    await warnOfUnusedBootstrapKey(app, other)
    expect(logged().split('\n').filter(Boolean)).toHaveLength(1)
    expect(logged()).toContain('REPERTOIRE_BOOTSTRAP_KEY has no effect')
    expect(logged()).not.toContain(other)
  })

  it('of an encryption key that does not open the stored secrets', async () => {
    const { app, tenantId, logged } = await createTestServer()
    const mine = async () => new Uint8Array(32).fill(1)
    const encrypted = await createProviderKeys(mine).encrypt(tenantId, 'sk-hidden')
    const list = async () => [{ key: { encrypted } }]
    const tenant = (id: typeof tenantId) => ({ ...app.store.tenant(id), modelProviders: { list } })
    const ports = { ...app, store: { ...app.store, tenant } as unknown as typeof app.store }
    await warnOfOtherEncryptionKey(ports, mine)
    expect(logged()).toBe('')
    await warnOfOtherEncryptionKey(ports, async () => new Uint8Array(32).fill(2))
    expect(logged()).toContain('encrypted with another key')
    expect(logged()).not.toContain('sk-hidden')
  })
})

import type { TenantId } from '@repertoire/core/base'
import type { Store } from '@repertoire/core/ports'
import { describe, expect, it } from 'vitest'
import { createSourceTokens } from '../ingestion/sources/source-tokens.ts'
import { createDigestSecrets } from '../runtime/inbox-notification/digest-secrets.ts'
import { createProviderKeys } from '../runtime/models/provider-keys.ts'
import { createTriggerSecrets } from '../runtime/triggers/trigger-secrets.ts'
import { createTestServer } from '../testing/test-server.ts'
import { hasStoredSecrets, tryEncryptionKey } from './stored-secrets.ts'

const key = (byte: number) => async () => new Uint8Array(32).fill(byte)
const missing = async (): Promise<Uint8Array> => {
  throw new Error('no key')
}

/** A store in which only this is encrypted. */
async function storeWith(
  change: (tenantId: TenantId) => Promise<Record<string, object>>,
): Promise<Store> {
  const { store, tenantId } = await createTestServer()
  const changed = await change(tenantId)
  return {
    ...store,
    tenant: (id) => ({ ...store.tenant(id), ...changed }),
  }
}

describe('the secrets that are stored', () => {
  it('none: nothing is to be opened, and a key may be made', async () => {
    const { store } = await createTestServer()
    expect(await hasStoredSecrets(store)).toBe(false)
    expect(await tryEncryptionKey(store, missing)).toBe('none')
  })

  it.each<[string, (tenantId: TenantId) => Promise<Record<string, object>>]>([
    [
      'a key of a model provider',
      async (id) => {
        const encrypted = await createProviderKeys(key(1)).encrypt(id, 'sk-1')
        return { modelProviders: { list: async () => [{ key: { encrypted } }] } }
      },
    ],
    [
      'a token of a source',
      async (id) => {
        const encryptedToken = await createSourceTokens(key(1)).encrypt(id, 'tok')
        return { sources: { list: async () => [{ encryptedToken }] } }
      },
    ],
    [
      'a secret of a webhook',
      async (id) => {
        const { encrypted } = await createTriggerSecrets(key(1)).make(id, 'trg_1' as never)
        const list = async () => ({ items: [{ id: 'trg_1' }], nextCursor: null })
        return { triggers: { list, encrypted: async () => encrypted } }
      },
    ],
    [
      'a secret of digests',
      async (id) => {
        const encryptedSecret = await createDigestSecrets(key(1)).encrypt(id, 'whsec_1')
        return { inboxNotification: { get: async () => ({ encryptedSecret }) } }
      },
    ],
  ])('%s: says whether the key is the one it was encrypted with', async (_, change) => {
    const store = await storeWith(change)
    expect(await hasStoredSecrets(store)).toBe(true)
    expect(await tryEncryptionKey(store, key(1))).toBe('fits')
    expect(await tryEncryptionKey(store, key(2))).toBe('differs')
    expect(await tryEncryptionKey(store, missing)).toBe('missing')
  })
})

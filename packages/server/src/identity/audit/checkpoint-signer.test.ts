import { ProblemError } from '@repertoire/core/base'
import { expect, it } from 'vitest'
import { loadEncryptionKey } from '../../platform/secrets/encryption-key.ts'
import {
  createCheckpointSigner,
  loadCheckpointSigner,
  verifySignature,
} from './checkpoint-signer.ts'

const signerOf = (byte: number) => createCheckpointSigner(new Uint8Array(32).fill(byte))

it('every server with one secret key signs alike, and no other key verifies it', () => {
  const [one, same, other] = [signerOf(1), signerOf(1), signerOf(2)]
  const signature = one.sign('removed 4')
  expect(same.sign('removed 4')).toBe(signature)
  const signed = { text: 'removed 4', signature }
  expect(verifySignature(signed, same.publicKey)).toBe(true)
  expect(verifySignature(signed, other.publicKey)).toBe(false)
  expect(verifySignature({ ...signed, text: 'removed 5' }, one.publicKey)).toBe(false)
  for (const text of ['', '!', 'AA']) {
    expect(verifySignature({ ...signed, signature: text }, one.publicKey)).toBe(false)
    expect(verifySignature(signed, text)).toBe(false)
  }
})

it('is absent without a secret key on a shared database, and a broken key is an error', async () => {
  const missing = () =>
    loadEncryptionKey({
      dataDir: '/nowhere',
      given: undefined,
      shared: true,
      hasSecrets: async () => false,
    })
  expect(await loadCheckpointSigner(missing)()).toBeNull()
  const broken = new ProblemError({
    ...{ code: 'secret.key-unusable', kind: 'unavailable', message: 'x' },
  })
  const load = loadCheckpointSigner(() => Promise.reject(broken))
  await expect(load()).rejects.toBe(broken)
})

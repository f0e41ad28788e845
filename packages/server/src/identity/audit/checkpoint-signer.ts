import { createPrivateKey, createPublicKey, hkdfSync, sign, verify } from 'node:crypto'
import { ProblemError } from '@repertoire/core/base'
import type { CheckpointSigner, VerifySignature } from '@repertoire/core/domain'

/** What an Ed25519 private key in PKCS#8 has before its 32 bytes. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Loads the signer of checkpoints; null where the server has no secret key. */
export type LoadCheckpointSigner = () => Promise<CheckpointSigner | null>

export function loadCheckpointSigner(loadKey: () => Promise<Uint8Array>): LoadCheckpointSigner {
  return async () => {
    try {
      return createCheckpointSigner(await loadKey())
    } catch (error) {
      if (error instanceof ProblemError && error.problem.code === 'secret.key-missing') return null
      throw error
    }
  }
}

/** Signs with a key that is derived from the server's secret key, which the database does not have. */
export function createCheckpointSigner(secretKey: Uint8Array): CheckpointSigner {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, '', 'repertoire audit checkpoint', 32))
  const der = Buffer.concat([pkcs8Prefix, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return {
    publicKey: publicKey.toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
  }
}

export const verifySignature: VerifySignature = ({ text, signature }, publicKey) => {
  try {
    const spki = Buffer.from(publicKey, 'base64url')
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

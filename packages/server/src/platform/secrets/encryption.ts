import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Authenticated encryption of values, each bound to its context. */
export interface Encryptor {
  /** `context` says what the value belongs to. A value moved to another context cannot be decrypted. */
  encrypt(value: string, context: readonly string[]): string
  /** Throws when the key, the context or the text differs. */
  decrypt(encrypted: string, context: readonly string[]): string
}

/** AES-256-GCM with a key of 32 bytes. */
export function createEncryptor(key: Uint8Array): Encryptor {
  return {
    encrypt: (value, context) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(JSON.stringify(context)))
      const ciphertext = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64')
    },
    decrypt: (encrypted, context) => {
      const bytes = Buffer.from(encrypted, 'base64')
      const nonce = bytes.subarray(0, nonceBytes)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(JSON.stringify(context)))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const ciphertext = bytes.subarray(nonceBytes, -tagBytes)
      return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
    },
  }
}

/** Loads the key when it is first needed: a server without secrets works without one. */
export function lazyEncryptor(loadKey: () => Promise<Uint8Array>): () => Promise<Encryptor> {
  let encryptor: Encryptor | undefined
  return async () => {
    encryptor ??= createEncryptor(await loadKey())
    return encryptor
  }
}

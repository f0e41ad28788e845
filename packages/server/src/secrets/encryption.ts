import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Closes values so that only who has the key opens them, and only as what they were closed. */
export interface Sealer {
  /** `of` names the place the value belongs to; sealed text moved to another place does not open. */
  seal(value: string, of: readonly string[]): string
  /** Throws when the key, the place or the text is another. */
  open(sealed: string, of: readonly string[]): string
}

/** AES-256-GCM under a key of 32 bytes. */
export function createSealer(key: Uint8Array): Sealer {
  return {
    seal: (value, of) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      cipher.setAAD(Buffer.from(JSON.stringify(of)))
      const closed = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, closed, cipher.getAuthTag()]).toString('base64')
    },
    open: (sealed, of) => {
      const bytes = Buffer.from(sealed, 'base64')
      const nonce = bytes.subarray(0, nonceBytes)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(JSON.stringify(of)))
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      const closed = bytes.subarray(nonceBytes, -tagBytes)
      return Buffer.concat([decipher.update(closed), decipher.final()]).toString('utf8')
    },
  }
}

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEncryptor } from './encryption.ts'

describe('C9: encrypted secrets', () => {
  const encryptor = createEncryptor(randomBytes(32))
  const context = ['ten_1', 'skl_1', 'TOKEN']

  it('decrypt to their value, and reveal nothing of it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 6, unit: 'grapheme' }), (value) => {
        const encrypted = encryptor.encrypt(value, context)
        expect(encryptor.decrypt(encrypted, context)).toBe(value)
        expect(encrypted).not.toContain(value)
        expect(encryptor.encrypt(value, context)).not.toBe(encrypted)
      }),
    )
  })

  it('do not decrypt in another context, with another key, or with one bit changed', () => {
    const encrypted = encryptor.encrypt('hunter2-hunter2', context)
    expect(() => encryptor.decrypt(encrypted, ['ten_1', 'skl_2', 'TOKEN'])).toThrow()
    expect(() => createEncryptor(randomBytes(32)).decrypt(encrypted, context)).toThrow()
    const bytes = Buffer.from(encrypted, 'base64')
    bytes[14] = (bytes[14] ?? 0) ^ 1
    expect(() => encryptor.decrypt(bytes.toString('base64'), context)).toThrow()
    expect(() => encryptor.decrypt('', context)).toThrow()
  })
})

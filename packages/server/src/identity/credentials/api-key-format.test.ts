import { describe, expect, it } from 'vitest'
import { newApiKey, publicIdOf } from './api-key-format.ts'
import { newSecret } from './secret.ts'

describe('an API key', () => {
  it('names itself by a public id that is no part of its secret', () => {
    for (let round = 0; round < 100; round += 1) {
      const { text, publicId } = newApiKey(newSecret)
      expect(publicIdOf(text)).toBe(publicId)
      const secret = text.slice(publicId.length + 1)
      expect(secret).toHaveLength(43)
      expect(secret).not.toContain(publicId.slice('rep_'.length))
    }
  })

  it('of another form has no public id, since all of it may be secret', () => {
    for (const key of ['Passw0rd!', 'rep_0123456789abcdef', `rep_${newSecret()}`, '']) {
      expect(publicIdOf(key)).toBeNull()
    }
  })
})

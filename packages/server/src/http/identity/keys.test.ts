import { describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'

interface Key {
  readonly id: string
  readonly name: string
  readonly public_id: string
  readonly prefix: string
}

describe('API keys over REST', () => {
  it('no answer has a part of a secret, of a made key or of the operator’s own', async () => {
    const server = await createTestServer()
    const made = await server.call<Key & { key: string }>('/api/v1/keys', {
      method: 'POST',
      body: { name: 'laptop' },
    })
    const { key, public_id } = made.body
    expect(key.startsWith(`${public_id}_`)).toBe(true)
    const listed = JSON.stringify((await server.call('/api/v1/keys')).body)
    expect(listed).toContain(public_id)
    for (const secret of [key.slice(public_id.length + 1), server.ownerKey.slice(-43)]) {
      for (let at = 0; at + 6 <= secret.length; at += 1) {
        expect(listed).not.toContain(secret.slice(at, at + 6))
      }
    }
  })

  it('wrong keys are slowed, and a right one is not', async () => {
    const server = await createTestServer()
    for (let time = 0; time < 30; time += 1) {
      const { status } = await server.call('/api/v1/me', { key: `rep_wrong_${time}` })
      expect(status).toBe(401)
    }
    expect((await server.call('/api/v1/me')).status).toBe(200)
  })
})

import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'

const aSkill = (at: number) => ({
  content: `---\nname: skill-${at}\ndescription: Number ${at}.\n---\nDo it.\n`,
})

describe('answers of the API', () => {
  it('long ones are compressed for clients that take it, short ones and those with an ETag are not', async () => {
    const server = await createTestServer()
    for (let at = 0; at < 10; at += 1) {
      await server.call('/api/v1/skills', { method: 'POST', body: aSkill(at) })
    }
    const ask = (path: string, accepted: string) =>
      server.request(path, { headers: { 'accept-encoding': accepted } })
    const plain = await ask('/api/v1/skills', 'identity')
    const small = await ask('/api/v1/skills', 'deflate, gzip;q=0.5')
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(small.headers.get('content-encoding')).toBe('gzip')
    expect([plain, small].map(({ headers }) => headers.get('vary'))).toEqual(
      Array(2).fill('accept-encoding'),
    )
    const [bytes, packed] = [Buffer.from(await plain.arrayBuffer()), await small.arrayBuffer()]
    expect(gunzipSync(Buffer.from(packed))).toEqual(bytes)
    expect(packed.byteLength).toBeLessThan(bytes.length / 2)
    const me = await ask('/api/v1/me', 'gzip')
    expect(me.headers.get('content-encoding')).toBeNull()
    const { items } = JSON.parse(bytes.toString()) as { items: readonly { id: string }[] }
    const one = await ask(`/api/v1/skills/${items[0]?.id}`, 'gzip')
    expect(one.headers.get('etag')).not.toBeNull()
    expect(one.headers.get('content-encoding')).toBeNull()
  })
})

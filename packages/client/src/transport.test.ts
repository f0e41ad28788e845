import { describe, expect, it } from 'vitest'
import { RepertoireClient } from './repertoire-client.ts'

describe('the address of a server', () => {
  it.each(['127.0.0.1:4777', 'localhost:4777', '', 'ftp://x', undefined])(
    'is refused with a code when it is %j',
    (baseUrl) => {
      const make = () => new RepertoireClient({ baseUrl: baseUrl as string })
      expect(make).toThrow(expect.objectContaining({ code: 'network.bad-address' }))
    },
  )

  it.each(['http://localhost', 'http://localhost/', 'http://localhost/api/v1/'])(
    'may be %s',
    async (baseUrl) => {
      const asked: string[] = []
      const fetch = async ({ url }: Request) => {
        asked.push(url)
        return Response.json({ items: [], next_cursor: null })
      }
      await new RepertoireClient({ baseUrl, fetch }).skills.list()
      expect(asked).toEqual(['http://localhost/api/v1/skills'])
    },
  )
})

describe('an answer of something before the server', () => {
  it.each([
    [502, /Try again shortly/],
    [404, /Check the address/],
  ])('with status %s says what to do', async (status, hint) => {
    const fetch = async () => new Response('<html>proxy</html>', { status })
    const client = new RepertoireClient({ baseUrl: 'http://localhost', fetch })
    const failure = await client.skills.list().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'network.unreadable-answer' })
    expect(failure).toMatchObject({ hint: expect.stringMatching(hint) })
  })
})

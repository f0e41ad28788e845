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

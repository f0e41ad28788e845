import { expect, it } from 'vitest'
import { RepertoireClient } from './repertoire-client.ts'

/** A client of a server that answers everything, and the requests that it gets. */
function recordedClient() {
  const requests: Request[] = []
  const client = new RepertoireClient({
    baseUrl: 'http://localhost',
    fetch: async (request) => {
      requests.push(request)
      return Response.json({})
    },
  })
  return { client, requests }
}

it('puts every argument of a path in its place, and none of them can add to it', async () => {
  const { client, requests } = recordedClient()
  await client.skills.revision('a/../b?c#d', 3)
  expect(requests[0]?.url).toBe('http://localhost/api/v1/skills/a%2F..%2Fb%3Fc%23d/revisions/3')
  expect(requests[0]?.method).toBe('GET')
})

it('sends what a change says as its body, with the ETag that it is based on', async () => {
  const { client, requests } = recordedClient()
  await client.agents.update('agt_1', { name: 'Ada' }, '"7"')
  await client.agents.update('agt_1', { name: 'Ada' })
  await client.agents.remove('agt_1', '"7"')
  expect(requests.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'DELETE'])
  expect(await requests[0]?.json()).toEqual({ name: 'Ada' })
  expect(requests.map(({ headers }) => headers.get('if-match'))).toEqual(['"7"', null, '"7"'])
})

it('sends a query without the values that are not given, and can be aborted', async () => {
  const { client, requests } = recordedClient()
  const abort = new AbortController()
  await client.skills.list({ q: 'a b', limit: 2, cursor: undefined }, abort.signal)
  abort.abort()
  expect(new URL(requests[0]?.url ?? '').search).toBe('?q=a+b&limit=2')
  expect(requests[0]?.signal.aborted).toBe(true)
})

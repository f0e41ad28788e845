import { ProblemError } from '@repertoire/core/base'
import type { Store } from '@repertoire/core/ports'
import { describe, expect, it } from 'vitest'
import { createTestServer } from '../../testing/test-server.ts'
import { toProblemSummary } from './conversation.ts'
import { withoutLocation } from './problem-without-location.ts'

const place = '/srv/secret-place/repertoire.db'
const codes = ['unavailable', 'full', 'busy', 'read-only', 'disk-failure', 'of-a-later-release']

function problemOf(name: string) {
  const details = { file: place, retry_after_seconds: 7 }
  const code = `store.${name}`
  return { code, kind: 'unavailable', message: `No. (${place})`, hint: place, details } as const
}

describe('where the data of the server is', () => {
  it.each(codes)('store.%s: is told in no answer, with and without a login', async (name) => {
    const away = async () => {
      throw new ProblemError(problemOf(name))
    }
    const store = (real: Store): Store => ({
      ...real,
      ping: away,
      tenant: (id) => {
        const tenant = real.tenant(id)
        return { ...tenant, agents: { ...tenant.agents, list: away } }
      },
    })
    const server = await createTestServer({ store })
    const ready = await server.http.request('/readyz')
    const agents = await server.request('/api/v1/agents')
    for (const answer of [ready, agents]) {
      const text = await answer.text()
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '7'])
      expect(JSON.parse(text)).toMatchObject({ code: `store.${name}`, hint: expect.any(String) })
      expect(text).not.toContain('secret-place')
    }
  })

  it('is not in the stored problem of a turn either', () => {
    expect(JSON.stringify(toProblemSummary(problemOf('full')))).not.toContain('secret-place')
  })

  it('is all that is left out: other problems pass as they are', () => {
    const other = { code: 'skill.stale', kind: 'conflict', message: 'No.', details: { file: 'a' } }
    expect(withoutLocation(other as never)).toBe(other)
  })
})

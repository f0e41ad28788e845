import type { PackageScanner } from '@repertoire/core/ports'
import type {
  PendingRevisionBody,
  PendingRevisionBulkResult,
  PendingRevisionSummary,
  ProblemBody,
} from '@repertoire/protocol'
import { describe, expect, it } from 'vitest'
import { createInProcessScanner } from '../../ingestion/scanning/in-process-scanner.ts'
import { cleanSkill, createSourceServer, type SourceServer } from '../../testing/source-fixtures.ts'

/** The scanner of today, which tomorrow also blocks what says MALWARE. */
function changingScanner(): PackageScanner & { change(): void } {
  const today = createInProcessScanner()
  let isTomorrow = false
  return {
    change: () => {
      isTomorrow = true
    },
    get ruleset() {
      return isTomorrow ? 'tomorrow' : today.ruleset
    },
    scan: async (item) => {
      const judged = await today.scan(item)
      const isMalware = item.files.some(({ bytes }) => Buffer.from(bytes).includes('MALWARE'))
      if (!isTomorrow || !isMalware) return judged
      return { ...judged, scan: { ...judged.scan, ruleset: 'tomorrow', verdict: 'blocked' } }
    },
  }
}

async function waiting(server: SourceServer): Promise<PendingRevisionSummary> {
  const [held] = Object.values(await server.held())
  if (!held) throw new Error('nothing waits')
  return held
}

function approve(server: SourceServer, { id, digest }: PendingRevisionSummary) {
  return server.call<ProblemBody>(`/api/v1/reviews/${id}/approve`, { body: { digest } })
}

async function approveInBulk(server: SourceServer, { id, digest }: PendingRevisionSummary) {
  const body = { decision: 'approve', items: [{ id, digest }] }
  const answer = await server.call<PendingRevisionBulkResult>('/api/v1/reviews/decide', { body })
  return answer.body.results[0]?.problem?.code
}

describe('an arrival is judged by the rules of the day on which it is approved', () => {
  it('rules that came after it block it, alone and in bulk', async () => {
    const scanner = changingScanner()
    const server = await createSourceServer({ scanner })
    await server.synced('one', { 'skills/a': cleanSkill('a', 'MALWARE') })
    const held = await waiting(server)
    expect(held.verdict).toBe('clean')
    scanner.change()
    const { body } = await server.call<PendingRevisionBody>(`/api/v1/reviews/${held.id}`)
    expect(body).toMatchObject({ verdict: 'blocked', approvable: false })
    expect(await approveInBulk(server, held)).toBe('arrival.needs-reading')
    expect((await approve(server, held)).body.code).toBe('arrival.blocked')
  })

  it('a licence that the organisation refuses meanwhile cannot be approved, and the other way round', async () => {
    const server = await createSourceServer()
    await server.synced('one', { 'skills/a': cleanSkill('a') })
    const held = await waiting(server)
    const policy = (change: object) =>
      server.call('/api/v1/settings', {
        method: 'PUT',
        body: { licence_policy: { allowed: [], ask: [], refused: [], ...change } },
      })
    expect((await policy({ refused: ['MIT'] })).status).toBe(200)
    expect(await approveInBulk(server, held)).toBe('arrival.needs-reading')
    expect((await approve(server, held)).body.code).toBe('arrival.licence-refused')
    await policy({ allowed: ['MIT'] })
    const { body } = await server.call<PendingRevisionBody>(`/api/v1/reviews/${held.id}`)
    expect(body.licence_decision).toBe('allowed')
    expect((await approve(server, held)).status).toBe(200)
  })
})

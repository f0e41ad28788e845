import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentHarness } from '../../testing/agent-harness.ts'
import { type CrashPoint, workThroughCrashes } from '../../testing/crash-injection.ts'
import {
  callResults,
  createLibraryFixture,
  createReports,
  reports,
} from '../../testing/library-fixture.ts'
import { call } from '../../testing/portable-fixture.ts'

const { setUp } = createLibraryFixture((data) => createHash('sha256').update(data).digest('hex'))
const { name } = reports

const calls = [
  createReports,
  call('update_skill', { name, operation: 'append', content: '- One chart.\n' }, 'append'),
  call('disable_skill', { name }, 'off'),
  call('delete_skill', { name }, 'delete'),
  call('create_skill', { ...reports, content: 'Anew.\n' }, 'anew'),
]

async function expectOnce(harness: AgentHarness) {
  expect(await callResults(harness)).toEqual([
    { name, version: 1 },
    { name, version: 2 },
    { name, enabled: false },
    { deleted: true },
    { name, version: 1 },
  ])
  const { tenant, principal } = harness
  const { items } = await tenant.skills.list(principal.userId, {}, { limit: 10 })
  expect(items.map(({ version, enabled }) => [version, enabled])).toEqual([[1, true]])
  const audit = await tenant.audit.list({}, { limit: 200 })
  expect(audit.items.map(({ action, details }) => `${action} ${details.change}`).sort()).toEqual([
    'skill-created create',
    'skill-created create',
    'skill-deleted delete',
    'skill-updated disable',
    'skill-updated update',
  ])
  const made = await tenant.skills.changesUnder(harness.conversationId)
  expect(made.map(({ key, number }) => [key.split(':').at(-1), number]).sort()).toEqual([
    ['anew', 1],
    ['append', 2],
    ['create', 1],
    ['delete', 2],
    ['off', 2],
  ])
}

describe.each(['save', 'propose'] as const)(
  'kill -9 around changes of the library (%s)',
  (policy) => {
    it('B3: each change happens exactly once, wherever the process crashes', async () => {
      const whole = await setUp(calls, { policy })
      const all = await workThroughCrashes(whole, await whole.say('Go.'), [])
      await expectOnce(whole)
      for (const when of ['before', 'after'] as const) {
        for (let at = 1; at <= all; at += 1) {
          const harness = await setUp(calls, { policy })
          await workThroughCrashes(harness, await harness.say('Go.'), [{ at, when }])
          await expectOnce(harness)
        }
      }
    })

    it('B3: and when several processes crash in a row', async () => {
      const crashPoint = fc.record({
        at: fc.integer({ min: 1, max: 60 }),
        when: fc.constantFrom('before' as const, 'after' as const),
      })
      await fc.assert(
        fc.asyncProperty(
          // A run that is taken over more than five times without progress is ended as a crash loop.
          fc.array(crashPoint, { minLength: 2, maxLength: 4 }),
          async (crashPoints: readonly CrashPoint[]) => {
            const harness = await setUp(calls, { policy })
            await workThroughCrashes(harness, await harness.say('Go.'), crashPoints)
            await expectOnce(harness)
          },
        ),
        { numRuns: 30 },
      )
    })
  },
)

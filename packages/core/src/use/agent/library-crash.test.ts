import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AgentScene } from '../../testing/agent-scene.ts'
import { createLibraryScene, createReports, reports, toldIn } from '../../testing/library-scene.ts'
import { type Death, workThrough } from '../../testing/mortal-process.ts'
import { call } from '../../testing/portable-scene.ts'

const { stage } = createLibraryScene((data) => createHash('sha256').update(data).digest('hex'))
const { name } = reports

const calls = [
  createReports,
  call('update_skill', { name, operation: 'append', content: '- One chart.\n' }, 'append'),
  call('disable_skill', { name }, 'off'),
  call('delete_skill', { name }, 'delete'),
  call('create_skill', { ...reports, content: 'Anew.\n' }, 'anew'),
]

async function expectOnce(scene: AgentScene) {
  expect(await toldIn(scene)).toEqual([
    { name, version: 1 },
    { name, version: 2 },
    { name, enabled: false },
    { deleted: true },
    { name, version: 1 },
  ])
  const { tenant, principal } = scene
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
  const made = await tenant.skills.changesUnder(scene.conversationId)
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
    it('B3: each happens exactly once, before or after whichever look at the world the process dies', async () => {
      const whole = await stage(calls, { policy })
      const all = await workThrough(whole, await whole.say('Go.'), [])
      await expectOnce(whole)
      for (const when of ['before', 'after'] as const) {
        for (let at = 1; at <= all; at += 1) {
          const scene = await stage(calls, { policy })
          await workThrough(scene, await scene.say('Go.'), [{ at, when }])
          await expectOnce(scene)
        }
      }
    })

    it('B3: and when several processes die one after the other', async () => {
      const death = fc.record({
        at: fc.integer({ min: 1, max: 60 }),
        when: fc.constantFrom('before' as const, 'after' as const),
      })
      await fc.assert(
        fc.asyncProperty(
          fc.array(death, { minLength: 2, maxLength: 5 }),
          async (deaths: readonly Death[]) => {
            const scene = await stage(calls, { policy })
            await workThrough(scene, await scene.say('Go.'), deaths)
            await expectOnce(scene)
          },
        ),
        { numRuns: 30 },
      )
    })
  },
)

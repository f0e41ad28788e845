import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Sha256 } from '../../base/sha256.ts'
import {
  call,
  createAuthoredFixture,
  makeLibrary,
  makeTool,
} from '../../testing/authored-fixture.ts'
import { type CrashPoint, workThroughCrashes } from '../../testing/crash-injection.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')

/** Creates a tool, updates it, gets approval, runs and deletes it. */
const calls = [
  makeLibrary('sums', 'module.exports = 1'),
  makeTool('total', `return require('sums')`),
  call('update_tool', { name: 'total', operation: 'append', content: '// done' }),
  call('total', {}),
  makeTool('other', 'return 1'),
  call('delete_tool', { name: 'other' }),
]

async function play(crashPoints: readonly CrashPoint[]) {
  const { harness, outcomes, results } = await createAuthoredFixture(sha256, calls)
  const taken = await workThroughCrashes(harness, await harness.say('Go.'), crashPoints)
  const { authored } = harness.tenant
  const all = await Promise.all(
    [{}, { deletedSince: 0 }].map((filter) => authored.list(filter, { limit: 10 })),
  )
  const kept = all.flatMap(({ items }) =>
    items.map(({ name, deletedAt, head }) => [name, deletedAt !== null, head.number]),
  )
  const grants = (await authored.grants(harness.principal.userId)).map(({ version }) => version)
  const asked = (await harness.all('approval-required')).length
  return {
    taken,
    came: { kept, grants, asked, outcomes: await outcomes(), results: await results() },
  }
}

describe('a process that crashes while tools are written', () => {
  it('B5: each version, request and approval is written exactly once, wherever it crashes', async () => {
    const { taken, came } = await play([])
    expect(came).toMatchObject({
      kept: [
        ['sums', false, 1],
        ['total', false, 2],
        ['other', true, 1],
      ],
      grants: [2],
      asked: 1,
      outcomes: ['ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
    })
    for (let at = 1; at <= taken; at += 1) {
      for (const when of ['before', 'after'] as const) {
        expect((await play([{ at, when }])).came, `${when} call ${at}`).toEqual(came)
      }
    }
  })
})

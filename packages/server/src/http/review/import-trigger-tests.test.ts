import type {
  ImportTriggerTests,
  PendingRevisionSummary,
  ProblemBody,
  SkillBody,
} from '@repertoire/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSourceServer, type SourceServer } from '../../testing/source-fixtures.ts'

/** A skill with routing keywords and trigger tests. */
function tested(name: string, keywords: string, triggers?: string): Record<string, string> {
  const head = ['---', `name: ${name}`, `description: About ${name}.`, 'license: MIT']
  const routing = ['metadata:', `  repertoire.keywords: ${keywords}`, '---', '', 'Do it.', '']
  return {
    'SKILL.md': [...head, ...routing].join('\n'),
    ...(triggers !== undefined && { 'evals/triggers.yaml': triggers }),
  }
}

let server: SourceServer
beforeEach(async () => {
  server = await createSourceServer()
})

async function waiting(at: string): Promise<PendingRevisionSummary> {
  const found = (await server.held())[at]
  if (!found) throw new Error(`nothing waits at ${at}`)
  return found
}

const pathOf = ({ id }: Pick<PendingRevisionSummary, 'id'>) => `/api/v1/reviews/${id}/trigger-tests`

async function run(at: string): Promise<ImportTriggerTests> {
  return (await server.call<ImportTriggerTests>(pathOf(await waiting(at)))).body
}

describe('GET /api/v1/reviews/{id}/trigger-tests', () => {
  it('runs the tests of a new skill as if it were here', async () => {
    const triggers = 'must_surface: [swap it, sing]\nmust_not_surface: [bridge it]\n'
    await server.synced('one', { swap: tested('swap', 'swap', triggers) })
    const tests = await run('swap')
    expect(tests).toMatchObject({ slug: 'swap', is_new: true, enabled: true, cut: null })
    expect(tests.own).toEqual([
      {
        ...{ message: 'swap it', must_surface: true, from: 'candidate', passed_before: null },
        ...{ passes: true, place: 1, first: 'swap' },
      },
      expect.objectContaining({ message: 'sing', passes: false, place: null }),
      expect.objectContaining({ message: 'bridge it', must_surface: false, passes: true }),
    ])
  })

  it('runs the tests of the skill also where an update drops them, and says which change', async () => {
    const triggers = 'must_surface: [exchange it, trade it]\n'
    const { id } = await server.synced('one', { swap: tested('swap', 'exchange', triggers) })
    await server.approve('swap')
    server.offer('one', 'two', { swap: tested('swap', 'trade') })
    await server.sync(id)
    const tests = await run('swap')
    expect(tests).toMatchObject({ is_new: false, others: [] })
    expect(
      tests.own.map(({ message, from, passed_before: before, passes }) => [
        ...[message, from, before, passes],
      ]),
    ).toEqual([
      ['exchange it', 'skill', true, false],
      ['trade it', 'skill', false, true],
    ])
  })

  it('names the tests of other skills that a candidate takes over, although they still pass', async () => {
    const triggers = 'must_surface: [exchange my tokens]\nmust_not_surface: [sing]\n'
    await server.synced('one', { swap: tested('swap', 'exchange', triggers) })
    const { skill_id: skillId } = await server.approve('swap')
    await server.synced('two', { grab: tested('grab', 'exchange, my tokens') })
    const tests = await run('grab')
    expect(tests).toMatchObject({ own: [], others_run: 2 })
    expect(tests.others).toEqual([
      {
        ...{ skill_id: skillId, slug: 'swap', message: 'exchange my tokens', must_surface: true },
        ...{ change: 'outranked', place_before: 1, place: 2 },
      },
    ])
  })

  it('keeps a hostile candidate out of search, routing and the library, also while it runs', async () => {
    const { key } = await server.addMember('member')
    const many = Array.from({ length: 100 }, (_, at) => `zebra ${at}`).join(', ')
    const hostile = tested('zebra', 'zebra', `must_surface: [${many}]\n`)
    await server.synced('one', { zebra: hostile })
    const finds = async () => {
      const listed = await server.call<{ items: SkillBody[] }>('/api/v1/skills?q=zebra', { key })
      const routed = await server.call<object>('/api/v1/routing/explain', {
        ...{ key, body: { message: 'zebra' } },
      })
      return [listed.status, listed.body.items, JSON.stringify(routed.body).includes('About zebra')]
    }
    const running = run('zebra')
    const during = await Promise.all([finds(), finds(), finds()])
    expect((await running).own.every(({ passes }) => passes)).toBe(true)
    for (const found of [...during, await finds()]) expect(found).toEqual([200, [], false])
    await server.approve('zebra')
    expect(await finds()).toEqual([200, [expect.objectContaining({ slug: 'zebra' })], true])
  })

  it('refuses callers without the right, without a key and of other organisations', async () => {
    await server.synced('one', { swap: tested('swap', 'swap') })
    const path = pathOf(await waiting('swap'))
    const outsider = await server.addTenant()
    const { key } = await server.addMember('member', ['conversations.use'])
    const refused = async (caller: string | null) => {
      const { status, body } = await server.call<ProblemBody>(path, { key: caller })
      return [status, body.code]
    }
    expect(await refused(outsider.key)).toEqual([404, 'arrival.not-found'])
    expect((await refused(null))[0]).toBe(401)
    expect(await refused(key)).toEqual([403, 'auth.permission-missing'])
  })
})

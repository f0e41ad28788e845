import type { RevisionDigest, SkillId } from '@repertoire/core/base'
import type { ConversationEvent } from '@repertoire/core/domain'
import type { ActOnBody, ConflictsBody } from '@repertoire/protocol'
import { beforeEach, expect, it } from 'vitest'
import { approvalRequiredEvents } from '../../testing/run-fixtures.ts'
import { createTestServer, skillMd, type TestServer } from '../../testing/test-server.ts'

let server: TestServer

beforeEach(async () => {
  server = await createTestServer()
})

async function newSkill(name: string, text: string, scope = 'org') {
  const body = { content: `${skillMd(name)}\n${text}\n`, scope }
  const { body: made } = await server.call<{ id: string; digest: string }>('/api/v1/skills', {
    body,
  })
  return { skillId: made.id as SkillId, digest: made.digest as RevisionDigest, slug: name, name }
}
type Given = Awaited<ReturnType<typeof newSkill>>

/** Starts a turn, and returns the path of its conversation. */
async function begin(key?: string) {
  const as = key === undefined ? {} : { key }
  const made = await server.call<{ id: string }>('/api/v1/conversations', { body: {}, ...as })
  const path = `/api/v1/conversations/${made.body.id}`
  const headers = { prefer: 'respond-async' }
  await server.call(`${path}/messages`, { body: { text: 'Hello' }, headers, ...as })
}

/** A whole turn in which a model had these texts. */
async function turn(
  skills: readonly Given[],
  { key, ok = true }: { key?: string; ok?: boolean } = {},
) {
  await begin(key)
  const end: ConversationEvent = ok
    ? { type: 'run-completed', text: '' }
    : { type: 'run-failed', problem: { code: 'a.b', kind: 'unavailable', message: '' } }
  const step: ConversationEvent = {
    ...{ type: 'step-started', step: 1, promptDigest: 'x', skills },
    model: { label: 'Large', demo: false, id: '=large' },
  }
  await server.engine.play([step, end], { status: ok ? 'completed' : 'failed' })
}

const reindex = () => server.call('/api/v1/stats/reindex', { method: 'POST' })
async function conflicts(query = '', as: object = {}) {
  const path = `/api/v1/stats/conflicts?${query}`
  const { body, status } = await server.call<ConflictsBody>(path, as)
  expect(status).toBe(200)
  return body
}

it('skills that stood together and contradict are named with what each says, and in what to act on', async () => {
  const one = await newSkill('fast', 'Always use `pnpm`.')
  const other = await newSkill('safe', 'Never use `pnpm`.')
  const apart = await newSkill('apart', 'Never use `pnpm`.')
  await turn([one, other])
  await turn([apart])
  await reindex()
  const { pairs, truncated } = await conflicts()
  expect(truncated).toBe(false)
  expect(pairs).toHaveLength(1)
  const [pair] = pairs
  const says: Record<string, string> = { fast: 'Always use `pnpm`.', safe: 'Never use `pnpm`.' }
  const slugs = pair?.skills.map(({ slug }) => slug) ?? []
  expect(slugs.toSorted()).toEqual(['fast', 'safe'])
  expect(pair?.conflicts).toEqual([
    { kind: 'opposite-instructions', evidence: slugs.map((slug) => says[slug]) },
  ])
  expect(pair?.outcome).toMatchObject({ verdict: 'too-few', together: { count: 1, n: 1 } })
  const { body } = await server.call<ActOnBody>('/api/v1/stats/act-on')
  const entry = body.entries.find(({ kind }) => kind === 'conflicting')
  expect(entry?.skills.map(({ slug, with: others }) => [slug, others]).toSorted()).toEqual([
    ['fast', ['safe']],
    ['safe', ['fast']],
  ])
})

it('skills whose turns end worse together than with either alone are named without any rule, with n and intervals', async () => {
  const [one, other] = [await newSkill('one', 'Be brief.'), await newSkill('other', 'Be long.')]
  for (let n = 0; n < 12; n += 1) {
    await turn([one])
    await turn([other])
    await turn([one, other], { ok: n === 0 })
  }
  await reindex()
  const { pairs } = await conflicts()
  expect(pairs).toMatchObject([{ conflicts: [], outcome: { verdict: 'worse' } }])
  expect(pairs[0]?.outcome?.together).toMatchObject({ count: 1, n: 12 })
  expect(pairs[0]?.outcome?.alone).toMatchObject([{ count: 12, n: 12 }, { n: 12 }])
})

it('a member gets those of their own turns, without the skills of others, and another organisation gets none', async () => {
  const { key } = await server.addMember('member')
  const one = await newSkill('fast', 'Always use `pnpm`.')
  const hidden = await newSkill('mine', 'Never use `pnpm`.', 'user')
  await turn([one, hidden])
  await turn([one, hidden], { key })
  await reindex()
  expect((await conflicts()).pairs).toHaveLength(1)
  expect(await conflicts('', { key })).toMatchObject({ scope: 'own', pairs: [] })
  const { key: foreign } = await server.addTenant()
  expect((await conflicts('', { key: foreign })).pairs).toEqual([])
})

it('an approval names what is active in its conversation and goes against it, to the person whose it is alone', async () => {
  const active = await newSkill('safe', 'Never use `pnpm`.')
  const asked = await newSkill('fast', 'Always use `pnpm`.')
  await begin()
  const { events, approval } = approvalRequiredEvents(server)
  const enabling = { ...approval, subject: { ...approval.subject, ...asked } } as typeof approval
  const session = { active: [{ ...active, contentLength: 9, sourceType: 'manual' as const }] }
  await server.engine.play(events, { approvals: [enabling], session, status: 'waiting' })
  const { pairs } = await conflicts(`approval=${approval.id}`)
  expect(pairs).toMatchObject([
    {
      skills: [{ slug: 'safe' }, { slug: 'fast' }],
      conflicts: [
        {
          kind: 'opposite-instructions',
          evidence: ['Never use `pnpm`.', 'Always use `pnpm`.'],
        },
      ],
      outcome: null,
    },
  ])
  const { key } = await server.addMember('admin')
  expect((await conflicts(`approval=${approval.id}`, { key })).pairs).toEqual([])
  const { key: foreign } = await server.addTenant()
  expect((await conflicts(`approval=${approval.id}`, { key: foreign })).pairs).toEqual([])
  expect((await conflicts('approval=apr_none')).pairs).toEqual([])
})

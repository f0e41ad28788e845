import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ConversationId, SkillId, TenantId, UserId } from '../../base/ids.ts'
import type { Conversation } from '../../domain/conversation.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import { emptySession } from '../../domain/session-state.ts'
import { createSkill } from '../../ingest/skills/create-skill.ts'
import { updateSkill } from '../../ingest/skills/update-skill.ts'
import { removeSkill } from '../../keep/skills/remove-skill.ts'
import { bareEnvironment } from '../../testing/bare-environment.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { judgeByWords } from '../../testing/judge-by-words.ts'
import { createSequentialIds } from '../../testing/sequential-ids.ts'
import { pinnedSkills } from './pinned-skills.ts'
import { startRun } from './start-run.ts'
import { type SkillSwitch, switchSkill } from './switch-skill.ts'

async function harness() {
  const clock = createFixedClock()
  const ids = createSequentialIds()
  const tenantId = 'ten_1' as TenantId
  const directory = createInMemoryStore({ clock, ids })
  await directory.directory.createTenant({ id: tenantId, name: 'T', createdAt: 0 })
  const store = directory.tenant(tenantId)
  const userId = 'usr_1' as UserId
  const principal = {
    tenantId,
    userId,
    role: 'owner' as const,
    permissions: rolePermissions('owner'),
  }
  const conversationId = 'cnv_1' as ConversationId
  const times = { createdAt: 0, updatedAt: 0 }
  const conversation: Conversation = {
    ...{ id: conversationId, userId, title: '', agentId: null, session: emptySession, headSeq: 0 },
    ...times,
  }
  await store.conversations.create(conversation)
  const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
  for (const name of ['a', 'b']) {
    await createSkill(
      { store, clock, ids, sha256, judge: judgeByWords },
      { principal, traceId: '0'.repeat(32) },
      {
        content: `---\nname: ${name}\ndescription: d\n---\nBody ${name}\n`,
        overrides: {},
        scope: 'org',
        enabled: true,
        reason: '',
      },
    )
  }
  const turn = (slug: string, to: SkillSwitch['to']) =>
    switchSkill(
      { store, clock, environment: bareEnvironment, contextTokens: 128_000 },
      { principal, conversationId, slug, to, traceId: '0'.repeat(32) },
    )
  const deps = { store, clock, ids, sha256, judge: judgeByWords }
  const actor = { principal, traceId: '0'.repeat(32) }
  const idOf = async (slug: string) =>
    (await store.skills.findBySlug(userId, slug))?.id ?? ('' as SkillId)
  const write = async (slug: string, body: string) => {
    const content = `---\nname: ${slug}\ndescription: d\n---\n${body}\n`
    await updateSkill(deps, actor, { id: await idOf(slug), content, overrides: {}, reason: '' })
  }
  const pinned = async () => {
    const conversation = await store.conversations.get(userId, conversationId)
    if (!conversation) throw new Error('there is no conversation')
    return pinnedSkills(store, conversation)
  }
  return { deps, actor, store, clock, ids, principal, conversationId, turn, idOf, write, pinned }
}

describe('switching a skill by hand', () => {
  it('two concurrent switches both count, with one event each', async () => {
    const { store, principal, conversationId, turn } = await harness()
    await Promise.all([turn('a', 'active'), turn('b', 'active')])
    const after = await store.conversations.get(principal.userId, conversationId)
    expect(after?.session.active.map((skill) => skill.slug).toSorted()).toEqual(['a', 'b'])
    expect(after?.headSeq).toBe(2)
  })

  it('A4: a repeated switch changes nothing, and the skill counts once', async () => {
    const { store, principal, conversationId, turn } = await harness()
    const once = await turn('a', 'active')
    expect(await turn('a', 'active')).toEqual(once)
    expect((await store.conversations.get(principal.userId, conversationId))?.headSeq).toBe(1)
  })

  it('is refused while a run is open, whichever came first', async () => {
    const { store, clock, ids, principal, conversationId, turn } = await harness()
    const { conversations, members } = store
    const request = { principal, conversationId, text: 'Hello', toolsets: [] }
    const [, switched] = await Promise.allSettled([
      startRun({ conversations, members, clock, ids }, request),
      turn('a', 'active'),
    ])
    const log = await conversations.events(principal.userId, conversationId, { after: 0, limit: 9 })
    const types = log.map((logged) => logged.event.type)
    const started = types.indexOf('run-started')
    const changed = types.indexOf('skills-state-changed')
    if (switched.status === 'fulfilled') expect(changed).toBeLessThan(started)
    else expect(changed).toBe(-1)
    await expect(turn('b', 'active')).rejects.toMatchObject({
      problem: { code: 'conversation.busy' },
    })
  })

  it('refuses an unknown skill and an inactive one by name', async () => {
    const { turn } = await harness()
    await expect(turn('zzz', 'active')).rejects.toMatchObject({
      problem: { code: 'skill.not-found' },
    })
    await expect(turn('a', 'inactive')).rejects.toMatchObject({
      problem: { code: 'session.not-active' },
    })
  })
})

describe('the pinned revision of a conversation', () => {
  it('is reported with the number of newer ones, and upgraded in place', async () => {
    const { turn, write, pinned } = await harness()
    await turn('a', 'active')
    await turn('b', 'active')
    expect((await pinned()).map(({ newerRevisions }) => newerRevisions)).toEqual([0, 0])
    await write('a', 'Second.')
    await write('a', 'Third.')
    const [a, b] = await pinned()
    expect(a).toMatchObject({ slug: 'a', delivery: 'system', revision: 1, newerRevisions: 2 })
    expect(b).toMatchObject({ slug: 'b', revision: 1, newerRevisions: 0 })
    const state = await turn('a', 'newest')
    expect(state.enabledSkills.map(({ slug, contentLength }) => [slug, contentLength])).toEqual([
      ['a', 'Third.\n'.length],
      ['b', 'Body b\n'.length],
    ])
    expect((await pinned())[0]).toMatchObject({ revision: 3, newerRevisions: 0 })
  })

  it('counts from the latest revision when an earlier text was restored', async () => {
    const { turn, write, pinned } = await harness()
    await turn('a', 'active')
    await write('a', 'Second.')
    await write('a', 'Body a')
    expect((await pinned())[0]).toMatchObject({ revision: 3, newerRevisions: 0 })
    await write('a', 'Fourth.')
    expect((await pinned())[0]).toMatchObject({ revision: 3, newerRevisions: 1 })
  })

  it('A4: stays when the newer one does not fit, and so does the used budget', async () => {
    const { store, turn, write, pinned, conversationId, principal } = await harness()
    await turn('a', 'active')
    await write('a', 'x'.repeat(200_000))
    await expect(turn('a', 'newest')).rejects.toMatchObject({
      problem: { code: 'session.over-budget' },
    })
    expect((await pinned())[0]).toMatchObject({ revision: 1, newerRevisions: 1 })
    const after = await store.conversations.get(principal.userId, conversationId)
    expect([after?.headSeq, after?.session.active.length]).toEqual([1, 1])
  })

  it('is upgraded under the rules of activation: policy, library switch and visibility', async () => {
    const { store, turn, write, idOf, principal, deps, actor, pinned } = await harness()
    await turn('a', 'active')
    await write('a', 'Second.')
    const id = await idOf('a')
    const refused = async (code: string) =>
      expect(turn('a', 'newest')).rejects.toMatchObject({ problem: { code } })
    const { settings } = await store.settings.get()
    await store.settings.put({ ...settings, skillEnablementPolicy: 'admin-only' })
    expect((await turn('a', 'newest')).enabledSkills).toHaveLength(1)
    await write('a', 'Third.')
    await store.skills.update(principal.userId, id, { enabled: false })
    await refused('skill.disabled')
    await removeSkill(deps, actor, { id })
    await refused('skill.not-found')
    expect((await pinned())[0]).toMatchObject({ revision: null, newerRevisions: 0 })
    await expect(turn('b', 'newest')).rejects.toMatchObject({
      problem: { code: 'session.not-active' },
    })
  })

  it('finds a renamed skill under the slug it was activated with, and tells the new one', async () => {
    const { store, turn, idOf, principal, pinned } = await harness()
    await turn('a', 'active')
    await turn('b', 'active')
    const id = await idOf('a')
    await store.skills.update(principal.userId, id, { slug: 'renamed' })
    const [a, b] = await pinned()
    expect(a).toMatchObject({ slug: 'a', renamedTo: { slug: 'renamed', name: 'a' } })
    expect(b?.renamedTo).toBeUndefined()
    expect((await turn('a', 'newest')).enabledSkills.map(({ slug }) => slug)).toEqual(['a', 'b'])
  })

  it('says why a skill is no longer available, and is unchanged once it is back', async () => {
    const { store, turn, idOf, principal, pinned } = await harness()
    await turn('a', 'active')
    await turn('b', 'active')
    const id = await idOf('a')
    const reasons = async () => (await pinned()).map(({ withdrawn }) => withdrawn)
    const change = (to: { enabled?: boolean; archived?: boolean }) =>
      store.skills.update(principal.userId, id, to)
    expect(await reasons()).toEqual([null, null])
    await change({ enabled: false })
    expect(await reasons()).toEqual(['disabled', null])
    await change({ archived: true })
    expect(await reasons()).toEqual(['archived', null])
    await change({ archived: false })
    expect(await reasons()).toEqual([null, null])
    await store.skills.remove(principal.userId, id)
    expect(await reasons()).toEqual(['deleted', null])
  })

  it('is reported once for skills that the model read in any turn too', async () => {
    const { store, clock, turn, write, idOf, pinned, principal, conversationId } = await harness()
    const read = async (slug: string, expectedSeq: number) => {
      const skill = await store.skills.findBySlug(principal.userId, slug)
      if (!skill) throw new Error('there is no such skill')
      const { id: skillId, head } = skill
      const used = { skillId, digest: head.digest, slug, name: head.name }
      const events = [{ type: 'skill-used' as const, callId: 'call_1', skill: used }]
      const batch = { expectedSeq, runId: null, traceId: '0'.repeat(32), events }
      await store.conversations.append(conversationId, batch, clock.now())
    }
    await read('b', 0)
    await read('a', 1)
    await turn('a', 'active')
    await write('b', 'Second.')
    expect(await pinned()).toMatchObject([
      { slug: 'a', delivery: 'system', revision: 1, newerRevisions: 0 },
      { slug: 'b', delivery: 'result', revision: 1, newerRevisions: 1 },
    ])
    await read('b', 3)
    expect((await pinned())[1]).toMatchObject({ revision: 2, newerRevisions: 0 })
    await expect(turn('b', 'newest')).rejects.toMatchObject({
      problem: { code: 'session.not-active' },
    })
    await store.skills.remove(principal.userId, await idOf('b'))
    expect((await pinned())[1]).toMatchObject({ slug: 'b', revision: null, newerRevisions: 0 })
  })
})

import { isProblemError, type RunId } from '@repertoire/core/base'
import {
  type ActiveSkill,
  chainStart,
  defaultSettings,
  noQuotas,
  quotaNames,
} from '@repertoire/core/domain'
import { expect, test } from 'vitest'
import { checkedContent } from './checked-content.ts'
import { type ExpectedResults, expectedAutomationResults } from './isolation-automation-probes.ts'
import { contents, createProbes, empty, lease, seedTenant } from './isolation-probes.ts'
import { expectedScriptResults } from './isolation-script-probes.ts'
import { expectedSourceResults } from './isolation-source-probes.ts'
import { ann, batch, bob, forEveryStore, newConversation } from './store-fixture.ts'

const nothingUsed = quotaNames.map((quota) => ({ quota, organisation: 0, person: 0 }))
const all = { after: 0, limit: 50 }
/** Methods of the process that runs an execution; nobody calls them with a viewer. */
const unasked = new Set([
  'create',
  'heartbeat',
  'cancelRequested',
  'finish',
  'interrupt',
  'dropOutputs',
])

async function outcomeOf(probe: () => Promise<unknown>): Promise<unknown> {
  try {
    return await probe()
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
}

forEveryStore('isolation', (fixture) => {
  const nothing = (active: ActiveSkill, sha256: string) => ({
    skills: {
      save: [],
      get: null,
      getMany: [],
      findBySlug: null,
      list: empty,
      counts: [0, 0],
      tags: [],
      update: 'skill.not-found',
      remove: 'skill.not-found',
      revisions: [],
      content: null,
      file: null,
      withdrawn: [{ ...active, reason: 'deleted' }],
      listByProvenance: [],
      changesUnder: [],
      indexable: [],
      heads: [],
      indexableById: [],
      changesAfter: [],
      lastChangeSeq: 0,
    },
    tombstones: {
      list: empty,
      get: null,
      file: null,
      restore: 'skill.not-deleted',
      forget: 'skill.not-deleted',
      purge: [],
    },
    conversations: {
      create: undefined,
      get: null,
      list: empty,
      rename: 'conversation.not-found',
      remove: 'conversation.not-found',
      discard: 'conversation.not-found',
      restore: 'conversation.not-deleted',
      listDeleted: empty,
      purge: 0,
      append: 'conversation.not-found',
      events: [],
      run: null,
      openRun: null,
      recordPrompt: 'conversation.not-found',
      prompt: null,
      claimRun: false,
      renewLease: false,
      releaseLease: undefined,
    },
    approvals: { get: null, list: empty, answer: null },
    workspace: { list: [], read: null, storeBlob: undefined, change: 'conversation.not-found' },
    settings: { get: { settings: defaultSettings, version: 0 }, put: 'settings.stale' },
    quotas: { limits: noQuotas, usage: nothingUsed },
    members: {
      list: [],
      get: null,
      create: undefined,
      setRole: 'member.not-found',
      remove: 'member.not-found',
      invite: 'member.not-found',
      removeInvitation: false,
      identity: null,
      identities: [],
      admit: undefined,
      removeIdentity: false,
      passkeys: [],
      createPasskey: 'member.not-found',
      removePasskeys: 0,
      usePasskey: false,
      sessions: [],
      removeSessions: 0,
      keys: [],
      createKey: 'member.not-found',
      removeKey: false,
    },
    audit: {
      append: undefined,
      list: empty,
      range: {
        ...{ before: chainStart, last: chainStart, head: chainStart, isFromOldest: true },
        checkpoint: null,
      },
      slice: [],
      removeBefore: 0,
      forwardedTo: 0,
      setForwarded: false,
    },
    integrations: { list: [], get: null, put: undefined, remove: false, all: [] },
    agents: {
      create: undefined,
      get: null,
      list: empty,
      update: 'agent.not-found',
      remove: 'agent.not-found',
    },
    memories: { get: null, version: null, history: empty, all: [], put: 'observations.stale' },
    promptContexts: { get: null, put: undefined, remove: false },
    ...expectedAutomationResults,
    ...expectedScriptResults(sha256),
    ...expectedSourceResults,
  })

  test('every method given another tenant’s ids behaves as if they never existed', async () => {
    const seeded = await seedTenant(fixture)
    const attacker = await fixture.tenant()
    await seeded.tenant.conversations.claimRun(seeded.run.id, { ...lease, owner: 'worker', now: 0 })
    const before = await contents(seeded)
    expect(before.autonomy.traced.map(({ length }) => length)).toEqual([1, 1, 1])
    const probes = createProbes(attacker, ann, seeded)
    const expected = nothing(seeded.active, seeded.scripts.sha256)
    const parts = Object.keys(probes) as (keyof typeof probes)[]
    // So does a part that is added to the port.
    expect([...parts, 'tenantId'].sort()).toEqual(Object.keys(attacker).sort())
    for (const part of parts) {
      // A method that is added to the port but not to the probes fails here.
      expect(Object.keys(attacker[part]).sort()).toEqual(Object.keys(probes[part]).sort())
      for (const [method, probe] of Object.entries(probes[part])) {
        const result = await outcomeOf(probe)
        expect({ [method]: result }).toEqual({
          [method]: (expected[part] as ExpectedResults)[method],
        })
      }
    }
    expect(await contents(seeded)).toEqual(before)
    const owner = { owner: 'worker', expiresAt: 3_000_000 }
    expect(await seeded.tenant.conversations.renewLease(seeded.run.id, owner)).toBe(true)
  })

  test('A8: another user of the same tenant sees nothing personal', async () => {
    const seeded = await seedTenant(fixture)
    const before = await contents(seeded)
    const probes = createProbes(seeded.tenant, bob, seeded)
    const expected = nothing(seeded.active, seeded.scripts.sha256)
    const personal = {
      skills: [
        'get',
        'getMany',
        'findBySlug',
        'list',
        'tags',
        'update',
        'remove',
        'revisions',
        'content',
        'file',
        'withdrawn',
      ],
      conversations: [
        ...(['get', 'list', 'rename', 'remove', 'events', 'run', 'openRun', 'prompt'] as const),
        ...(['discard', 'restore', 'listDeleted'] as const),
      ],
    } as const
    for (const method of personal.skills) {
      const result = await outcomeOf(probes.skills[method])
      expect({ [method]: result }).toEqual({ [method]: expected.skills[method] })
    }
    for (const method of ['list', 'get', 'remove'] as const) {
      const result = await outcomeOf(probes.integrations[method])
      expect({ [method]: result }).toEqual({ [method]: expected.integrations[method] })
    }
    for (const method of personal.conversations) {
      const result = await outcomeOf(probes.conversations[method])
      expect({ [method]: result }).toEqual({ [method]: expected.conversations[method] })
    }
    for (const method of ['list', 'read', 'change'] as const) {
      const result = await outcomeOf(probes.workspace[method])
      expect({ [method]: result }).toEqual({ [method]: expected.workspace[method] })
    }
    for (const part of ['traces', 'executions'] as const) {
      const ofOthers = Object.entries(probes[part]).filter(([method]) => !unasked.has(method))
      for (const [method, probe] of ofOthers) {
        const result = await outcomeOf(probe)
        expect({ [method]: result }).toEqual({
          [method]: (expected[part] as ExpectedResults)[method],
        })
      }
    }
    expect(await outcomeOf(probes.grants.usable)).toEqual(expected.grants.usable)
    for (const method of ['get', 'version', 'history', 'all'] as const) {
      const result = await outcomeOf(probes.memories[method])
      expect({ [method]: result }).toEqual({ [method]: expected.memories[method] })
    }
    expect(await contents(seeded)).toEqual(before)
  })

  test('two tenants store the same slugs, ids and files separately', async () => {
    const [one, two] = [await fixture.tenant(), await fixture.tenant()]
    const given = checkedContent('same', { files: { 'a.txt': 'the same bytes' } })
    const [mine] = await one.skills.save([given], 'create')
    const [theirs] = await two.skills.save([given], 'create')
    expect([mine?.status, theirs?.status]).toEqual(['created', 'created'])
    const conversation = newConversation(fixture)
    for (const tenant of [one, two]) await tenant.conversations.create(conversation)
    await one.conversations.append(conversation.id, batch(0, ['mine']), 1)
    expect(await two.conversations.events(ann, conversation.id, all)).toEqual([])
    expect((await two.conversations.get(ann, conversation.id))?.headSeq).toBe(0)
    await one.conversations.remove(ann, conversation.id)
    expect(await two.conversations.get(ann, conversation.id)).not.toBeNull()
  })

  test('hostile ids are treated as plain ids', async () => {
    const seeded = await seedTenant(fixture)
    const before = await contents(seeded)
    const { conversations, skills, triggers, grants, traces } = seeded.tenant
    for (const id of ["' or '1'='1", '%', '../..', 'a\0b', '', 'x'.repeat(100_000)]) {
      expect(await skills.get(ann, id as never)).toBeNull()
      expect(await skills.findBySlug(ann, id)).toBeNull()
      expect(await skills.getMany(ann, [id as never])).toEqual([])
      expect(await conversations.get(ann, id as never)).toBeNull()
      expect(await conversations.run(ann, id as RunId)).toBeNull()
      expect(await conversations.claimRun(id as RunId, lease)).toBe(false)
      expect(await triggers.get(id as never)).toBeNull()
      expect(await triggers.firing(id as never, id)).toBeNull()
      expect(await grants.get(id as never)).toBeNull()
      expect(await traces.runs(ann, id)).toEqual([])
      expect(await traces.firings(null, id)).toEqual([])
    }
    expect(await contents(seeded)).toEqual(before)
  })
})

import { type ActiveSkill, defaultSettings, isProblemError, type RunId } from '@repertoire/core'
import { expect, test } from 'vitest'
import { arrival } from './arrivals.ts'
import { type Told, toldOfAutonomy } from './isolation-autonomy-probes.ts'
import { contents, empty, furnished, lease, probesOf } from './isolation-probes.ts'
import { toldOfScripts } from './isolation-script-probes.ts'
import { ann, batch, bob, forEveryStore, newConversation } from './world.ts'

const all = { after: 0, limit: 50 }
/** What the process that runs an execution does; nobody asks for it by name. */
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

forEveryStore('isolation', (world) => {
  const nothing = (active: ActiveSkill, sha256: string) => ({
    skills: {
      save: [],
      get: null,
      getMany: [],
      findBySlug: null,
      list: empty,
      tags: [],
      update: 'skill.not-found',
      remove: 'skill.not-found',
      revisions: [],
      content: null,
      file: null,
      withdrawn: [active],
      madeBy: [],
      changesUnder: [],
      indexable: [],
      indexableById: [],
      changesAfter: [],
      lastChangeSeq: 0,
    },
    tombstones: {
      list: empty,
      get: null,
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
    proposals: {
      create: undefined,
      get: null,
      list: empty,
      reject: null,
      accept: { status: 'decided' },
    },
    settings: { get: { settings: defaultSettings, version: 0 }, put: 'settings.stale' },
    members: {
      list: [],
      get: null,
      create: undefined,
      setRole: 'member.not-found',
      remove: 'member.not-found',
      keys: [],
      createKey: 'member.not-found',
      removeKey: false,
    },
    audit: { append: undefined, list: empty },
    integrations: { list: [], get: null, put: undefined, remove: false, all: [] },
    agents: {
      create: undefined,
      get: null,
      list: empty,
      update: 'agent.not-found',
      remove: 'agent.not-found',
    },
    memories: { get: null, version: null, history: empty, all: [], put: 'observations.stale' },
    ...toldOfAutonomy,
    ...toldOfScripts(sha256),
  })

  test('every method given another tenant’s ids answers as if they never existed', async () => {
    const loot = await furnished(world)
    const thief = await world.tenant()
    await loot.tenant.conversations.claimRun(loot.run.id, { ...lease, owner: 'worker', now: 0 })
    const before = await contents(loot)
    expect(before.autonomy.traced.map(({ length }) => length)).toEqual([1, 1, 1])
    const probes = probesOf(thief, ann, loot)
    const expected = nothing(loot.active, loot.scripts.sha256)
    const parts = Object.keys(probes) as (keyof typeof probes)[]
    // So does a part that is added.
    expect([...parts, 'tenantId'].sort()).toEqual(Object.keys(thief).sort())
    for (const part of parts) {
      // A method that is added to the port and not to this walk fails here.
      expect(Object.keys(thief[part]).sort()).toEqual(Object.keys(probes[part]).sort())
      for (const [method, probe] of Object.entries(probes[part])) {
        const told = await outcomeOf(probe)
        expect({ [method]: told }).toEqual({
          [method]: (expected[part] as Told)[method],
        })
      }
    }
    expect(await contents(loot)).toEqual(before)
    const owner = { owner: 'worker', expiresAt: 3_000_000 }
    expect(await loot.tenant.conversations.renewLease(loot.run.id, owner)).toBe(true)
  })

  test('A8: another user of the same tenant sees nothing of what is only one person’s', async () => {
    const loot = await furnished(world)
    const before = await contents(loot)
    const probes = probesOf(loot.tenant, bob, loot)
    const expected = nothing(loot.active, loot.scripts.sha256)
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
      conversations: ['get', 'list', 'rename', 'remove', 'events', 'run', 'openRun', 'prompt'],
    } as const
    for (const method of personal.skills) {
      const told = await outcomeOf(probes.skills[method])
      expect({ [method]: told }).toEqual({ [method]: expected.skills[method] })
    }
    for (const method of ['list', 'get', 'remove'] as const) {
      const told = await outcomeOf(probes.integrations[method])
      expect({ [method]: told }).toEqual({ [method]: expected.integrations[method] })
    }
    for (const method of personal.conversations) {
      const told = await outcomeOf(probes.conversations[method])
      expect({ [method]: told }).toEqual({ [method]: expected.conversations[method] })
    }
    for (const method of ['list', 'read', 'change'] as const) {
      const told = await outcomeOf(probes.workspace[method])
      expect({ [method]: told }).toEqual({ [method]: expected.workspace[method] })
    }
    for (const part of ['traces', 'executions'] as const) {
      const ofOthers = Object.entries(probes[part]).filter(([method]) => !unasked.has(method))
      for (const [method, probe] of ofOthers) {
        const told = await outcomeOf(probe)
        expect({ [method]: told }).toEqual({ [method]: (expected[part] as Told)[method] })
      }
    }
    expect(await outcomeOf(probes.grants.usable)).toEqual(expected.grants.usable)
    for (const method of ['get', 'version', 'history', 'all'] as const) {
      const told = await outcomeOf(probes.memories[method])
      expect({ [method]: told }).toEqual({ [method]: expected.memories[method] })
    }
    expect(await contents(loot)).toEqual(before)
  })

  test('two tenants keep the same slugs, ids and files apart', async () => {
    const [one, two] = [await world.tenant(), await world.tenant()]
    const given = arrival('same', { files: { 'a.txt': 'the same bytes' } })
    const [mine] = await one.skills.save([given], 'create')
    const [theirs] = await two.skills.save([given], 'create')
    expect([mine?.status, theirs?.status]).toEqual(['created', 'created'])
    const conversation = newConversation(world)
    for (const tenant of [one, two]) await tenant.conversations.create(conversation)
    await one.conversations.append(conversation.id, batch(0, ['mine']), 1)
    expect(await two.conversations.events(ann, conversation.id, all)).toEqual([])
    expect((await two.conversations.get(ann, conversation.id))?.headSeq).toBe(0)
    await one.conversations.remove(ann, conversation.id)
    expect(await two.conversations.get(ann, conversation.id)).not.toBeNull()
  })

  test('hostile ids are only ids', async () => {
    const loot = await furnished(world)
    const before = await contents(loot)
    const { conversations, skills, triggers, grants, traces } = loot.tenant
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
    expect(await contents(loot)).toEqual(before)
  })
})

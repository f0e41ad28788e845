import {
  type ActiveSkill,
  type ApiKeyId,
  defaultSettings,
  type IntegrationEntryId,
  isProblemError,
  type RunId,
  type TenantStore,
  type UserId,
} from '@repertoire/core'
import { expect, test } from 'vitest'
import { arrival, own } from './arrivals.ts'
import {
  ann,
  batch,
  bob,
  forEveryStore,
  newAgent,
  newApproval,
  newConversation,
  newProposal,
  newRun,
  type World,
} from './world.ts'

const page = { limit: 50 }
const all = { after: 0, limit: 50 }

/** One of everything, belonging to Ann. */
async function furnished(world: World) {
  const tenant = await world.tenant()
  const given = arrival('secret', { scope: own(ann), tags: ['hidden'], files: { 'a.txt': 'x' } })
  const [outcome] = await tenant.skills.save([given], 'create')
  if (outcome?.status !== 'created') throw new Error('not created')
  const { skill } = outcome
  const [buried] = await tenant.skills.save([arrival('gone', { scope: own(ann) })], 'create')
  if (buried?.status !== 'created') throw new Error('not created')
  const gone = buried.skill
  await tenant.skills.remove(ann, gone.id)
  const conversation = newConversation(world)
  await tenant.conversations.create(conversation)
  const run = newRun(world, conversation.id)
  const approval = newApproval(world, run)
  const step = batch(0, ['hello'], { startRun: run, approvals: [approval] })
  await tenant.workspace.keep(kept.sha256, new TextEncoder().encode('x'))
  await tenant.conversations.append(conversation.id, { ...step, files: [kept] }, 1)
  const proposal = newProposal(world, run)
  await tenant.proposals.create(proposal)
  await tenant.conversations.recordPrompt(conversation.id, 'digest', ['system'])
  await tenant.members.create({ id: ann, name: 'Ann', role: 'owner', createdAt: 1 })
  const key = { userId: ann, name: 'k', prefix: 'p', scopes: [], createdAt: 1, lastUsedAt: null }
  const keyId = world.id('key') as ApiKeyId
  await tenant.members.createKey({ ...key, id: keyId, expiresAt: null }, world.id('hash'))
  const auditId = world.id('aud')
  const fact = { actor: ann, action: 'skill-created', target: skill.id, traceId: null, details: {} }
  await tenant.audit.append([{ ...fact, id: auditId, at: 1 }])
  await tenant.settings.put({ ...defaultSettings, skillsMaxPromptChars: 7 })
  const agent = newAgent(world)
  await tenant.agents.create(agent)
  await tenant.observations.put(remembered, { ...note, expectedVersion: 0 })
  const entryId = world.id('int') as IntegrationEntryId
  const setUp = { version: '1', setUpBy: ann, setUpAt: 1, projections: [] }
  await tenant.integrations.put({ id: entryId, domain: 'tracker', scope: own(ann), ...setUp })
  const { digest, name, contentLength } = skill.head
  const active: ActiveSkill = {
    skillId: skill.id,
    digest,
    slug: skill.slug,
    name,
    contentLength,
    sourceType: 'manual',
  }
  return { tenant, skill, gone, conversation, run, approval, proposal, agent, keyId, active }
}

type Furnished = Awaited<ReturnType<typeof furnished>>

/** Everything Ann can read of her tenant. */
async function contents({ tenant, skill, conversation, run, approval }: Furnished) {
  return {
    skills: await tenant.skills.list(ann, {}, page),
    revisions: await tenant.skills.revisions(ann, skill.id),
    feed: await tenant.skills.changesAfter(0, 50),
    deleted: await tenant.tombstones.list(ann, {}, page),
    conversation: await tenant.conversations.get(ann, conversation.id),
    events: await tenant.conversations.events(ann, conversation.id, all),
    prompt: await tenant.conversations.prompt(ann, conversation.id, 'digest'),
    run: await tenant.conversations.run(ann, run.id),
    approval: await tenant.approvals.get(approval.id),
    proposals: await tenant.proposals.list({}, page),
    files: await tenant.workspace.list(ann, conversation.id),
    file: await tenant.workspace.read(ann, conversation.id, kept.path),
    members: await tenant.members.list(),
    keys: await tenant.members.keys(),
    audit: await tenant.audit.list({}, page),
    settings: await tenant.settings.get(),
    integrations: await tenant.integrations.all(),
    agents: await tenant.agents.list(page),
    observations: await tenant.observations.history(remembered, page),
  }
}

type Probes<Part> = { [Method in keyof Part]: () => Promise<unknown> }
type Stores = Omit<TenantStore, 'tenantId'>

const empty = { items: [], nextCursor: null }
/** The file "x". */
const kept = {
  path: 'notes/plan.md',
  sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
  size: 1,
}
const remembered = { userId: ann, agentId: null }
const note = {
  text: 'Likes tea.',
  author: 'agent',
  reason: '',
  createdAt: 1,
  conversationId: null,
} as const
const lease = { owner: 'thief', now: 1_000_000, expiresAt: 2_000_000 }
const verdict = { by: bob, note: '', now: 1 } as const
const answer = { decision: 'approved', by: bob, note: '', now: 1 } as const

/** Every method of the port, asked through `thief` (a tenant) as `viewer` for what is Ann's. */
function probesOf(thief: TenantStore, viewer: UserId, loot: Furnished) {
  const { skill, conversation, run, approval, proposal, agent, active } = loot
  const { skills, conversations, approvals } = thief
  const { id, head } = skill
  return {
    skills: {
      save: () => skills.save([], 'upsert'),
      get: () => skills.get(viewer, id),
      getMany: () => skills.getMany(viewer, [id]),
      findBySlug: () => skills.findBySlug(viewer, skill.slug),
      list: () => skills.list(viewer, {}, page),
      tags: () => skills.tags(viewer),
      update: () => skills.update(viewer, id, { enabled: false }),
      remove: () => skills.remove(viewer, id),
      revisions: () => skills.revisions(viewer, id),
      content: () => skills.content(viewer, id, head.digest),
      file: () => skills.file(viewer, id, head.digest, 'a.txt'),
      withdrawn: () => skills.withdrawn(viewer, [active]),
      madeBy: () => skills.madeBy('authored', null, 50),
      indexable: () => skills.indexable(null, 50),
      indexableById: () => skills.indexableById([id]),
      changesAfter: () => skills.changesAfter(0, 50),
      lastChangeSeq: () => skills.lastChangeSeq(),
      changesUnder: () => skills.changesUnder('cnv_ann'),
    } satisfies Probes<Stores['skills']>,
    tombstones: {
      list: () => thief.tombstones.list(viewer, {}, page),
      get: () => thief.tombstones.get(viewer, loot.gone.id),
      restore: () => thief.tombstones.restore(viewer, loot.gone.id),
      forget: () => thief.tombstones.forget(viewer, loot.gone.id),
      purge: () => thief.tombstones.purge(Number.MAX_SAFE_INTEGER, 50),
    } satisfies Probes<Stores['tombstones']>,
    conversations: {
      create: async () => undefined,
      get: () => conversations.get(viewer, conversation.id),
      list: () => conversations.list(viewer, page),
      rename: () => conversations.rename(viewer, conversation.id, 'stolen'),
      remove: () => conversations.remove(viewer, conversation.id),
      append: () => conversations.append(conversation.id, batch(1, ['stolen']), 1),
      events: () => conversations.events(viewer, conversation.id, all),
      run: () => conversations.run(viewer, run.id),
      openRun: () => conversations.openRun(viewer, conversation.id),
      recordPrompt: () => conversations.recordPrompt(conversation.id, 'other', ['x']),
      prompt: () => conversations.prompt(viewer, conversation.id, 'digest'),
      claimRun: () => conversations.claimRun(run.id, lease),
      renewLease: () => conversations.renewLease(run.id, lease),
      releaseLease: () => conversations.releaseLease(run.id, 'worker'),
    } satisfies Probes<Stores['conversations']>,
    approvals: {
      get: () => approvals.get(approval.id),
      list: () => approvals.list({}, page),
      answer: () => approvals.answer(approval.id, answer),
    } satisfies Probes<Stores['approvals']>,
    workspace: {
      list: () => thief.workspace.list(viewer, conversation.id),
      read: () => thief.workspace.read(viewer, conversation.id, kept.path),
      keep: async () => undefined,
      change: () => thief.workspace.change(viewer, conversation.id, { changes: [kept], now: 9 }),
    } satisfies Probes<Stores['workspace']>,
    proposals: {
      create: () => Promise.resolve(),
      get: () => thief.proposals.get(proposal.id),
      list: () => thief.proposals.list({}, page),
      reject: () => thief.proposals.reject(proposal.id, verdict),
      accept: () => thief.proposals.accept(proposal.id, { ...verdict, arrival: arrival('taken') }),
    } satisfies Probes<Stores['proposals']>,
    settings: {
      get: () => thief.settings.get(),
      put: () => thief.settings.put(defaultSettings, 1),
    } satisfies Probes<Stores['settings']>,
    members: {
      list: () => thief.members.list(),
      get: () => thief.members.get(ann),
      create: async () => undefined,
      setRole: () => thief.members.setRole(ann, 'member'),
      remove: () => thief.members.remove(ann),
      keys: () => thief.members.keys(),
      createKey: () =>
        thief.members.createKey(
          {
            id: 'key_forged' as ApiKeyId,
            userId: ann,
            name: 'k',
            prefix: 'p',
            scopes: [],
            createdAt: 1,
            lastUsedAt: null,
            expiresAt: null,
          },
          'forged',
        ),
      removeKey: () => thief.members.removeKey(loot.keyId),
    } satisfies Probes<Stores['members']>,
    audit: {
      append: () => thief.audit.append([]),
      list: () => thief.audit.list({ target: id }, page),
    } satisfies Probes<Stores['audit']>,
    integrations: {
      list: () => thief.integrations.list(viewer),
      get: () => thief.integrations.get('tracker', own(viewer)),
      put: async () => undefined,
      remove: () => thief.integrations.remove('tracker', own(viewer)),
      all: () => thief.integrations.all(),
    } satisfies Probes<Stores['integrations']>,
    agents: {
      create: async () => undefined,
      get: () => thief.agents.get(agent.id),
      list: () => thief.agents.list(page),
      update: () => thief.agents.update(agent.id, { name: 'Stolen', updatedAt: 9 }, 1),
      remove: () => thief.agents.remove(agent.id, 1),
    } satisfies Probes<Stores['agents']>,
    observations: {
      get: () => thief.observations.get({ ...remembered, userId: viewer }),
      version: () => thief.observations.version({ ...remembered, userId: viewer }, 1),
      history: () => thief.observations.history({ ...remembered, userId: viewer }, page),
      all: () => thief.observations.all(viewer),
      put: () => thief.observations.put(remembered, { ...note, expectedVersion: 1 }),
    } satisfies Probes<Stores['observations']>,
  }
}

async function outcomeOf(probe: () => Promise<unknown>): Promise<unknown> {
  try {
    return await probe()
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
}

forEveryStore('isolation', (world) => {
  const nothing = (active: ActiveSkill) => ({
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
    workspace: { list: [], read: null, keep: undefined, change: 'conversation.not-found' },
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
    observations: { get: null, version: null, history: empty, all: [], put: 'observations.stale' },
  })

  test('every method given another tenant’s ids answers as if they never existed', async () => {
    const loot = await furnished(world)
    const thief = await world.tenant()
    await loot.tenant.conversations.claimRun(loot.run.id, { ...lease, owner: 'worker', now: 0 })
    const before = await contents(loot)
    const probes = probesOf(thief, ann, loot)
    const expected = nothing(loot.active)
    for (const part of Object.keys(probes) as (keyof typeof probes)[]) {
      // A method that is added to the port and not to this walk fails here.
      expect(Object.keys(thief[part]).sort()).toEqual(Object.keys(probes[part]).sort())
      for (const [method, probe] of Object.entries(probes[part])) {
        const told = await outcomeOf(probe)
        expect({ [method]: told }).toEqual({
          [method]: expected[part][method as keyof (typeof expected)[typeof part]],
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
    const expected = nothing(loot.active)
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
    for (const method of ['get', 'version', 'history', 'all'] as const) {
      const told = await outcomeOf(probes.observations[method])
      expect({ [method]: told }).toEqual({ [method]: expected.observations[method] })
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
    const { conversations, skills } = loot.tenant
    for (const id of ["' or '1'='1", '%', '../..', 'a\0b', '', 'x'.repeat(100_000)]) {
      expect(await skills.get(ann, id as never)).toBeNull()
      expect(await skills.findBySlug(ann, id)).toBeNull()
      expect(await skills.getMany(ann, [id as never])).toEqual([])
      expect(await conversations.get(ann, id as never)).toBeNull()
      expect(await conversations.run(ann, id as RunId)).toBeNull()
      expect(await conversations.claimRun(id as RunId, lease)).toBe(false)
    }
    expect(await contents(loot)).toEqual(before)
  })
})

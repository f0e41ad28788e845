import {
  type ActiveSkill,
  type ApiKeyId,
  defaultSettings,
  type IntegrationEntryId,
  type TenantStore,
  type UserId,
} from '@repertoire/core'
import { arrival, own } from './arrivals.ts'
import {
  autonomyContents,
  autonomyProbes,
  furnishAutonomy,
  type Probes,
} from './isolation-autonomy-probes.ts'
import { furnishScripts, scriptContents, scriptProbes } from './isolation-script-probes.ts'
import {
  ann,
  batch,
  bob,
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
export async function furnished(world: World) {
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
  await tenant.workspace.storeBlob(kept.sha256, new TextEncoder().encode('x'))
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
  await tenant.memories.put(remembered, { ...note, expectedVersion: 0 })
  const autonomy = await furnishAutonomy(world, tenant, run)
  const scripts = await furnishScripts(world, tenant, { skillId: skill.id, sha256: kept.sha256 })
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
  const owned = { conversation, run, approval, proposal, agent, keyId, autonomy, scripts }
  return { tenant, skill, gone, active, ...owned }
}

type Furnished = Awaited<ReturnType<typeof furnished>>

/** Everything Ann can read of her tenant. */
export async function contents(loot: Furnished) {
  const { tenant, skill, conversation, run, approval, autonomy, scripts } = loot
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
    memories: await tenant.memories.history(remembered, page),
    autonomy: await autonomyContents(tenant, autonomy),
    scripts: await scriptContents(tenant, scripts),
  }
}

type Stores = Omit<TenantStore, 'tenantId'>

export const empty = { items: [], nextCursor: null }
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
export const lease = { owner: 'thief', now: 1_000_000, expiresAt: 2_000_000 }
const verdict = { by: bob, note: '', now: 1 } as const
const answer = { decision: 'approved', by: bob, note: '', now: 1 } as const

/** Every method of the port, asked through `thief` (a tenant) as `viewer` for what is Ann's. */
export function probesOf(thief: TenantStore, viewer: UserId, loot: Furnished) {
  const { conversation, run, approval, proposal, agent } = loot
  const { conversations, approvals } = thief
  const { id } = loot.skill
  return {
    ...libraryProbes(thief, viewer, loot),
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
      storeBlob: async () => undefined,
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
    memories: {
      get: () => thief.memories.get({ ...remembered, userId: viewer }),
      version: () => thief.memories.version({ ...remembered, userId: viewer }, 1),
      history: () => thief.memories.history({ ...remembered, userId: viewer }, page),
      all: () => thief.memories.all(viewer),
      put: () => thief.memories.put(remembered, { ...note, expectedVersion: 1 }),
    } satisfies Probes<Stores['memories']>,
    ...autonomyProbes(thief, viewer, loot.autonomy),
    ...scriptProbes(thief, loot.scripts),
  }
}

function libraryProbes(thief: TenantStore, viewer: UserId, loot: Furnished) {
  const { skill, active } = loot
  const { skills } = thief
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
  }
}

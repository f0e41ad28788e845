import type {
  AgentId,
  ApiKeyId,
  IntegrationEntryId,
  LoginSessionId,
  PasskeyId,
  SignOnIdentityId,
  UserId,
} from '@repertoire/core/base'
import { type ActiveSkill, chainStart, defaultSettings } from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import { checkedContent, own } from './checked-content.ts'
import {
  automationContents,
  automationProbes,
  type Probes,
  seedAutomation,
} from './isolation-automation-probes.ts'
import { scriptContents, scriptProbes, seedScripts } from './isolation-script-probes.ts'
import { seedSources, sourceContents, sourceProbes } from './isolation-source-probes.ts'
import { proposalToHold } from './pending-revision-fixture.ts'
import {
  ann,
  batch,
  bob,
  newAgent,
  newApproval,
  newConversation,
  newRun,
  type StoreFixture,
} from './store-fixture.ts'

const page = { limit: 50 }
const all = { after: 0, limit: 50 }

/** Creates a tenant with one of everything, owned by Ann. */
export async function seedTenant(fixture: StoreFixture) {
  const tenant = await fixture.tenant()
  const given = checkedContent('secret', {
    scope: own(ann),
    tags: ['hidden'],
    files: { 'a.txt': 'x' },
  })
  const [outcome] = await tenant.skills.save([given], 'create')
  if (outcome?.status !== 'created') throw new Error('not created')
  const { skill } = outcome
  const [buried] = await tenant.skills.save([checkedContent('gone', { scope: own(ann) })], 'create')
  if (buried?.status !== 'created') throw new Error('not created')
  const gone = buried.skill
  await tenant.skills.remove(ann, gone.id)
  const conversation = newConversation(fixture)
  await tenant.conversations.create(conversation)
  const deletedConversation = newConversation(fixture)
  await tenant.conversations.create(deletedConversation)
  await tenant.conversations.discard(ann, deletedConversation.id, 1)
  const run = newRun(fixture, conversation.id)
  const approval = newApproval(fixture, run)
  const step = batch(0, ['hello'], { startRun: run, approvals: [approval] })
  await tenant.workspace.storeBlob(storedFile.sha256, new TextEncoder().encode('x'))
  await tenant.conversations.append(conversation.id, { ...step, files: [storedFile] }, 1)
  const proposal = proposalToHold(fixture, { run, content: checkedContent('learnt') })
  await tenant.reviews.hold([proposal])
  await tenant.conversations.recordPrompt(conversation.id, 'digest', ['system'])
  await tenant.members.create({ id: ann, name: 'Ann', role: 'owner', createdAt: 1 })
  const key = { userId: ann, name: 'k', publicId: 'p', scopes: [], createdAt: 1, lastUsedAt: null }
  const root = { parentId: null, createdBy: null, loginKeyId: null }
  const keyId = fixture.id('key') as ApiKeyId
  await tenant.members.createKey(
    { ...key, ...root, id: keyId, expiresAt: null },
    fixture.id('hash'),
  )
  const auditId = fixture.id('aud')
  const fact = { actor: ann, action: 'skill-created', target: skill.id, traceId: null, details: {} }
  await tenant.audit.append([{ ...fact, id: auditId, at: 1 }])
  await tenant.audit.setForwarded('here', { from: 0, to: 1 })
  await tenant.settings.put({ ...defaultSettings, skillsMaxPromptChars: 7 })
  const agent = newAgent(fixture)
  await tenant.agents.create(agent)
  await tenant.memories.put(memoryKey, { ...note, expectedVersion: 0 })
  await tenant.promptContexts.put(contextScope, storedContext)
  const autonomy = await seedAutomation(fixture, tenant, run)
  const scripts = await seedScripts(fixture, tenant, {
    skillId: skill.id,
    sha256: storedFile.sha256,
    keyId,
  })
  const arrived = await seedSources(fixture, tenant)
  const entryId = fixture.id('int') as IntegrationEntryId
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
  const owned = { conversation, run, approval, proposal, agent, keyId, autonomy, scripts, arrived }
  return { tenant, skill, gone, deletedConversation, active, ...owned }
}

type SeededTenant = Awaited<ReturnType<typeof seedTenant>>

/** Everything Ann can read of her tenant. */
export async function contents(seeded: SeededTenant) {
  const { tenant, skill, conversation, run, approval, autonomy, scripts, arrived } = seeded
  return {
    skills: await tenant.skills.list(ann, {}, page),
    revisions: await tenant.skills.revisions(ann, skill.id),
    feed: await tenant.skills.changesAfter(0, 50),
    deleted: await tenant.tombstones.list(ann, {}, page),
    conversation: await tenant.conversations.get(ann, conversation.id),
    deletedConversations: await tenant.conversations.listDeleted(ann, page, 1),
    events: await tenant.conversations.events(ann, conversation.id, all),
    prompt: await tenant.conversations.prompt(ann, conversation.id, 'digest'),
    run: await tenant.conversations.run(ann, run.id),
    approval: await tenant.approvals.get(approval.id),
    proposals: await tenant.reviews.list(
      { audience: 'server', kinds: ['proposal', 'offer'] },
      page,
    ),
    files: await tenant.workspace.list(ann, conversation.id),
    file: await tenant.workspace.read(ann, conversation.id, storedFile.path),
    members: await tenant.members.list(),
    identities: await tenant.members.identities(),
    passkeys: await tenant.members.passkeys(),
    keys: await tenant.members.keys(),
    audit: await tenant.audit.list({}, page),
    settings: await tenant.settings.get(),
    integrations: await tenant.integrations.all(),
    agents: await tenant.agents.list(page),
    memories: await tenant.memories.history(memoryKey, page),
    promptContext: await tenant.promptContexts.get(contextScope),
    autonomy: await automationContents(tenant, autonomy),
    scripts: await scriptContents(tenant, scripts),
    arrived: await sourceContents(tenant, arrived),
  }
}

type Stores = Omit<TenantStore, 'tenantId'>

export const empty = { items: [], nextCursor: null }
/** The stored file, with the content "x". */
const storedFile = {
  path: 'notes/plan.md',
  sha256: '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
  size: 1,
}
const contextScope = { kind: 'agent', agentId: 'agt_shared' as AgentId } as const
const storedContext = { memory: 'm', graphContext: 'g', updatedBy: ann, updatedAt: 1 }
const memoryKey = { userId: ann, agentId: null }
const note = {
  text: 'Likes tea.',
  author: 'agent',
  reason: '',
  createdAt: 1,
  conversationId: null,
} as const
export const lease = { owner: 'attacker', now: 1_000_000, expiresAt: 2_000_000 }
const answer = { decision: 'approved', by: bob, note: '', now: 1 } as const

const forgedKey = {
  ...{ id: 'key_forged' as ApiKeyId, userId: ann, name: 'k', publicId: 'p', scopes: [] },
  ...{ createdAt: 1, lastUsedAt: null, expiresAt: null, parentId: null, createdBy: null },
  loginKeyId: null,
}

const forgedSession = 'ses_forged' as LoginSessionId

const forgedPasskey = {
  ...{ id: 'pky_forged' as PasskeyId, userId: ann, credentialId: 'forged', publicKey: 'k' },
  ...{ name: 'k', createdAt: 1, lastUsedAt: null, loginKeyId: null },
}

const annIdentity = {
  ...{ id: 'idn_ann' as SignOnIdentityId, issuer: 'https://id.example', subject: 's' },
  ...{ userId: ann, provider: 'acme', label: 'ann@example.com', createdAt: 1 },
}

const forgedMember = {
  ...{ id: 'usr_forged' as UserId, name: 'Forged', createdAt: 1 },
  role: 'member' as const,
}

const forgedInvitation = {
  ...{ tokenHash: 'forged', userId: ann, createdBy: ann, createdAt: 1, expiresAt: 9 },
}

/** Every method of the port, called through `attacker` (another tenant) as `viewer` with Ann's ids. */
export function createProbes(attacker: TenantStore, viewer: UserId, seeded: SeededTenant) {
  const { conversation, approval, agent } = seeded
  const { approvals } = attacker
  const { id } = seeded.skill
  return {
    ...libraryProbes(attacker, viewer, seeded),
    conversations: conversationProbes(attacker, viewer, seeded),
    approvals: {
      get: () => approvals.get(approval.id),
      list: () => approvals.list({}, page),
      answer: () => approvals.answer(approval.id, answer),
    } satisfies Probes<Stores['approvals']>,
    workspace: {
      list: () => attacker.workspace.list(viewer, conversation.id),
      read: () => attacker.workspace.read(viewer, conversation.id, storedFile.path),
      storeBlob: async () => undefined,
      change: () =>
        attacker.workspace.change(viewer, conversation.id, { changes: [storedFile], now: 9 }),
    } satisfies Probes<Stores['workspace']>,
    settings: {
      get: () => attacker.settings.get(),
      put: () => attacker.settings.put(defaultSettings, 1),
    } satisfies Probes<Stores['settings']>,
    members: {
      list: () => attacker.members.list(),
      get: () => attacker.members.get(ann),
      create: async () => undefined,
      setRole: () => attacker.members.setRole(ann, 'member'),
      remove: () => attacker.members.remove(ann),
      invite: () => attacker.members.invite(forgedInvitation),
      removeInvitation: () => attacker.members.removeInvitation(ann),
      identity: () => attacker.members.identity(annIdentity),
      identities: () => attacker.members.identities(),
      admit: () =>
        attacker.members.admit(forgedMember, { ...annIdentity, userId: forgedMember.id }),
      removeIdentity: () => attacker.members.removeIdentity(annIdentity.id),
      passkeys: () => attacker.members.passkeys(),
      createPasskey: () => attacker.members.createPasskey(forgedPasskey),
      removePasskeys: () => attacker.members.removePasskeys([forgedPasskey.id]),
      usePasskey: () => attacker.members.usePasskey(forgedPasskey.id, { challengedAt: 9, now: 9 }),
      sessions: () => attacker.members.sessions(0),
      removeSessions: () => attacker.members.removeSessions([forgedSession]),
      keys: () => attacker.members.keys(),
      createKey: () => attacker.members.createKey(forgedKey, 'forged'),
      removeKey: () => attacker.members.removeKey(seeded.keyId),
    } satisfies Probes<Stores['members']>,
    audit: auditProbes(attacker, id),
    integrations: {
      list: () => attacker.integrations.list(viewer),
      get: () => attacker.integrations.get('tracker', own(viewer)),
      put: async () => undefined,
      remove: () => attacker.integrations.remove('tracker', own(viewer)),
      all: () => attacker.integrations.all(),
    } satisfies Probes<Stores['integrations']>,
    agents: {
      create: async () => undefined,
      get: () => attacker.agents.get(agent.id),
      list: () => attacker.agents.list(page),
      update: () => attacker.agents.update(agent.id, { name: 'Stolen', updatedAt: 9 }, 1),
      remove: () => attacker.agents.remove(agent.id, 1),
    } satisfies Probes<Stores['agents']>,
    memories: {
      get: () => attacker.memories.get({ ...memoryKey, userId: viewer }),
      version: () => attacker.memories.version({ ...memoryKey, userId: viewer }, 1),
      history: () => attacker.memories.history({ ...memoryKey, userId: viewer }, page),
      all: () => attacker.memories.all(viewer),
      put: () => attacker.memories.put(memoryKey, { ...note, expectedVersion: 1 }),
    } satisfies Probes<Stores['memories']>,
    promptContexts: {
      get: () => attacker.promptContexts.get(contextScope),
      put: async () => undefined,
      remove: () => attacker.promptContexts.remove(contextScope),
    } satisfies Probes<Stores['promptContexts']>,
    ...automationProbes(attacker, viewer, seeded.autonomy),
    ...scriptProbes(attacker, seeded.scripts),
    ...sourceProbes(attacker, seeded.arrived),
  }
}

function conversationProbes(
  { conversations }: TenantStore,
  viewer: UserId,
  { conversation, deletedConversation: gone, run }: SeededTenant,
) {
  return {
    create: async () => undefined,
    get: () => conversations.get(viewer, conversation.id),
    list: () => conversations.list(viewer, page),
    rename: () => conversations.rename(viewer, conversation.id, 'stolen'),
    remove: () => conversations.remove(viewer, conversation.id),
    discard: () => conversations.discard(viewer, conversation.id, 1),
    restore: () => conversations.restore(viewer, gone.id, 1),
    listDeleted: () => conversations.listDeleted(viewer, page, 1),
    purge: () => conversations.purge(9, 9),
    append: () => conversations.append(conversation.id, batch(1, ['stolen']), 1),
    events: () => conversations.events(viewer, conversation.id, all),
    run: () => conversations.run(viewer, run.id),
    openRun: () => conversations.openRun(viewer, conversation.id),
    recordPrompt: () => conversations.recordPrompt(conversation.id, 'other', ['x']),
    prompt: () => conversations.prompt(viewer, conversation.id, 'digest'),
    claimRun: () => conversations.claimRun(run.id, lease),
    renewLease: () => conversations.renewLease(run.id, lease),
    releaseLease: () => conversations.releaseLease(run.id, 'worker'),
  } satisfies Probes<Stores['conversations']>
}

function libraryProbes(attacker: TenantStore, viewer: UserId, seeded: SeededTenant) {
  const { skill, active } = seeded
  const { skills } = attacker
  const { id, head } = skill
  return {
    // First, because other probes create things of the attacker's own.
    quotas: {
      limits: () => attacker.quotas.limits(),
      usage: () => attacker.quotas.usage(viewer, 1),
    } satisfies Probes<Stores['quotas']>,
    skills: {
      save: () => skills.save([], 'upsert'),
      get: () => skills.get(viewer, id),
      getMany: () => skills.getMany(viewer, [id]),
      findBySlug: () => skills.findBySlug(viewer, skill.slug),
      list: () => skills.list(viewer, {}, page),
      counts: () => skills.counts(viewer, [{}, { used: false, scripts: false }]),
      tags: () => skills.tags(viewer),
      update: () => skills.update(viewer, id, { enabled: false }),
      remove: () => skills.remove(viewer, id),
      revisions: () => skills.revisions(viewer, id),
      content: () => skills.content(viewer, id, head.digest),
      file: () => skills.file(viewer, id, head.digest, 'a.txt'),
      withdrawn: () => skills.withdrawn(viewer, [active]),
      listByProvenance: () => skills.listByProvenance('authored', null, 50),
      indexable: () => skills.indexable(null, 50),
      heads: () => skills.heads(null, 50),
      indexableById: () => skills.indexableById([id]),
      changesAfter: () => skills.changesAfter(0, 50),
      lastChangeSeq: () => skills.lastChangeSeq(),
      changesUnder: () => skills.changesUnder('cnv_ann'),
    } satisfies Probes<Stores['skills']>,
    tombstones: {
      list: () => attacker.tombstones.list(viewer, {}, page),
      get: () => attacker.tombstones.get(viewer, seeded.gone.id),
      file: () =>
        attacker.tombstones.file(viewer, seeded.gone.id, seeded.gone.head.digest, 'SKILL.md'),
      restore: () => attacker.tombstones.restore(viewer, seeded.gone.id),
      forget: () => attacker.tombstones.forget(viewer, seeded.gone.id),
      purge: () => attacker.tombstones.purge(Number.MAX_SAFE_INTEGER, 50),
    } satisfies Probes<Stores['tombstones']>,
  }
}

function auditProbes(attacker: TenantStore, id: string) {
  return {
    append: () => attacker.audit.append([]),
    list: () => attacker.audit.list({ target: id }, page),
    range: () => attacker.audit.range({}),
    slice: () =>
      attacker.audit.slice(
        {
          ...{ before: chainStart, head: chainStart, isFromOldest: true },
          last: { seq: 1_000, hash: '' },
          checkpoint: null,
        },
        { after: null, limit: 1_000 },
      ),
    forwardedTo: () => attacker.audit.forwardedTo('here'),
    setForwarded: () => attacker.audit.setForwarded('here', { from: 1, to: 2 }),
    removeBefore: () =>
      attacker.audit.removeBefore(Number.MAX_SAFE_INTEGER, () => {
        throw new Error('something of another tenant was removed')
      }),
  } satisfies Probes<Stores['audit']>
}

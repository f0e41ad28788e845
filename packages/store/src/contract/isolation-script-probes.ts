import type { ApiKeyId, CollectionId, SkillId } from '@repertoire/core/base'
import type {
  AuthoredGrant,
  Collection,
  ConnectedApp,
  ModelProvider,
  PackageApproval,
  StoredConnector,
} from '@repertoire/core/domain'
import type { TenantStore } from '@repertoire/core/ports'
import { own } from './checked-content.ts'
import type { ExpectedResults, Probes } from './isolation-automation-probes.ts'
import {
  ann,
  bob,
  newAuthoredTool,
  newAuthoredVersion,
  type StoreFixture,
} from './store-fixture.ts'

type Stores = Omit<TenantStore, 'tenantId'>

const page = { limit: 50 }
const firstPage = { after: null, limit: 50 }
const secret = { name: 'TOKEN', updatedAt: 1, updatedBy: ann, encrypted: 'encrypted by ann' }
const approval: PackageApproval = {
  ...({ kind: 'python', digest: 'list', packages: ['six==1'] } as const),
  ...{ approvedBy: ann, approvedAt: 1 },
}
const provider: ModelProvider = {
  ...{ id: 'gateway', name: 'Gateway', kind: 'ollama', baseUrl: null, lastTest: null },
  key: { encrypted: 'encrypted by ann', ending: '', setAt: 1 },
  models: [
    { name: 'm', contextTokens: null, prices: { input: null, cachedInput: null, output: null } },
  ],
  ...{ createdBy: ann, createdAt: 1, updatedAt: 1, version: 1 },
}
const connector: StoredConnector = {
  ...{ name: 'wiki', title: 'Wiki', description: '', url: 'https://hers.example/mcp' },
  headers: [{ name: 'Authorization', encrypted: 'encrypted by ann', setAt: 1 }],
  ...{ openWorld: null, createdBy: ann, createdAt: 1, updatedAt: 1, version: 1 },
}
const test = { at: 9, code: null, message: 'stolen', hint: null }
const collection: Collection = {
  ...{ id: 'col_ann' as CollectionId, slug: 'hers', description: '', audience: 'token' },
  ...{ selection: { kind: 'all' }, tokenMadeAt: null, promotion: null, seen: {} },
  ...{ createdBy: ann, createdAt: 1, updatedAt: 1 },
}
const promotion = { promotedAt: 1, promotedBy: ann, pinned: [] }
const connected = (id: ApiKeyId): ConnectedApp => ({
  ...{ id, userId: ann, clientId: 'hers', name: 'Hers', host: null, scopes: ['skills:read'] },
  ...{ redirectUri: 'https://hers.example/back', resource: 'https://here.example/mcp' },
  ...{ sessionId: null, createdAt: 1, connectedAt: null },
})
const codeOf = (hash: string) => ({ hash, kind: 'code', challenge: 'c', expiresAt: 1_000 }) as const
const once = { now: 9, purgeBefore: 0, changeKey: null }

interface SeededBefore {
  readonly skillId: SkillId
  readonly sha256: string
  readonly keyId: ApiKeyId
}

/** Creates Ann's tool with a grant, a secret of her skill, and a referenced blob. */
export async function seedScripts(
  fixture: StoreFixture,
  tenant: TenantStore,
  { skillId, sha256, keyId }: SeededBefore,
) {
  const tool = newAuthoredTool(fixture)
  await tenant.authored.create({ tool, changeKey: 'tool:hers' })
  const grant: AuthoredGrant = {
    ...{ toolId: tool.id, digest: 'sha256:whole', version: 1, libraries: [] },
    ...{ grantedBy: ann, grantedAt: 1 },
  }
  await tenant.authored.grant(grant)
  await tenant.skillSecrets.put(skillId, secret, own(ann))
  await tenant.packageApprovals.add(approval)
  await tenant.modelProviders.create(provider)
  await tenant.connectors.create(connector)
  await tenant.collections.create(collection)
  await tenant.collections.setPromotion(collection.id, promotion)
  const code = codeOf(fixture.id('hash'))
  await tenant.connectedApps.create(connected(keyId), code)
  return { tool, grant, skillId, sha256, code }
}

export type Scripts = Awaited<ReturnType<typeof seedScripts>>

/** Everything Ann can read of them. */
export async function scriptContents(tenant: TenantStore, { tool, skillId, sha256 }: Scripts) {
  const { authored, skillSecrets, blobs } = tenant
  return {
    tool: await authored.get(tool.id),
    versions: await authored.versions(tool.id),
    grants: await authored.grants(ann),
    secrets: await skillSecrets.encrypted(skillId),
    collections: await tenant.collections.list(),
    promotions: await tenant.collections.promotions(collection.id),
    apps: await tenant.connectedApps.list(),
    approved: [...(await tenant.packageApprovals.approved(['list']))],
    providers: await tenant.modelProviders.list(),
    connectors: await tenant.connectors.list(),
    stored: await blobs.storedAt(sha256),
    marked: await blobs.marked(Number.MAX_SAFE_INTEGER, firstPage),
  }
}

/** Every method, called through `attacker` (another tenant) with Ann's ids and hashes. */
export function scriptProbes(
  attacker: TenantStore,
  { tool, grant, skillId, sha256, code }: Scripts,
) {
  const { authored, skillSecrets, blobs, modelProviders } = attacker
  const version = newAuthoredVersion({ number: 2, code: 'return "stolen"' })
  return {
    authored: {
      findChange: () => authored.findChange('tool:hers'),
      create: async () => undefined,
      get: () => authored.get(tool.id),
      findByName: () => authored.findByName(ann, 'tool', tool.name),
      list: () => authored.list({}, page),
      revise: () => authored.revise(tool.id, { version, changeKey: null }),
      setEnabled: () => authored.setEnabled(tool.id, false, 9),
      remove: () => authored.remove(tool.id, once),
      restore: () => authored.restore(tool.id, 9),
      versions: () => authored.versions(tool.id),
      version: () => authored.version(tool.id, 1),
      grant: () => authored.grant({ ...grant, digest: 'sha256:stolen', grantedBy: bob }),
      grants: () => authored.grants(ann),
    } satisfies Probes<Stores['authored']>,
    skillSecrets: {
      list: () => skillSecrets.list(skillId),
      names: () => skillSecrets.names(),
      encrypted: () => skillSecrets.encrypted(skillId),
      put: () => skillSecrets.put(skillId, { ...secret, encrypted: 'stolen' }, own(ann)),
      remove: () => skillSecrets.remove(skillId, secret.name),
    } satisfies Probes<Stores['skillSecrets']>,
    packageApprovals: {
      approved: async () => [...(await attacker.packageApprovals.approved(['list']))],
      add: () => attacker.packageApprovals.add({ ...approval, digest: 'own', approvedBy: bob }),
    } satisfies Probes<Stores['packageApprovals']>,
    modelProviders: {
      list: () => modelProviders.list(),
      get: () => modelProviders.get(provider.id),
      create: async () => undefined,
      update: () => modelProviders.update({ ...provider, version: 2 }, 1),
      recordTest: () => modelProviders.recordTest(provider.id, test),
      remove: () => modelProviders.remove(provider.id),
    } satisfies Probes<Stores['modelProviders']>,
    connectors: {
      list: () => attacker.connectors.list(),
      get: () => attacker.connectors.get(connector.name),
      create: async () => undefined,
      update: () => attacker.connectors.update({ ...connector, version: 2 }, 1),
      remove: () => attacker.connectors.remove(connector.name),
    } satisfies Probes<Stores['connectors']>,
    collections: {
      list: () => attacker.collections.list(),
      get: () => attacker.collections.get(collection.id),
      create: async () => undefined,
      update: () => attacker.collections.update(collection.id, { slug: 'x', updatedAt: 9 }),
      setToken: () => attacker.collections.setToken(collection.id, { hash: 'own', madeAt: 9 }),
      setPromotion: () => attacker.collections.setPromotion(collection.id, null),
      promotions: () => attacker.collections.promotions(collection.id),
      recordSeen: () => attacker.collections.recordSeen(collection.id, 'git', 9),
      remove: () => attacker.collections.remove(collection.id),
    } satisfies Probes<Stores['collections']>,
    connectedApps: {
      list: () => attacker.connectedApps.list(),
      create: async () => undefined,
      spend: () => attacker.connectedApps.spend(code.hash, { tokens: [codeOf('own')], now: 9 }),
      removeToken: () => attacker.connectedApps.removeToken(code.hash),
    } satisfies Probes<Stores['connectedApps']>,
    blobs: {
      stored: () => blobs.stored(firstPage),
      storedAt: () => blobs.storedAt(sha256),
      // The attacker learns nothing about other tenants' blobs beyond its own input.
      unreferenced: () => blobs.unreferenced([sha256]),
      mark: () => blobs.mark([sha256], 1),
      marked: () => blobs.marked(9, firstPage),
      spare: () => blobs.spare([sha256]),
      removeMarked: () => blobs.removeMarked(sha256, 9),
    } satisfies Probes<Stores['blobs']>,
  }
}

/** The expected result of each probe. */
export function expectedScriptResults(sha256: string) {
  const missing = 'authored.not-found'
  return {
    authored: {
      ...{ findChange: null, create: undefined, get: null, findByName: null },
      ...{ list: { items: [], nextCursor: null }, revise: missing, setEnabled: missing },
      ...{ remove: missing, restore: missing, versions: [], version: null, grant: missing },
      grants: [],
    },
    skillSecrets: { list: [], names: [], encrypted: [], put: 'skill.not-found', remove: false },
    packageApprovals: { approved: [], add: undefined },
    modelProviders: {
      ...{ list: [], get: null, create: undefined, update: 'provider.not-found' },
      ...{ recordTest: false, remove: false },
    },
    connectors: {
      ...{ list: [], get: null, create: undefined, update: 'connector.not-found', remove: false },
    },
    collections: {
      ...{ list: [], get: null, create: undefined, update: null, setToken: null },
      ...{ setPromotion: null, promotions: [], recordSeen: undefined, remove: false },
    },
    connectedApps: { list: [], create: undefined, spend: false, removeToken: false },
    blobs: {
      ...{ stored: [], storedAt: null, unreferenced: [sha256], mark: 1, marked: [sha256] },
      ...{ spare: undefined, removeMarked: false },
    },
  } satisfies Record<string, ExpectedResults>
}

import type { TenantId } from '@repertoire/core/base'
import type { Principal } from '@repertoire/core/domain'
import type { Store, TenantStore } from '@repertoire/core/ports'
import { createSourceTokens } from '../ingestion/sources/source-tokens.ts'
import { createSkillSecrets } from '../platform/secrets/skill-secrets.ts'
import { sha256 } from '../platform/system/system-ports.ts'
import { createStoredConnectors } from '../runtime/connectors/stored-connectors.ts'
import { createDigestSecrets } from '../runtime/inbox-notification/digest-secrets.ts'
import { createProviderKeys } from '../runtime/models/provider-keys.ts'
import { createTriggerSecrets } from '../runtime/triggers/trigger-secrets.ts'

/** Opens one stored secret; throws where the key is another one. What it holds is dropped. */
type OpenSecret = (loadKey: LoadKey) => Promise<void>
type LoadKey = () => Promise<Uint8Array>

const pageSize = 200
/** A start waits for this. */
const maxTriedOrganisations = 50

/** Whether anything that is stored was encrypted, with whatever key. */
export async function hasStoredSecrets(store: Store): Promise<boolean> {
  for await (const _ of storedSecrets(store)) return true
  return false
}

/**
 * Whether the key opens what is stored, by one secret of each kind and organisation. The secrets themselves say that,
 * so nothing else about the key has to be stored. `none`: there is nothing to open.
 */
export async function tryEncryptionKey(
  store: Store,
  loadKey: LoadKey,
): Promise<'fits' | 'differs' | 'missing' | 'none'> {
  let found = false
  for await (const open of storedSecrets(store, maxTriedOrganisations)) {
    if (!found && !(await isThere(loadKey))) return 'missing'
    found = true
    try {
      await open(loadKey)
    } catch {
      return 'differs'
    }
  }
  return found ? 'fits' : 'none'
}

async function isThere(loadKey: LoadKey): Promise<boolean> {
  return loadKey().then(
    () => true,
    () => false,
  )
}

async function* storedSecrets(
  store: Store,
  maxOrganisations = Number.POSITIVE_INFINITY,
): AsyncGenerator<OpenSecret> {
  const organisations = await store.directory.tenants()
  for (const { id } of organisations.slice(0, maxOrganisations)) {
    const tenant = store.tenant(id)
    for (const find of finders) {
      const open = await find(tenant, store)
      if (open) yield open
    }
  }
}

type Find = (tenant: TenantStore, store: Store) => Promise<OpenSecret | undefined>

const ofSkills: Find = async ({ tenantId, skillSecrets }, store) => {
  const [first] = await skillSecrets.names()
  if (!first) return undefined
  // Only the organisation and the skill are looked at.
  const principal = { tenantId } as Principal
  const request = { principal, skill: { skillId: first.skillId } }
  return async (loadKey) => {
    await createSkillSecrets(store, loadKey).environmentFor(request as never)
  }
}

const ofModelProviders: Find = async ({ tenantId, modelProviders }) => {
  const first = (await modelProviders.list()).find(({ key }) => key !== null)
  if (!first) return undefined
  return async (loadKey) => void (await createProviderKeys(loadKey).decrypt(tenantId, first))
}

const ofConnectors: Find = async ({ tenantId, connectors }, store) => {
  const first = (await connectors.list()).find(({ headers }) => headers.length > 0)
  if (!first) return undefined
  return async (loadKey) => {
    const { broken } = await createStoredConnectors({ store, loadKey, sha256 }).of(tenantId)
    if (broken.some(({ name }) => name === first.name)) throw new Error('encrypted otherwise')
  }
}

const ofSources: Find = async ({ tenantId, sources }) => {
  const first = (await sources.list()).find(({ encryptedToken }) => encryptedToken !== null)
  if (!first) return undefined
  return async (loadKey) => void (await createSourceTokens(loadKey).decrypt(tenantId, first))
}

const ofTriggers: Find = async ({ tenantId, triggers }) => {
  const { items } = await triggers.list({}, { limit: pageSize })
  for (const { id } of items) {
    const encrypted = await triggers.encrypted(id)
    if (encrypted === null) continue
    return async (loadKey) => {
      const secret = await createTriggerSecrets(loadKey).decrypt(tenantId, id, encrypted)
      if (secret === null) throw new Error('encrypted otherwise')
    }
  }
  return undefined
}

const ofDigest: Find = async ({ tenantId, inboxNotification }) => {
  const found = await inboxNotification.get()
  if (!found) return undefined
  const { encryptedSecret } = found
  return async (loadKey) =>
    void (await createDigestSecrets(loadKey).decrypt(tenantId as TenantId, encryptedSecret))
}

const finders = [ofSkills, ofModelProviders, ofConnectors, ofSources, ofTriggers, ofDigest]

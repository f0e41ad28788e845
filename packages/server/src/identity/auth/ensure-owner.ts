import { type ApiKeyId, isProblemError, type TenantId, type UserId } from '@repertoire/core/base'
import { type Member, permissions, type Role } from '@repertoire/core/domain'
import type { Store } from '@repertoire/core/ports'
import { type ApiKeyPorts, issueApiKey } from './api-key.ts'
import type { CredentialLimits } from './find-credential.ts'

const localTenant = 'ten_local' as TenantId
const localOwner = 'usr_owner' as UserId
const firstName = 'My organisation'
const firstKey = 'key_first' as ApiKeyId
const ownerRole: Role = 'owner'

/** The first organisation, and who owns it. */
export interface OwnedOrganisation {
  readonly tenantId: TenantId
  readonly organisation: string
  readonly owner: Member
}

export interface OwnerAccount extends OwnedOrganisation {
  /** The owner's new API key. Undefined unless this start made it. */
  readonly newKey: { readonly secret: string; readonly fromEnvironment: boolean } | undefined
}

/** The ports that making accounts and keys needs. */
export interface AccountPorts extends ApiKeyPorts {
  readonly store: Store
  readonly credentialLimits: CredentialLimits
}

/**
 * Makes sure that there is an organisation with an owner who has a key. Each part is created only when it is
 * missing, under a fixed id, so a start that died half-way and two starts at once end in the same state.
 */
export async function ensureOwner(
  ports: AccountPorts,
  bootstrapKey?: string,
): Promise<OwnerAccount> {
  const account = await ensureOrganisation(ports)
  const { tenantId, owner } = account
  const { members } = ports.store.tenant(tenantId)
  const keys = await members.keys()
  if (keys.some((key) => key.userId === owner.id)) return { ...account, newKey: undefined }
  const made = issueApiKey(ports, {
    userId: owner.id,
    name: 'first key',
    scopes: permissions,
    expiresAt: null,
    parentId: null,
    createdBy: null,
    loginKeyId: null,
    secret: bootstrapKey,
  })
  const key = { ...made.key, id: firstKey }
  const isOurs = await createUnlessExists('key.exists', () =>
    members.createKey(key, made.hash, { madeBy: 'operator' }),
  )
  if (!isOurs) return { ...account, newKey: undefined }
  const newKey = { secret: made.secret, fromEnvironment: bootstrapKey !== undefined }
  return { ...account, newKey }
}

/** Makes sure that there is an organisation with an owner. */
export async function ensureOrganisation(
  ports: Pick<AccountPorts, 'store' | 'clock'>,
): Promise<OwnedOrganisation> {
  const { store, clock } = ports
  const known = (await store.directory.tenants())[0]
  const tenantId = known?.id ?? localTenant
  const organisation = known?.name ?? firstName
  if (!known) {
    const tenant = { id: tenantId, name: organisation, createdAt: clock.now() }
    await createUnlessExists('tenant.exists', () => store.directory.createTenant(tenant))
  }
  const owner = (await oldestOwner(ports, tenantId)) ?? (await createOwner(ports, tenantId))
  return { tenantId, organisation, owner }
}

/** The owner who was created first. */
export async function oldestOwner(
  { store }: Pick<AccountPorts, 'store'>,
  tenantId: TenantId,
): Promise<Member | undefined> {
  const members = await store.tenant(tenantId).members.list()
  return members
    .filter((member) => member.role === ownerRole)
    .sort((a, b) => a.createdAt - b.createdAt)[0]
}

async function createOwner(
  ports: Pick<AccountPorts, 'store' | 'clock'>,
  tenantId: TenantId,
): Promise<Member> {
  const now = ports.clock.now()
  const owner: Member = {
    ...{ id: localOwner, name: 'Owner', role: ownerRole, kind: 'person' },
    ...{ createdAt: now, joinedAt: now },
  }
  await createUnlessExists('member.exists', () =>
    ports.store.tenant(tenantId).members.create(owner),
  )
  return owner
}

/** False when another process has created it meanwhile. */
export async function createUnlessExists(
  code: string,
  create: () => Promise<void>,
): Promise<boolean> {
  try {
    await create()
    return true
  } catch (error) {
    if (!isProblemError(error) || error.problem.code !== code) throw error
    return false
  }
}

import { describe, expect, it } from 'vitest'
import { isProblemError } from '../../base/errors.ts'
import type { TenantId, UserId } from '../../base/ids.ts'
import { rolePermissions } from '../../domain/permissions.ts'
import type { Role } from '../../domain/principal.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { createSequentialIds } from '../../testing/sequential-ids.ts'
import {
  addProvider,
  changeProvider,
  type ProviderDraft,
  removeProvider,
} from './change-providers.ts'

const tenantId = 'org_1' as TenantId
const unknownPrices = { input: null, cachedInput: null, output: null }
const key = { encrypted: 'c2VhbGVk', ending: '4f2a', setAt: 1 }
const draft: ProviderDraft = {
  ...{ name: 'Company gateway', kind: 'openai-compatible', key },
  baseUrl: 'https://gateway.example/v1',
  models: [{ name: 'large', contextTokens: null, prices: unknownPrices }],
}

async function organisation(role: Role = 'owner') {
  const store = createInMemoryStore({ clock: createFixedClock() })
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const deps = {
    ...{ store: store.tenant(tenantId), clock: createFixedClock() },
    ids: createSequentialIds(),
  }
  const principal = {
    ...{ tenantId, role, userId: 'usr_1' as UserId },
    permissions: rolePermissions(role),
  }
  return { deps, actor: { principal, traceId: '0'.repeat(32) } }
}

async function codeOf(work: Promise<unknown>) {
  try {
    await work
  } catch (error) {
    if (isProblemError(error)) return error.problem.code
    throw error
  }
  return 'done'
}

describe('model providers of an organisation', () => {
  it('only an owner adds, changes and removes them; the audit log names no key', async () => {
    const { deps, actor } = await organisation()
    const made = await addProvider(deps, actor, draft)
    expect(made).toMatchObject({ id: 'company-gateway', version: 1 })
    const admin = { ...actor, principal: { ...actor.principal, role: 'admin' as const } }
    const change = { id: made.id, change: { name: 'Mine' } }
    expect(await codeOf(addProvider(deps, admin, draft))).toBe('provider.owners-only')
    expect(await codeOf(changeProvider(deps, admin, change))).toBe('provider.owners-only')
    expect(await codeOf(removeProvider(deps, admin, made.id))).toBe('provider.owners-only')
    await changeProvider(deps, actor, { id: made.id, change: { name: 'Ours' } })
    await removeProvider(deps, actor, made.id)
    const { items } = await deps.store.audit.list({}, { limit: 9 })
    expect(items.map(({ action }) => action)).toEqual([
      'model-provider-removed',
      'model-provider-changed',
      'model-provider-added',
    ])
    expect(JSON.stringify(items)).not.toContain(key.encrypted)
  })

  it('a stored key never goes to another address or another kind', async () => {
    const { deps, actor } = await organisation()
    const { id } = await addProvider(deps, actor, draft)
    const elsewhere = { baseUrl: 'https://thief.example/v1' }
    for (const change of [
      elsewhere,
      { kind: 'anthropic' as const },
      { baseUrl: 'http://gateway.example/v1' },
    ]) {
      expect(await codeOf(changeProvider(deps, actor, { id, change }))).toBe(
        'provider.key-needed-again',
      )
    }
    const samePlace = { id, change: { baseUrl: 'https://gateway.example/v2' } }
    expect((await changeProvider(deps, actor, samePlace)).key).toBe(key)
    const again = { ...key, encrypted: 'bmV3' }
    const moved = await changeProvider(deps, actor, { id, change: { ...elsewhere, key: again } })
    expect(moved).toMatchObject({ ...elsewhere, key: again })
  })

  it.each<[string, Partial<ProviderDraft>]>([
    ['an address', { baseUrl: null }],
    ['a plain address', { baseUrl: 'https://me:secret@gateway.example/v1' }],
    ['an http address', { baseUrl: 'file:///etc/passwd' }],
    ['a key', { kind: 'mistral', key: null }],
    ['a model', { models: [] }],
    ['each model once', { models: [...draft.models, ...draft.models] }],
  ])('needs %s', async (_, change) => {
    const { deps, actor } = await organisation()
    expect(await codeOf(addProvider(deps, actor, { ...draft, ...change }))).toBe('provider.invalid')
  })

  it('ids are unique and never those of the environment', async () => {
    const { deps, actor } = await organisation()
    const { id } = await addProvider(deps, actor, { ...draft, name: 'Environment' })
    expect(id).toBe('environment-2')
    expect((await addProvider(deps, actor, { ...draft, name: 'ENVIRONMENT' })).id).toBe(
      'environment-3',
    )
    expect(await codeOf(addProvider(deps, actor, { ...draft, name: 'Environment' }))).toBe(
      'provider.invalid',
    )
  })
})

import { slugify } from '@repertoire/skill-md'
import { ProblemError, throwIf } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { environmentProviderId, type ModelProvider } from '../../domain/model-provider.ts'
import { missingPermission } from '../../domain/permissions.ts'
import { isPlainAddress } from '../../domain/plain-address.ts'
import type { Principal } from '../../domain/principal.ts'
import {
  type CatalogActor,
  type CatalogDeps,
  type CatalogFact,
  recordChanges,
} from '../skills/catalog-deps.ts'
import {
  invalidProvider,
  keyNeededAgain,
  ownersChangeModels,
  providerNotFound,
  providerStale,
} from './provider-problems.ts'

/** The part of a provider that owners edit. */
export type ProviderDraft = Pick<ModelProvider, 'name' | 'kind' | 'baseUrl' | 'key' | 'models'>

/** A change; absent fields stay. */
export interface ProviderChange {
  readonly id: string
  readonly change: Partial<ProviderDraft>
  readonly expectedVersion?: number | undefined
}

export type ProviderDeps = Pick<CatalogDeps, 'store' | 'clock' | 'ids'>

/** Throws ProblemError `auth.permission-missing` or `provider.owners-only`. */
export function requireModelOwner(principal: Principal): void {
  throwIf(missingPermission(principal, 'settings.write'))
  if (principal.role !== 'owner') throw new ProblemError(ownersChangeModels)
}

/** Adds a provider. Throws ProblemError `provider.invalid`, `provider.owners-only`, `auth.permission-missing`. */
export async function addProvider(
  deps: ProviderDeps,
  actor: CatalogActor,
  draft: ProviderDraft,
): Promise<ModelProvider> {
  requireModelOwner(actor.principal)
  const known = await deps.store.modelProviders.list()
  checkDraft(draft)
  checkName(draft, known)
  const now = deps.clock.now()
  const provider: ModelProvider = {
    ...draft,
    id: freeId(
      draft.name,
      known.map(({ id }) => id),
    ),
    lastTest: null,
    createdBy: actor.principal.userId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  }
  await deps.store.modelProviders.create(provider)
  await record(deps, actor, { action: 'model-provider-added', provider })
  return provider
}

/**
 * Changes a provider; turns use it from the next one on. Throws like {@link addProvider}, and ProblemError
 * `provider.not-found`, `provider.stale`, `provider.key-needed-again`.
 */
export async function changeProvider(
  deps: ProviderDeps,
  actor: CatalogActor,
  { id, change, expectedVersion }: ProviderChange,
): Promise<ModelProvider> {
  requireModelOwner(actor.principal)
  const known = await deps.store.modelProviders.list()
  const before = known.find((one) => one.id === id)
  if (!before) throw providerNotFound(id)
  if (expectedVersion !== undefined && expectedVersion !== before.version) throw providerStale(id)
  const after: ModelProvider = {
    ...{ ...before, ...change, updatedAt: deps.clock.now(), version: before.version + 1 },
    lastTest: null,
  }
  if (before.key && after.key === before.key && goesElsewhere(before, after)) {
    throw new ProblemError(keyNeededAgain)
  }
  checkDraft(after)
  checkName(after, known)
  await deps.store.modelProviders.update(after, before.version)
  await record(deps, actor, { action: 'model-provider-changed', provider: after })
  return after
}

/** Removes a provider with its key. Throws ProblemError `provider.not-found`, `provider.owners-only`. */
export async function removeProvider(
  deps: ProviderDeps,
  actor: CatalogActor,
  id: string,
): Promise<void> {
  requireModelOwner(actor.principal)
  const provider = await deps.store.modelProviders.get(id)
  if (!provider || !(await deps.store.modelProviders.remove(id))) throw providerNotFound(id)
  await record(deps, actor, { action: 'model-provider-removed', provider })
}

const maxModels = 100

function checkDraft({ kind, baseUrl, key, models }: ProviderDraft): void {
  if (kind === 'openai-compatible' && baseUrl === null) {
    throw invalidProvider(
      'base_url',
      'An OpenAI-compatible provider needs its address, such as https://host/v1.',
    )
  }
  if (baseUrl !== null && !isPlainAddress(baseUrl)) {
    throw invalidProvider(
      'base_url',
      'The address is http or https, without a user name, a password, a query or a fragment.',
    )
  }
  if (key === null && (kind === 'anthropic' || kind === 'google' || kind === 'mistral')) {
    throw invalidProvider('key', 'This provider answers only with a key.')
  }
  if (models.length === 0 || models.length > maxModels) {
    throw invalidProvider('models', `Name 1 to ${maxModels} models.`)
  }
  if (new Set(models.map(({ name }) => name)).size < models.length) {
    throw invalidProvider('models', 'Name each model once.')
  }
}

function checkName(
  { name, id }: { readonly name: string; readonly id?: string },
  known: readonly ModelProvider[],
): void {
  if (known.every((one) => one.id === id || one.name !== name)) return
  throw invalidProvider('name', 'Another model provider has this name.')
}

function goesElsewhere(before: ModelProvider, after: ModelProvider): boolean {
  if (before.kind !== after.kind) return true
  return originOf(before) !== originOf(after)
}

function originOf({ baseUrl }: Pick<ModelProvider, 'baseUrl'>): string | null {
  return baseUrl === null ? null : (URL.parse(baseUrl)?.origin ?? null)
}

function freeId(name: string, taken: readonly string[]): string {
  const base = slugify(name).slice(0, 50) || 'provider'
  const used = new Set([...taken, environmentProviderId])
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!used.has(id)) return id
  }
}

interface ProviderFact {
  readonly action: CatalogFact['action']
  readonly provider: ModelProvider
}

function record(deps: ProviderDeps, actor: CatalogActor, { action, provider }: ProviderFact) {
  return recordChanges(deps, actor, [{ action, target: provider.id, details: detailsOf(provider) }])
}

/** Of a key only when it was set. */
function detailsOf({ name, kind, baseUrl, key, models }: ModelProvider): JsonObject {
  return {
    ...{ name, kind, base_url: baseUrl, models: models.map((model) => model.name) },
    key_set_at: key?.setAt ?? null,
  }
}

import { ProblemError } from '../../base/errors.ts'
import type { SourceId } from '../../base/ids.ts'
import type { RegistryConfig } from '../../domain/skill-source.ts'
import type { SkillSource } from '../../domain/source.ts'
import type { SourceStore } from '../../ports/sources.ts'
import { sourceNotFound } from '../sources/source-problems.ts'
import { registryOff, unknownRegistry } from './registry-problems.ts'

/** A source that is a registry. */
export type RegistrySource = SkillSource & { readonly config: RegistryConfig }

/** The registries that are switched on, the oldest first. */
export async function listRegistries(
  sources: Pick<SourceStore, 'list'>,
): Promise<readonly RegistrySource[]> {
  const registries = (await sources.list()).filter(isRegistry).filter(({ enabled }) => enabled)
  return registries.toSorted((one, other) => one.createdAt - other.createdAt)
}

/**
 * The registry to ask: the named one, or the oldest. Throws ProblemError `registry.off`, and `source.not-found` for
 * a source that is no registry that is switched on.
 */
export async function registryToAsk(
  sources: Pick<SourceStore, 'list'>,
  id: SourceId | undefined,
): Promise<RegistrySource> {
  const registries = await listRegistries(sources)
  const found = id === undefined ? registries[0] : registries.find((one) => one.id === id)
  if (!found) throw new ProblemError(id === undefined ? registryOff : sourceNotFound)
  return found
}

/** A skill in a registry. */
export interface RegistryEntry {
  readonly registry: RegistrySource
  /** As the registry names it: `owner/repository/skill`, or `skill`. */
  readonly id: string
}

/**
 * The entry that an address names: a page of a registry for people, or an address of its API. An id alone is looked
 * for in the first one. Throws ProblemError `registry.off` and `registry.unknown-address`.
 */
export async function entryAt(
  sources: Pick<SourceStore, 'list'>,
  address: string,
): Promise<RegistryEntry> {
  const registries = await listRegistries(sources)
  const [first] = registries
  if (!first) throw new ProblemError(registryOff)
  const url = URL.parse(address)
  if (!url) return { registry: first, id: entryId(address.split('/'), address) }
  const registry = registries.find(({ config }) => URL.parse(config.baseUrl)?.origin === url.origin)
  if (!registry) throw new ProblemError(unknownRegistry(address))
  const base = URL.parse(registry.config.baseUrl)?.pathname.replace(/\/+$/, '') ?? ''
  const path = url.pathname.startsWith(`${base}/`) ? url.pathname.slice(base.length) : url.pathname
  const parts = path.replace(/^\/(?:api\/v1\/skills|api\/download|skills)(?=\/)/, '').split('/')
  return { registry, id: entryId(parts.map(decoded), address) }
}

/** An address by which {@link entryAt} finds an entry, also where the registry is not the first one. */
export function addressOf({ config }: Pick<RegistrySource, 'config'>, id: string): string {
  const path = id.split('/').map(encodeURIComponent).join('/')
  return `${config.baseUrl.replace(/\/+$/, '')}/skills/${path}`
}

function entryId(parts: readonly string[], address: string): string {
  const named = parts.filter((part) => part !== '')
  if (named.length === 0 || named.length > 3) throw new ProblemError(unknownRegistry(address))
  return named.join('/')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function isRegistry(source: SkillSource): source is RegistrySource {
  return source.config.kind === 'marketplace' || source.config.kind === 'clawhub'
}

import type {
  CatalogBody,
  LockImportResult,
  RegistryLists,
  RegistryMetadata,
  SourceBody,
} from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

const path = '/api/v1/skills/sources'
const registryPath = '/api/v1/skills/registry'
const lockPath = '/api/v1/skills/lock'

type RegistryQuery = {
  readonly limit?: number
  /** The registry to ask; the oldest by default. */
  readonly source_id?: string
}

/** Places that skills are taken from: repositories, indexes, registries. */
export class SourcesResource extends Resource {
  readonly list = this.call('get', '/api/v1/skills/sources')
  readonly get = this.call('get', '/api/v1/skills/sources/{id}')
  readonly create = this.call('post', '/api/v1/skills/sources')

  /** With `etag` of the state read before, a newer one throws `source.stale`. */
  readonly update = this.call('put', '/api/v1/skills/sources/{id}')

  /** Its skills stay; those of the samples go. */
  readonly remove = this.call('delete', '/api/v1/skills/sources/{id}')

  /** Brings the removed samples back, with their ids and history. */
  readonly restore = this.call('post', '/api/v1/skills/sources/{id}/restore')

  /** Starts a sync and answers at once; `get` says how it goes. Throws `source.sync-running`. */
  sync(id: string, { force = false }: { readonly force?: boolean } = {}): Promise<SourceBody> {
    return this.transport.json(`${path}/${segment(id)}/sync`, { method: 'POST', body: { force } })
  }

  /** Searches a registry among the sources. Throws `registry.off` where none is enabled. */
  searchRegistry(q: string, query: RegistryQuery = {}): Promise<RegistryLists> {
    return this.transport.json(`${registryPath}/search`, { query: { q, ...query } })
  }

  readonly trendingInRegistry = this.call('get', '/api/v1/skills/registry/trending')

  /** With `package: 'true'` it is also fetched and scanned, and not kept. */
  registrySkill(
    id: string,
    query: Pick<RegistryQuery, 'source_id'> & { readonly package?: 'true' } = {},
  ): Promise<RegistryMetadata> {
    return this.transport.json(`${registryPath}/metadata`, { query: { id, ...query } })
  }

  readonly cancel = this.call('post', '/api/v1/skills/sources/{id}/cancel')

  /** Starts the sync of every source that was not synced within its interval. */
  readonly syncStale = this.call('post', '/api/v1/skills/sources/sync-stale')
  readonly items = this.call('get', '/api/v1/skills/sources/{id}/items')

  /** Skills and versions that people ignore. */
  readonly ignored = this.call('get', '/api/v1/skills/sources/{id}/ignored')

  /** What waits of it ends, and it does not come to the inbox again. */
  readonly ignore = this.call('post', '/api/v1/skills/sources/{id}/ignored')

  /** The next sync brings what is new of it. */
  readonly stopIgnoring = this.call('delete', '/api/v1/skills/sources/{id}/ignored/{ignored_id}')

  /** A page of what the enabled sources offer. */
  browse(
    query: {
      readonly cursor?: string | undefined
      readonly limit?: number | undefined
      readonly source_id?: string | undefined
      readonly refresh?: 'true' | undefined
      readonly q?: string | undefined
    } = {},
  ): Promise<CatalogBody> {
    return this.transport.json('/api/v1/skills/catalog', { query: { ...query } })
  }

  /** The exact skills that came from sources, as the text of a `repertoire.lock`. */
  readonly exportLock = this.call('get', '/api/v1/skills/lock')

  /** Takes in what a lock names and is not here; it waits for a review. Answers when everything was read. */
  importLock(text: string): Promise<LockImportResult> {
    return this.transport.json(lockPath, { method: 'POST', body: { text } })
  }
}

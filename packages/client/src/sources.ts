import type {
  CatalogBody,
  IgnoredEntryBody,
  IgnoredEntryList,
  IgnoreEntry,
  LockExportBody,
  LockImportResult,
  RegistryLists,
  RegistryMetadata,
  SourceBody,
  SourceCreate,
  SourceItemPage,
  SourceList,
  SourceUpdate,
  SyncStaleResult,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

const path = '/api/v1/skills/sources'
const registryPath = '/api/v1/skills/registry'
const lockPath = '/api/v1/skills/lock'

type RegistryQuery = {
  readonly limit?: number
  /** The registry to ask; the oldest by default. */
  readonly source_id?: string
}

/** Places that skills are taken from: repositories, indexes, registries. */
export class SourcesResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(): Promise<SourceList> {
    return this.#transport.json(path)
  }

  get(id: string): Promise<SourceBody> {
    return this.#transport.json(`${path}/${segment(id)}`)
  }

  create(source: SourceCreate): Promise<SourceBody> {
    return this.#transport.json(path, { method: 'POST', body: source })
  }

  /** With `etag` of the state read before, a newer one throws `source.stale`. */
  update(id: string, change: SourceUpdate, etag?: string): Promise<SourceBody> {
    const headers = etag === undefined ? {} : { 'if-match': etag }
    return this.#transport.json(`${path}/${segment(id)}`, { method: 'PUT', body: change, headers })
  }

  /** Its skills stay; those of the samples go. */
  remove(id: string): Promise<void> {
    return this.#transport.json(`${path}/${segment(id)}`, { method: 'DELETE' })
  }

  /** Brings the removed samples back, with their ids and history. */
  restore(id: string): Promise<SourceBody> {
    return this.#transport.json(`${path}/${segment(id)}/restore`, { method: 'POST' })
  }

  /** Starts a sync and answers at once; `get` says how it goes. Throws `source.sync-running`. */
  sync(id: string, { force = false }: { readonly force?: boolean } = {}): Promise<SourceBody> {
    return this.#transport.json(`${path}/${segment(id)}/sync`, { method: 'POST', body: { force } })
  }

  /** Searches a registry among the sources. Throws `registry.off` where none is switched on. */
  searchRegistry(q: string, query: RegistryQuery = {}): Promise<RegistryLists> {
    return this.#transport.json(`${registryPath}/search`, { query: { q, ...query } })
  }

  trendingInRegistry(query: RegistryQuery = {}): Promise<RegistryLists> {
    return this.#transport.json(`${registryPath}/trending`, { query })
  }

  /** With `package: 'true'` it is also fetched and scanned, and not kept. */
  registrySkill(
    id: string,
    query: Pick<RegistryQuery, 'source_id'> & { readonly package?: 'true' } = {},
  ): Promise<RegistryMetadata> {
    return this.#transport.json(`${registryPath}/metadata`, { query: { id, ...query } })
  }

  cancel(id: string): Promise<SourceBody> {
    return this.#transport.json(`${path}/${segment(id)}/cancel`, { method: 'POST' })
  }

  /** Starts the sync of every source that was not synced within its interval. */
  syncStale(): Promise<SyncStaleResult> {
    return this.#transport.json(`${path}/sync-stale`, { method: 'POST' })
  }

  items(id: string, query: PageQuery = {}): Promise<SourceItemPage> {
    return this.#transport.json(`${path}/${segment(id)}/items`, { query: { ...query } })
  }

  /** Skills and versions that people ignore. */
  ignored(id: string): Promise<IgnoredEntryList> {
    return this.#transport.json(`${path}/${segment(id)}/ignored`)
  }

  /** What waits of it ends, and it does not come to the inbox again. */
  ignore(id: string, entry: IgnoreEntry): Promise<IgnoredEntryBody> {
    return this.#transport.json(`${path}/${segment(id)}/ignored`, { method: 'POST', body: entry })
  }

  /** The next sync brings what is new of it. */
  stopIgnoring(id: string, ignoredId: string): Promise<void> {
    const of = `${path}/${segment(id)}/ignored/${segment(ignoredId)}`
    return this.#transport.json(of, { method: 'DELETE' })
  }

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
    return this.#transport.json('/api/v1/skills/catalog', { query: { ...query } })
  }

  /** The exact skills that came from sources, as the text of a `repertoire.lock`. */
  exportLock(): Promise<LockExportBody> {
    return this.#transport.json(lockPath)
  }

  /** Takes in what a lock names and is not here; it waits for a review. Answers when everything was read. */
  importLock(text: string): Promise<LockImportResult> {
    return this.#transport.json(lockPath, { method: 'POST', body: { text } })
  }
}

import type {
  CatalogWaiting,
  DeletedSkillPage,
  ImportedPackage,
  ImportRequest,
  ImportResponse,
  ImportReviewRequest,
  ImportReviewResponse,
  RevisionBody,
  RevisionContentBody,
  RevisionRestore,
  SkillBody,
  SkillCreate,
  SkillDraft,
  SkillEvalBody,
  SkillEvalRequest,
  SkillLimitsBody,
  SkillPage,
  SkillRequirementsBody,
  SkillRestore,
  SkillSummary,
  SkillUpdate,
  TagChangeBody,
  TagCount,
} from '@repertoire/protocol'
import type { PageQuery } from './page-query.ts'
import { segment, type Transport } from './transport.ts'

export interface SkillQuery {
  /** Ranked search; without it the list is by slug. */
  readonly q?: string | undefined
  /** Comma-separated; all must be present. */
  readonly tags?: string | undefined
  readonly scope?: 'org' | 'user' | undefined
  readonly enabled?: boolean | 'true' | 'false' | undefined
  readonly source_id?: string | undefined
  readonly provenance?: SkillSummary['provenance'] | 'agent' | undefined
  readonly source?: SkillSummary['source'] | undefined
  readonly archived?: boolean | 'true' | 'false' | undefined
  readonly over_budget?: 'true' | undefined
  readonly used?: boolean | 'true' | 'false' | undefined
  readonly scripts?: boolean | 'true' | 'false' | undefined
  /** Only those in which the last scan found something. */
  readonly findings?: 'true' | undefined
  readonly changed_days?: number | undefined
  readonly sort?: 'slug' | 'cost' | 'used' | 'changed' | undefined
  readonly order?: 'asc' | 'desc' | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export interface FileOptions {
  readonly digest?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** A skill in one file, to be imported. */
export interface PackageUpload {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Used for the name if the file has none. */
  readonly filename?: string | undefined
  readonly scope?: 'org' | 'user' | undefined
  /** The digest of a content whose findings were read. */
  readonly acknowledged_findings?: string | undefined
}

/** An exported skill in one file. */
export interface ExportedPackage {
  readonly bytes: Uint8Array
  readonly format: 'md' | 'zip'
}

/** Skills: the library. */
export class SkillsResource {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  list(query: SkillQuery = {}, signal?: AbortSignal): Promise<SkillPage> {
    return this.#transport.json('/api/v1/skills', { query: { ...query }, signal })
  }

  /** The packages its scripts need, and whether they are installed. */
  requirements(id: string): Promise<SkillRequirementsBody> {
    return this.#transport.json(`/api/v1/skills/${segment(id)}/requirements`)
  }

  /** The same, with the exact packages, which the server asks its package index for. Nothing is installed. */
  resolveRequirements(id: string): Promise<SkillRequirementsBody> {
    const path = `/api/v1/skills/${segment(id)}/requirements/resolve`
    return this.#transport.json(path, { method: 'POST' })
  }

  /** For owners and admins: lets exactly these lists of packages be installed, in the whole organisation. */
  approveRequirements(id: string, digests: readonly string[]): Promise<SkillRequirementsBody> {
    const path = `/api/v1/skills/${segment(id)}/requirements/approve`
    return this.#transport.json(path, { method: 'POST', body: { digests } })
  }

  /** What it demands, as it is enforced for the tools of a turn with this agent or without one. */
  limits(id: string, agentId?: string): Promise<SkillLimitsBody> {
    const query = agentId === undefined ? {} : { agent_id: agentId }
    return this.#transport.json(`/api/v1/skills/${segment(id)}/limits`, { query })
  }

  /** Runs its trigger tests with the caller's routing. */
  runEvals(
    id: string,
    request: SkillEvalRequest = {},
    signal?: AbortSignal,
  ): Promise<SkillEvalBody> {
    const path = `/api/v1/skills/${segment(id)}/evals`
    return this.#transport.json(path, { method: 'POST', body: request, signal })
  }

  create(skill: SkillCreate & { readonly content: string }): Promise<SkillBody> {
    return this.#transport.json('/api/v1/skills', { method: 'POST', body: skill })
  }

  /**
   * Takes a skill from a registry among the sources, by its address there. For a member it waits for a review. Throws
   * `arrival.needs-reading` where somebody has to read it first.
   */
  takeFromRegistry(sourceUrl: string): Promise<SkillBody | CatalogWaiting> {
    const body: SkillCreate = { source_type: 'marketplace', source_url: sourceUrl }
    return this.#transport.json('/api/v1/skills', { method: 'POST', body })
  }

  /** Parses a SKILL.md; nothing is stored. */
  parse(content: string, signal?: AbortSignal): Promise<SkillDraft> {
    const body = { content }
    return this.#transport.json('/api/v1/skills/parse', { method: 'POST', body, signal })
  }

  tags(): Promise<{ items: TagCount[] }> {
    return this.#transport.json('/api/v1/skills/tags')
  }

  get(id: string): Promise<SkillBody> {
    return this.#transport.json(`/api/v1/skills/${segment(id)}`)
  }

  /** Changes only the given fields. `etag`: rejected as `skill.stale` when outdated. */
  update(id: string, change: SkillUpdate, etag?: string): Promise<SkillBody> {
    const path = `/api/v1/skills/${segment(id)}`
    return this.#transport.json(path, { method: 'PUT', body: change, etag })
  }

  remove(id: string, etag?: string): Promise<void> {
    return this.#transport.json(`/api/v1/skills/${segment(id)}`, { method: 'DELETE', etag })
  }

  /** Deleted skills you may restore, newest first; kept for 30 days. */
  deleted(query: PageQuery = {}): Promise<DeletedSkillPage> {
    return this.#transport.json('/api/v1/skills/deleted', { query: { ...query } })
  }

  /** Restores a skill; needs another `slug` when its own was taken (`skill.slug-taken`). */
  restore(id: string, body: SkillRestore = {}): Promise<SkillBody> {
    const path = `/api/v1/skills/${segment(id)}/restore`
    return this.#transport.json(path, { method: 'POST', body })
  }

  /** Deletes a deleted skill permanently. */
  forget(id: string): Promise<void> {
    return this.#transport.json(`/api/v1/skills/deleted/${segment(id)}`, { method: 'DELETE' })
  }

  /** Archives a skill: it is kept but not offered. */
  archive(id: string, etag?: string): Promise<SkillSummary> {
    const path = `/api/v1/skills/${segment(id)}/archive`
    return this.#transport.json(path, { method: 'POST', etag })
  }

  /** Unarchives and enables a skill. */
  unarchive(id: string, etag?: string): Promise<SkillSummary> {
    const path = `/api/v1/skills/${segment(id)}/unarchive`
    return this.#transport.json(path, { method: 'POST', etag })
  }

  revisions(id: string): Promise<{ items: RevisionBody[] }> {
    return this.#transport.json(`/api/v1/skills/${segment(id)}/revisions`)
  }

  revision(id: string, number: number): Promise<RevisionContentBody> {
    return this.#transport.json(`/api/v1/skills/${segment(id)}/revisions/${number}`)
  }

  /** Makes an earlier revision the newest one. */
  restoreRevision(
    id: string,
    number: number,
    { etag, reason = '', ...change }: RevisionRestore & { readonly etag?: string | undefined } = {},
  ): Promise<SkillBody> {
    const path = `/api/v1/skills/${segment(id)}/revisions/${number}/restore`
    return this.#transport.json(path, { method: 'POST', body: { reason, ...change }, etag })
  }

  /** Renames a tag on every skill you may write; an existing name merges both. */
  renameTag(tag: string, name: string): Promise<TagChangeBody> {
    const path = `/api/v1/skills/tags/${segment(tag)}`
    return this.#transport.json(path, { method: 'PATCH', body: { name } })
  }

  /** Removes a tag from every skill you may write. */
  removeTag(tag: string): Promise<TagChangeBody> {
    return this.#transport.json(`/api/v1/skills/tags/${segment(tag)}`, { method: 'DELETE' })
  }

  /** The bytes of one file, of the current revision unless `digest` is given. */
  async file(id: string, path: string, options: FileOptions = {}): Promise<Uint8Array> {
    const { digest, signal } = options
    const response = await this.#transport.raw(`/api/v1/skills/${segment(id)}/files`, {
      query: { path, digest },
      headers: { accept: 'application/octet-stream' },
      signal,
    })
    return new Uint8Array(await response.arrayBuffer())
  }

  /** Imports one skill as a SKILL.md or a zip of its folder; throws when it is rejected. */
  importPackage(upload: PackageUpload, signal?: AbortSignal): Promise<ImportedPackage> {
    const { bytes, filename, scope, acknowledged_findings } = upload
    // Every zip starts with these two bytes, and no frontmatter does.
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
    return this.#transport.json('/api/v1/skills/import', {
      method: 'POST',
      query: { scope, filename, acknowledged_findings },
      upload: { bytes, type: isZip ? 'application/zip' : 'text/markdown' },
      signal,
    })
  }

  /**
   * Exports a skill as its SKILL.md, or as a zip when it has more files or `format` is `zip`. `form`: `standard` (default)
   * is valid in the open format, `original` is byte for byte as stored.
   */
  exportPackage(
    id: string,
    format?: 'zip',
    form?: 'standard' | 'original',
  ): Promise<ExportedPackage> {
    return this.#export(id, { format, form })
  }

  /** Exports one revision as a zip in the standard form. */
  exportRevision(id: string, digest: string): Promise<ExportedPackage> {
    return this.#export(id, { format: 'zip', digest })
  }

  async #export(
    id: string,
    query: Readonly<Record<string, string | undefined>>,
  ): Promise<ExportedPackage> {
    const url = `/api/v1/skills/${segment(id)}/export`
    const response = await this.#transport.raw(url, {
      query,
      headers: { accept: 'application/zip, text/markdown' },
    })
    const isZip = response.headers.get('content-type') === 'application/zip'
    return { bytes: new Uint8Array(await response.arrayBuffer()), format: isZip ? 'zip' : 'md' }
  }

  /** Previews the import of up to 50 skills by their SKILL.md; nothing is stored. */
  reviewImport(request: ImportReviewRequest, signal?: AbortSignal): Promise<ImportReviewResponse> {
    const path = '/api/v1/imports/review'
    return this.#transport.json(path, { method: 'POST', body: request, signal })
  }

  /** Imports up to 50 skills; results are in order. */
  import(request: ImportRequest, signal?: AbortSignal): Promise<ImportResponse> {
    return this.#transport.json('/api/v1/imports', { method: 'POST', body: request, signal })
  }
}

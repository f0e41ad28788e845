import type {
  CatalogWaiting,
  ImportedPackage,
  RevisionRestore,
  SkillBody,
  SkillCreate,
  SkillDraft,
  SkillLimitsBody,
  SkillRequirementsBody,
  TagChangeBody,
} from '@repertoire/protocol'
import { Resource } from './resource.ts'
import { segment } from './transport.ts'

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
export class SkillsResource extends Resource {
  readonly list = this.call('get', '/api/v1/skills')

  /** How many skills of a list each further filter would leave. */
  readonly counts = this.call('get', '/api/v1/skills/counts')

  /** The packages its scripts need, and whether they are installed. */
  readonly requirements = this.call('get', '/api/v1/skills/{id}/requirements')

  /** The same, with the exact packages, which the server asks its package index for. Nothing is installed. */
  readonly resolveRequirements = this.call('post', '/api/v1/skills/{id}/requirements/resolve')

  /** For owners and admins: lets exactly these lists of packages be installed, in the whole organisation. */
  approveRequirements(id: string, digests: readonly string[]): Promise<SkillRequirementsBody> {
    const path = `/api/v1/skills/${segment(id)}/requirements/approve`
    return this.transport.json(path, { method: 'POST', body: { digests } })
  }

  /** What it demands, as it is enforced for the tools of a turn with this agent or without one. */
  limits(id: string, agentId?: string): Promise<SkillLimitsBody> {
    const query = agentId === undefined ? {} : { agent_id: agentId }
    return this.transport.json(`/api/v1/skills/${segment(id)}/limits`, { query })
  }

  /** Runs its trigger tests with the caller's routing. */
  readonly runEvals = this.call('post', '/api/v1/skills/{id}/evals')

  create(skill: SkillCreate & { readonly content: string }): Promise<SkillBody> {
    return this.transport.json('/api/v1/skills', { method: 'POST', body: skill })
  }

  /**
   * Takes a skill from a registry among the sources, by its address there. For a member it waits for a review. Throws
   * `arrival.needs-reading` where somebody has to read it first.
   */
  takeFromRegistry(sourceUrl: string): Promise<SkillBody | CatalogWaiting> {
    const body: SkillCreate = { source_type: 'marketplace', source_url: sourceUrl }
    return this.transport.json('/api/v1/skills', { method: 'POST', body })
  }

  /** Parses a SKILL.md; nothing is stored. */
  parse(content: string, signal?: AbortSignal): Promise<SkillDraft> {
    const body = { content }
    return this.transport.json('/api/v1/skills/parse', { method: 'POST', body, signal })
  }

  readonly tags = this.call('get', '/api/v1/skills/tags')
  readonly get = this.call('get', '/api/v1/skills/{id}')

  /** Changes only the given fields. `etag`: rejected as `skill.stale` when outdated. */
  readonly update = this.call('put', '/api/v1/skills/{id}')
  readonly remove = this.call('delete', '/api/v1/skills/{id}')

  /** Deleted skills you may restore, newest first; kept for 30 days. */
  readonly deleted = this.call('get', '/api/v1/skills/deleted')

  /** Restores a skill; needs another `slug` when its own was taken (`skill.slug-taken`). */
  readonly restore = this.call('post', '/api/v1/skills/{id}/restore')

  /** Deletes a deleted skill permanently. */
  readonly forget = this.call('delete', '/api/v1/skills/deleted/{id}')

  /** Archives a skill: it is kept but not offered. */
  readonly archive = this.call('post', '/api/v1/skills/{id}/archive')

  /** Unarchives and enables a skill. */
  readonly unarchive = this.call('post', '/api/v1/skills/{id}/unarchive')
  readonly revisions = this.call('get', '/api/v1/skills/{id}/revisions')
  readonly revision = this.call('get', '/api/v1/skills/{id}/revisions/{number}')

  /** Makes an earlier revision the newest one. */
  restoreRevision(
    id: string,
    number: number,
    { etag, reason = '', ...change }: RevisionRestore & { readonly etag?: string | undefined } = {},
  ): Promise<SkillBody> {
    const path = `/api/v1/skills/${segment(id)}/revisions/${number}/restore`
    return this.transport.json(path, { method: 'POST', body: { reason, ...change }, etag })
  }

  /** Renames a tag on every skill you may write; an existing name merges both. */
  renameTag(tag: string, name: string): Promise<TagChangeBody> {
    const path = `/api/v1/skills/tags/${segment(tag)}`
    return this.transport.json(path, { method: 'PATCH', body: { name } })
  }

  /** Removes a tag from every skill you may write. */
  readonly removeTag = this.call('delete', '/api/v1/skills/tags/{tag}')

  /** The bytes of one file, of the current revision unless `digest` is given. */
  async file(id: string, path: string, options: FileOptions = {}): Promise<Uint8Array> {
    const { digest, signal } = options
    const response = await this.transport.raw(`/api/v1/skills/${segment(id)}/files`, {
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
    return this.transport.json('/api/v1/skills/import', {
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
    const response = await this.transport.raw(url, {
      query,
      headers: { accept: 'application/zip, text/markdown' },
    })
    const isZip = response.headers.get('content-type') === 'application/zip'
    return { bytes: new Uint8Array(await response.arrayBuffer()), format: isZip ? 'zip' : 'md' }
  }

  /** Previews the import of up to 50 skills by their SKILL.md; nothing is stored. */
  readonly reviewImport = this.call('post', '/api/v1/imports/review')

  /** Imports up to 50 skills; results are in order. */
  readonly import = this.call('post', '/api/v1/imports')
}

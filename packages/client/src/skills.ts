import type {
  ImportRequest,
  ImportResponse,
  RevisionBody,
  RevisionContentBody,
  SkillBody,
  SkillCreate,
  SkillDraft,
  SkillPage,
  SkillUpdate,
  TagCount,
} from '@repertoire/protocol'
import { segment, type Transport } from './transport.ts'

export interface SkillQuery {
  /** Ranked search; without it the list is by slug. */
  readonly q?: string | undefined
  /** Comma-separated; every one must be present. */
  readonly tags?: string | undefined
  readonly scope?: 'org' | 'user' | undefined
  readonly enabled?: boolean | 'true' | 'false' | undefined
  readonly source_id?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
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

  create(skill: SkillCreate): Promise<SkillBody> {
    return this.#transport.json('/api/v1/skills', { method: 'POST', body: skill })
  }

  /** What a SKILL.md would become; nothing is stored. */
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

  /** Only what is given changes. `etag`: refused as `skill.stale` when it is no longer the current one. */
  update(id: string, change: SkillUpdate, etag?: string): Promise<SkillBody> {
    const path = `/api/v1/skills/${segment(id)}`
    return this.#transport.json(path, { method: 'PUT', body: change, etag })
  }

  remove(id: string, etag?: string): Promise<void> {
    return this.#transport.json(`/api/v1/skills/${segment(id)}`, { method: 'DELETE', etag })
  }

  revisions(id: string): Promise<{ items: RevisionBody[] }> {
    return this.#transport.json(`/api/v1/skills/${segment(id)}/revisions`)
  }

  revision(id: string, number: number): Promise<RevisionContentBody> {
    return this.#transport.json(`/api/v1/skills/${segment(id)}/revisions/${number}`)
  }

  /** The bytes of one file of the current revision. */
  async file(id: string, path: string): Promise<Uint8Array> {
    const query = { path }
    const headers = { accept: 'application/octet-stream' }
    const url = `/api/v1/skills/${segment(id)}/files`
    const response = await this.#transport.raw(url, { query, headers })
    return new Uint8Array(await response.arrayBuffer())
  }

  /** Up to 50 skills, each with its own result, in order. */
  import(request: ImportRequest, signal?: AbortSignal): Promise<ImportResponse> {
    return this.#transport.json('/api/v1/imports', { method: 'POST', body: request, signal })
  }
}

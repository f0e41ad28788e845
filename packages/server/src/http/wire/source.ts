import { ProblemError } from '@repertoire/core/base'
import type {
  SkillSource,
  SourceConfig,
  SourceItemRecord,
  SyncState,
} from '@repertoire/core/domain'
import type { SourceBody, SourceConfigInput, SourceItemBody } from '@repertoire/protocol'
import { toProblemSummary } from './conversation.ts'
import { etagOf } from './etag.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

/** A source as document A's table has it; the token never leaves the server. */
export function toSourceBody(source: SkillSource): SourceBody {
  const { config, sync } = source
  return {
    ...{ id: source.id, name: source.name, source_type: config.kind },
    config: {
      ...toAddress(config),
      sync_policy: source.syncPolicy,
      sync_interval_minutes: source.syncIntervalMinutes,
    },
    ...{ enabled: source.enabled, review_policy: source.reviewPolicy },
    minimum_update_age_days: source.minimumUpdateAgeDays,
    has_token: source.encryptedToken !== null,
    ...toSyncFields(sync),
    sync_alive_until: wireTimeOrNull(source.leaseUntil),
    ...{ created_by: source.createdBy, created_at: wireTime(source.createdAt) },
    ...{ updated_at: wireTime(source.updatedAt), etag: etagOf(source.version) },
  }
}

function toSyncFields(sync: SyncState) {
  return {
    last_sync_at: wireTimeOrNull(sync.lastSyncAt),
    last_sync_status: sync.status,
    last_sync_error: sync.error && toProblemSummary(sync.error),
    next_sync_at: wireTimeOrNull(sync.nextSyncAt),
    source_version: sync.version,
    notices: [...sync.notices],
    counts: sync.counts,
    progress: sync.progress,
  }
}

function toAddress(
  config: SourceConfig,
): Omit<SourceConfigInput, 'sync_policy' | 'sync_interval_minutes'> {
  switch (config.kind) {
    case 'github':
      return { repo: config.repo, ref: config.ref, path: config.path }
    case 'git':
      return { url: config.url, ref: config.ref, path: config.path }
    case 'url':
    case 'well-known':
    case 'plugin-marketplace':
      return { url: config.url }
    case 'marketplace':
    case 'clawhub':
      return { base_url: config.baseUrl, skills: [...config.skills] }
    case 'samples':
      return {}
  }
}

/** Throws ProblemError `source.invalid` when a field is missing, or does not belong to the kind. */
export function toSourceConfig(kind: SourceConfig['kind'], input: SourceConfigInput): SourceConfig {
  const { repo, url, base_url: baseUrl, skills } = input
  const ref = input.ref ?? null
  const path = (input.path ?? '').replace(/^\/+|\/+$/g, '')
  switch (kind) {
    case 'github':
      if (repo === undefined) throw missing('repo')
      return { kind, repo, ref, path }
    case 'git':
      if (url === undefined) throw missing('url')
      return { kind, url, ref, path }
    case 'url':
    case 'well-known':
    case 'plugin-marketplace':
      if (url === undefined) throw missing('url')
      return { kind, url }
    case 'marketplace':
    case 'clawhub':
      if (baseUrl === undefined) throw missing('base_url')
      return { kind, baseUrl, skills: skills ?? [] }
    case 'samples':
      return { kind }
  }
}

export function toSourceItemBody(record: SourceItemRecord, isEdited: boolean): SourceItemBody {
  const { entryId, name, slug, state, skillId, digest, problem } = record
  return {
    ...{ path: entryId, name, slug, state, skill_id: skillId, digest },
    edited_here: isEdited,
    problem: problem && toProblemSummary(problem),
  }
}

function missing(field: string): ProblemError {
  return new ProblemError({
    code: 'source.invalid',
    kind: 'invalid',
    message: `A source of this kind needs config.${field}.`,
    hint: 'docs/sources.md lists the fields of each kind.',
    details: { field },
  })
}

import type { DeletedSkill } from '@repertoire/core/domain'
import type { TagOutcome } from '@repertoire/core/ingest'
import { keptUntil } from '@repertoire/core/keep'
import type { PinnedSkill } from '@repertoire/core/use'
import type { DeletedSkillBody, PinnedSkillBody, TagChangeBody } from '@repertoire/protocol'
import { toProblemSummary } from './conversation.ts'
import { toRegistryPlace } from './registry-place.ts'
import { type PersonNames, toSkillSummary } from './skill.ts'
import { wireTime } from './time.ts'

export function toDeletedSkill(deleted: DeletedSkill, names: PersonNames): DeletedSkillBody {
  return {
    ...toSkillSummary(deleted.skill),
    deleted_at: wireTime(deleted.deletedAt),
    deleted_by: deleted.deletedBy,
    deleted_by_name: names.get(deleted.deletedBy) ?? null,
    kept_until: wireTime(keptUntil(deleted)),
  }
}

export function toTagChange(outcomes: readonly TagOutcome[]): TagChangeBody {
  const changed = outcomes.filter(({ status }) => status === 'changed').length
  return {
    changed,
    refused: outcomes.length - changed,
    results: outcomes.map((outcome) => {
      const { id, slug, head } = outcome.skill
      return {
        ...{ id, slug, name: head.name, status: outcome.status, revision: head.number },
        ...(outcome.status === 'refused' && { problem: toProblemSummary(outcome.problem) }),
      }
    }),
  }
}

export function toPinnedSkill(pinned: PinnedSkill): PinnedSkillBody {
  return {
    id: pinned.skillId,
    slug: pinned.slug,
    name: pinned.name,
    digest: pinned.digest,
    delivery: pinned.delivery,
    revision: pinned.revision,
    newer_revisions: pinned.newerRevisions,
    context_tokens: pinned.contextTokens,
    withdrawn: pinned.withdrawn,
    ...(pinned.renamedTo && { renamed_to: pinned.renamedTo }),
    ...(pinned.fetchedFrom && { from: toRegistryPlace(pinned.fetchedFrom) }),
  }
}

import type { AdvisoryException, AdvisoryList } from '@repertoire/core/domain'
import type { AdvisoryHere } from '@repertoire/core/ingest'
import type { AdvisoryBody, AdvisoryExceptionBody, AdvisoryListBody } from '@repertoire/protocol'
import { toProblemSummary } from './conversation.ts'
import type { PersonNames } from './skill.ts'
import { wireTime, wireTimeOrNull } from './time.ts'

export function toAdvisoryListBody(list: AdvisoryList): AdvisoryListBody {
  const { owner, url, signer, content, takenAt, checkedAt, problem } = list
  const status = problem ? 'failed' : checkedAt === null ? 'unchecked' : 'ok'
  return {
    ...{ owner, url, status, signer: { name: signer.name, identity: signer.identity } },
    problem: problem && toProblemSummary(problem),
    serial: content?.serial ?? null,
    expires_at: wireTimeOrNull(content?.expiresAt ?? null),
    advisories: content?.advisories.length ?? 0,
    ...{ taken_at: wireTimeOrNull(takenAt), checked_at: wireTimeOrNull(checkedAt) },
  }
}

export function toAdvisoryBody(
  { list, advisory, contents }: AdvisoryHere,
  people: PersonNames,
): AdvisoryBody {
  const { id, severity, reason, url } = advisory
  return {
    ...{ list, id, severity, reason, url },
    contents: contents.map(({ digest, skills, isRevoked, exception, conversations }) => ({
      digest,
      skills: skills.map((skill) => ({
        ...{ skill_id: skill.id, slug: skill.slug, enabled: skill.enabled },
      })),
      revoked: isRevoked,
      exception: exception && toAdvisoryExceptionBody(exception, people),
      conversations: conversations.map(({ id: conversation, lastDay }) => ({
        id: conversation,
        last_used_on: dayText(lastDay),
      })),
    })),
  }
}

export function toAdvisoryExceptionBody(
  { digest, advisoryIds, reason, by, at }: AdvisoryException,
  people: PersonNames,
): AdvisoryExceptionBody {
  const said = { digest, advisories: [...advisoryIds], reason }
  return { ...said, by, by_name: people.get(by) ?? null, at: wireTime(at) }
}

function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10)
}

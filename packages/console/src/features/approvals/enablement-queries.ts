import { useQuery } from '@tanstack/react-query'
import { revisionsQuery } from '../../shared/api/queries.ts'
import { skillFileQuery } from '../../shared/queries/skill-file-query.ts'
import type { ApprovalQuestion } from './approval-question.ts'

/** SKILL.md and the other files of exactly the revision a yes is for; without a text while it is not known. */
export function useEnablementText(question: ApprovalQuestion) {
  const asked = question.type === 'skill_enablement' && question.status === 'pending'
  const skillId = asked ? (question.skillId ?? '') : ''
  const digest = asked ? question.digest : ''
  const revisions = useQuery({ ...revisionsQuery(skillId), enabled: skillId !== '' })
  const revision = revisions.data?.items.find((one) => one.digest === digest)
  const entry = revision?.files.find(({ path }) => path === 'SKILL.md')
  const file = useQuery({
    ...skillFileQuery({ skillId, digest, entry: entry ?? none }),
    enabled: entry !== undefined,
  })
  return {
    revision: revision ?? null,
    text: file.data ? new TextDecoder().decode(file.data) : null,
    error: revisions.error ?? file.error,
    retry: () => void (revisions.isError ? revisions.refetch() : file.refetch()),
    /** The skill no longer has this revision. */
    gone: revisions.isSuccess && entry === undefined,
  }
}

const none = { path: '', size: 0, sha256: '', executable: false }

import type { SkillBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient, skillQuery } from '../../shared/api/queries.ts'
import {
  keepSkillDraft,
  readSkillDraft,
  type SkillDraft,
} from '../../shared/browser/skill-draft.ts'
import { showErrorToast } from '../../shared/design/error-toast.ts'

const draftOf = ({ content, enabled, etag }: SkillBody): SkillDraft => ({
  source: content,
  enabled,
  etag,
})

/** Unsaved changes of a skill: kept as drafts, saved against the version they began from. */
export function useSkillEditing(skill: SkillBody) {
  const [kept] = useState(() => readSkillDraft(skill.id))
  const [draft, setDraft] = useState<SkillDraft>(() => kept ?? draftOf(skill))
  const [restored, setRestored] = useState(kept !== null)
  const [theirs, setTheirs] = useState<SkillBody | null>(null)
  const changed = draft.source !== skill.content || draft.enabled !== skill.enabled
  useEffect(() => keepSkillDraft(skill.id, changed ? draft : null), [skill.id, changed, draft])
  const read = useRef(skill)
  useEffect(() => {
    const before = read.current
    read.current = skill
    setDraft((now) => rebased(now, before, skill))
  }, [skill])
  /** What was written after `sent` went off goes on from what was saved. */
  function settle(saved: SkillBody, sent?: SkillDraft): void {
    queryClient.setQueryData(skillQuery(skill.id).queryKey, saved)
    setDraft((now) =>
      sent === undefined || (now.source === sent.source && now.enabled === sent.enabled)
        ? draftOf(saved)
        : { ...now, etag: saved.etag },
    )
    setRestored(false)
    setTheirs(null)
  }
  const saving = useMutation({
    mutationFn: ({ reason, sent }: { reason: string; sent: SkillDraft; over?: true }) => {
      const { source, enabled, etag } = sent
      return api.skills.update(skill.id, { content: source, enabled, reason }, etag)
    },
    onSuccess: async (saved, { sent, over }) => {
      settle(saved, over ? undefined : sent)
      toast.success(`Saved as revision ${saved.revision}`)
      await queryClient.invalidateQueries({ queryKey: ['skills'] })
    },
    onError: async (error) => {
      if (problemOf(error).status !== 412) showErrorToast(error)
      else setTheirs(await api.skills.get(skill.id))
    },
  })
  return {
    draft,
    changed,
    restored,
    theirs,
    saving,
    save: (reason: string) => saving.mutate({ reason, sent: draft }),
    edit: (change: Partial<SkillDraft>) => setDraft((before) => ({ ...before, ...change })),
    discard: () => settle(theirs ?? skill),
    keepEditing: () => setTheirs(null),
    saveOver: (source: string) => {
      if (!theirs) return
      const sent = { source, enabled: draft.enabled, etag: theirs.etag }
      saving.mutate({ reason: '', sent, over: true })
    },
  }
}

/**
 * Unsaved changes after the skill was read again: without any it is shown as it is now; else they go on from it,
 * unless somebody else wrote its text meanwhile, which a save is held up for.
 */
function rebased(draft: SkillDraft, before: SkillBody, skill: SkillBody): SkillDraft {
  if (before === skill) return draft
  const { source, enabled, etag } = draft
  const switched = enabled !== before.enabled
  const written = source !== before.content
  if ((!written && !switched) || (source === skill.content && enabled === skill.enabled))
    return draftOf(skill)
  if (etag !== before.etag || before.content !== skill.content) return draft
  return { source, enabled: switched ? enabled : skill.enabled, etag: skill.etag }
}

import type { SkillBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { api } from '../shell/api.ts'
import { complain } from '../shell/complain.ts'
import { problemOf } from '../shell/problem.ts'
import { queryClient, skillQuery } from '../shell/queries.ts'
import { keepSkillDraft, readSkillDraft, type SkillDraft } from './skill-draft.ts'

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
  useEffect(() => {
    // Nothing of ours is unsaved, so what the server says now is what is shown.
    if (!changed) setDraft(draftOf(skill))
  }, [changed, skill])
  function settle(saved: SkillBody): void {
    queryClient.setQueryData(skillQuery(skill.id).queryKey, saved)
    setDraft(draftOf(saved))
    setRestored(false)
    setTheirs(null)
  }
  const saving = useMutation({
    mutationFn: ({ reason, over }: { reason: string; over?: SkillDraft }) => {
      const { source, enabled, etag } = over ?? draft
      return api.skills.update(skill.id, { content: source, enabled, reason }, etag)
    },
    onSuccess: async (saved) => {
      settle(saved)
      toast.success(`Saved as revision ${saved.revision}`)
      await queryClient.invalidateQueries({ queryKey: ['skills'] })
    },
    onError: async (error) => {
      if (problemOf(error).status !== 412) complain(error)
      else setTheirs(await api.skills.get(skill.id))
    },
  })
  return {
    draft,
    changed,
    restored,
    theirs,
    saving,
    edit: (change: Partial<SkillDraft>) => setDraft((before) => ({ ...before, ...change })),
    discard: () => settle(theirs ?? skill),
    keepEditing: () => setTheirs(null),
    saveOver: (source: string) => {
      if (!theirs) return
      saving.mutate({ reason: '', over: { source, enabled: draft.enabled, etag: theirs.etag } })
    },
  }
}

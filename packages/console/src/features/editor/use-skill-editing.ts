import type { SkillBody } from '@repertoire/protocol'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { problemOf } from '../../shared/api/problem.ts'
import { queryClient, skillQuery } from '../../shared/api/queries.ts'
import {
  draftAfterRead,
  draftAfterSave,
  draftOf,
  draftOver,
  type FileDeletion,
  type FileDraft,
  isChanged,
  keepSkillDraft,
  pathAfter,
  readSkillDraft,
  type SkillDraft,
  withFile,
  withoutChangesOf,
  withoutFile,
  withPath,
} from '../../shared/browser/skill-draft.ts'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { showErrorMessage, showToast } from '../../shared/design/show-toast.ts'
import { skillFileQuery } from '../../shared/queries/skill-file-query.ts'

interface Save {
  readonly reason: string
  readonly sent: SkillDraft
  /** It was decided after somebody else had saved. */
  readonly over?: true
}

/** Unsaved changes of a skill: kept as drafts, saved against the version they began from. */
export function useSkillEditing(skill: SkillBody) {
  const [kept] = useState(() => readSkillDraft(skill.id))
  const [draft, setDraft] = useState<SkillDraft>(() => kept ?? draftOf(skill))
  const [restored, setRestored] = useState(kept !== null)
  const [theirs, setTheirs] = useState<SkillBody | null>(null)
  const [reason, setReason] = useState('')
  const changed = isChanged(draft, skill)
  useEffect(() => keepSkillDraft(skill.id, changed ? draft : null), [skill.id, changed, draft])
  const read = useRef(skill)
  useEffect(() => {
    const before = read.current
    read.current = skill
    setDraft((now) => draftAfterRead(now, before, skill))
  }, [skill])
  /** What was written after `sent` went off goes on from what was saved. */
  function settle(saved: SkillBody, sent?: SkillDraft): void {
    queryClient.setQueryData(skillQuery(skill.id).queryKey, saved)
    setDraft((now) => (sent === undefined ? draftOf(saved) : draftAfterSave(now, sent, saved)))
    setRestored(false)
    setTheirs(null)
  }
  const saving = useMutation({
    mutationFn: ({ reason, sent }: Save) => saveDraft(skill.id, reason.trim(), sent),
    onSuccess: async (saved, { reason, sent, over }) => {
      knowFiles(saved, sent)
      settle(saved, over ? undefined : sent)
      setReason((now) => (now === reason ? '' : now))
      showToast(`Saved as revision ${saved.revision}`)
      await queryClient.invalidateQueries({ queryKey: ['skills'], predicate: isNoFile })
    },
    onError: async (error) => {
      const { status, code } = problemOf(error)
      if (code === 'skill.org-scope-forbidden') await tellMoved()
      else if (status !== 412) showErrorToast(error)
      else setTheirs(await api.skills.get(skill.id))
    },
  })
  return {
    draft,
    changed,
    restored,
    theirs,
    saving,
    reason,
    setReason,
    save: () => saving.mutate({ reason, sent: draft }),
    /** Resolves to whether it is saved. */
    saveNow: () =>
      saving.mutateAsync({ reason, sent: draft }).then(
        () => true,
        () => false,
      ),
    edit: (change: Partial<SkillDraft>) => setDraft((before) => ({ ...before, ...change })),
    editFile: (file: FileDraft, original: string | null) =>
      setDraft((before) => ({ ...before, files: withFile(before.files, file, original) })),
    renameFile: (path: string, to: string) => setDraft((now) => withPath(now, path, to)),
    deleteFile: (file: FileDeletion) => setDraft((now) => withoutFile(now, file)),
    undeleteFile: (path: string) =>
      setDraft((now) => ({
        ...now,
        deleted: (now.deleted ?? []).filter((file) => file.path !== path),
      })),
    dropFile: (path: string) => setDraft((now) => withoutChangesOf(now, path)),
    discard: () => settle(theirs ?? skill),
    keepEditing: () => setTheirs(null),
    saveOver: (source: string) => {
      if (!theirs) return
      saving.mutate({ reason, sent: { ...draftOver(draft, theirs), source }, over: true })
    },
  }
}

/** The organisation took the skill over while it was open. The page says then what can be done with the changes. */
async function tellMoved(): Promise<void> {
  showErrorMessage(
    'It was not saved: this is the organisation’s skill now',
    'Your changes are kept. Save them as your own skill.',
  )
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['skills'], predicate: isNoFile }),
    queryClient.invalidateQueries({ queryKey: ['reviews'] }),
  ])
}

function saveDraft(id: string, reason: string, draft: SkillDraft) {
  const { source, enabled, etag, files, renamed = [], deleted = [] } = draft
  const gone = deleted.map(({ path }) => path)
  const moved = renamed.filter(({ from }) => !gone.includes(from))
  const written = files
    .filter(({ path }) => !gone.includes(path))
    .map(({ path, text }) => ({ path: pathAfter(draft, path), content: text }))
  const change = {
    ...{ content: source, enabled, reason },
    ...(written.length > 0 && { file_texts: written }),
    ...(moved.length > 0 && { file_renames: [...moved] }),
    ...(gone.length > 0 && { file_deletions: gone }),
  }
  return api.skills.update(id, change, etag)
}

/** What was just sent need not be fetched, and the editor does not blink. */
function knowFiles({ id, digest, files }: SkillBody, sent: SkillDraft): void {
  for (const { path, text } of sent.files) {
    const entry = files.find((file) => file.path === pathAfter(sent, path))
    if (!entry) continue
    const { queryKey } = skillFileQuery({ skillId: id, digest, entry })
    queryClient.setQueryData(queryKey, new TextEncoder().encode(text))
  }
}

/** Files never change: their key is their hash. */
const isNoFile = ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey[1] !== 'file'

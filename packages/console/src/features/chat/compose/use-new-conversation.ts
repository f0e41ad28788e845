import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { queryClient } from '../../../shared/api/queries.ts'
import { keepDraft, readDraft } from '../../../shared/browser/drafts.ts'
import { showErrorToast } from '../../../shared/design/error-toast.ts'
import { showErrorMessage } from '../../../shared/design/show-toast.ts'
import { planUpload } from '../files/upload-plan.ts'
import { uploadFiles } from '../files/use-file-changes.ts'
import { activateSkill } from './activate-skill.ts'
import type { ComposerParts } from './composer-parts.ts'
import { keepAttachedNames } from './use-attached-names.ts'
import { draftMessage } from './use-message-draft.ts'

/** A conversation that begins with its first message, its first skill or its first file. */
export function useNewConversation(agent: string | undefined) {
  const navigate = useNavigate()
  const [beginning, setBeginning] = useState(false)
  /** Begins one, does the first thing in it, and goes there with what is written and not sent. */
  async function beginWith(first: (id: string) => Promise<string | null>): Promise<void> {
    if (beginning) return
    setBeginning(true)
    try {
      const { id } = await api.conversations.create(agent ? { agent_id: agent } : {})
      const unsent = await first(id)
      void queryClient.invalidateQueries({ queryKey: ['conversations', 'list'] })
      // What was written meanwhile goes along.
      const written = readDraft('chat.new') ?? ''
      keepDraft(`chat.${id}`, unsent === null ? written : draftMessage(unsent, written))
      keepDraft('chat.new', null)
      await navigate({ to: '/chat/$id', params: { id } })
    } catch (error) {
      showErrorToast(error)
      throw error
    } finally {
      setBeginning(false)
    }
  }
  const begin = (text: string) =>
    beginWith((id) =>
      api.conversations.sendWithoutWaiting(id, text).then(
        () => null,
        (error: unknown) => {
          showErrorToast(error)
          return text
        },
      ),
    )
  async function take(chosen: readonly File[]): Promise<void> {
    const { send, refused } = planUpload(chosen, [])
    for (const refusal of refused) showErrorMessage(refusal)
    if (send.length === 0) return
    await beginWith(async (id) => {
      keepAttachedNames(`chat.${id}`, await uploadFiles(id, send))
      return null
    })
  }
  const parts: ComposerParts = {
    skills: {
      active: [],
      onChoose: (skill) =>
        void beginWith((id) => activateSkill(id, skill).then(() => null)).catch(alreadyShown),
    },
    files: {
      names: [],
      busy: beginning,
      onTake: (files) => void take(files).catch(alreadyShown),
      onLeaveOut: () => {},
      onSent: () => {},
    },
  }
  return { beginning, begin, parts }
}

/** A failure that a toast has said. */
function alreadyShown(): void {}

import type { SkillBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { api } from '../../../shared/api/api.ts'
import { Button, buttonClass } from '../../../shared/design/button.tsx'
import { Failed } from '../../../shared/design/states.tsx'
import { Messages } from '../../chat/messages.tsx'
import { useConversation } from '../../chat/use-conversation.ts'

interface TryPanelProps {
  readonly skill: SkillBody
  /** There are unsaved changes, which a trial does not see. */
  readonly changed: boolean
}

/** A conversation beside the text, with the saved skill enabled under the rules that hold everywhere. */
export function TryPanel({ skill, changed }: TryPanelProps) {
  const start = useMutation({
    mutationFn: async () => {
      const { id } = await api.conversations.create({ title: titleOf(skill) })
      await api.conversations.activate(id, skill.slug)
      return { id, revision: skill.revision }
    },
  })
  const trial = start.data
  return (
    <section aria-label="Trial" className="card flex min-h-[60vh] flex-1 flex-col lg:min-h-0">
      <header className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-1.5 text-xs">
        <span className="flex-1 text-ink-2">
          Tries revision {trial?.revision ?? skill.revision}
          {changed && '. Unsaved changes are not in it'}
        </span>
        {trial && (
          <>
            <Button size="small" variant="quiet" onClick={() => start.mutate()}>
              Start again
            </Button>
            <Link
              to="/chat/$id"
              params={{ id: trial.id }}
              className={buttonClass('quiet', 'small')}
            >
              Open in chat
            </Link>
          </>
        )}
      </header>
      {start.isError && <Failed what="The trial did not start" error={start.error} />}
      {trial ? (
        <Conversation key={trial.id} id={trial.id} />
      ) : (
        <div className="flex flex-col items-start gap-3 p-4">
          <p className="text-ink-2">
            Starts a conversation with this skill enabled. It stays among your conversations.
          </p>
          <Button variant="primary" disabled={start.isPending} onClick={() => start.mutate()}>
            <Play size={14} aria-hidden="true" /> {start.isPending ? 'Starting…' : 'Start a trial'}
          </Button>
        </div>
      )}
    </section>
  )
}

function Conversation({ id }: { readonly id: string }) {
  const live = useConversation(id)
  if (live.connection === 'failed') {
    return (
      <Failed what="This conversation could not be read" error={live.error} onRetry={live.retry} />
    )
  }
  return <Messages id={id} live={live} />
}

/** A conversation's title is at most 200 characters long. */
function titleOf({ name }: SkillBody): string {
  return `Try ${renderAnnotations(name)}`.slice(0, 120)
}

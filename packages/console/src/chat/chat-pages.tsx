import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { ArrowDown, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import { Button } from '../design/button.tsx'
import { keepDraft } from '../design/drafts.ts'
import { Failed, Loading } from '../design/states.tsx'
import { api } from '../shell/api.ts'
import { problemOf } from '../shell/problem.ts'
import { conversationQuery, queryClient } from '../shell/queries.ts'
import { Announcer } from './announcer.tsx'
import { BudgetPill } from './budget-pill.tsx'
import { ChatLayout } from './chat-layout.tsx'
import { Composer } from './composer.tsx'
import { titleOf } from './conversation-list.tsx'
import { openTurn, type TurnView } from './conversation-view.ts'
import { Suggestions } from './suggestions.tsx'
import { PersonMessage, Turn } from './turn.tsx'
import { type LiveConversation, useConversation } from './use-conversation.ts'
import { useReadingPlace } from './use-reading-place.ts'

function complain(error: unknown): void {
  const { message, hint } = problemOf(error)
  toast.error(message, { description: hint })
}

/** A conversation that begins with its first message. */
export function NewChatPage() {
  const navigate = useNavigate()
  async function begin(text: string): Promise<void> {
    try {
      const { id } = await api.conversations.create()
      await api.conversations.sendWithoutWaiting(id, text).catch((error: unknown) => {
        keepDraft(`chat.${id}`, text)
        complain(error)
      })
      await queryClient.invalidateQueries({ queryKey: ['conversations', 'list'] })
      await navigate({ to: '/chat/$id', params: { id } })
    } catch (error) {
      complain(error)
      throw error
    }
  }
  return (
    <ChatLayout title="New conversation">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Suggestions onPick={(text) => void begin(text).catch(() => undefined)} />
      </div>
      <div className="mx-auto w-full max-w-3xl px-4 pb-4">
        <Composer draftName="chat.new" onSend={begin} />
      </div>
    </ChatLayout>
  )
}

export function ConversationPage() {
  const { id } = useParams({ from: '/app/chat/$id' })
  const conversation = useQuery(conversationQuery(id))
  const live = useConversation(id)
  const skills = live.view.skills ?? conversation.data?.skills
  return (
    <ChatLayout
      title={conversation.data ? titleOf(conversation.data) : 'Conversation'}
      side={skills && <BudgetPill conversationId={id} skills={skills} />}
    >
      {live.connection === 'failed' ? (
        <Failed
          what="This conversation could not be read"
          error={live.error}
          onRetry={live.retry}
        />
      ) : (
        <Messages key={id} id={id} live={live} />
      )}
    </ChatLayout>
  )
}

/** What stands in the empty message field. */
function placeholderFor(status: TurnView['status'] | undefined): string {
  if (status === 'running') return 'The agent is at work…'
  return status === 'waiting' ? 'The agent waits for your answer above…' : 'Ask something…'
}

function Messages({ id, live }: { readonly id: string; readonly live: LiveConversation }) {
  const { view, connection } = live
  const { box, content, away, jump } = useReadingPlace()
  const [sent, setSent] = useState<{ text: string; messageId: string | null } | null>(null)
  const open = openTurn(view)
  const arrived = sent?.messageId != null && view.turns.some(({ key }) => key === sent.messageId)
  useEffect(() => {
    if (arrived) setSent(null)
  }, [arrived])
  async function send(text: string): Promise<void> {
    setSent({ text, messageId: null })
    jump('read')
    try {
      const turn = await api.conversations.sendWithoutWaiting(id, text)
      setSent({ text, messageId: turn.message_id })
    } catch (error) {
      setSent(null)
      complain(error)
      throw error
    }
  }
  return (
    <>
      <div className="relative min-h-0 flex-1">
        <div
          ref={box}
          role="log"
          aria-label="Messages"
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the log is scrolled with the keyboard
          tabIndex={0}
          className="h-full overflow-y-auto outline-offset-[-2px] [overflow-anchor:none]"
        >
          <div ref={content} className="mx-auto w-full max-w-3xl divide-y divide-line px-4 pb-4">
            {connection === 'loading' && <Loading label="Loading the conversation" />}
            {view.turns.map((turn) => (
              <Turn key={turn.key} turn={turn} conversationId={id} />
            ))}
            {sent && !arrived && (
              <div className="py-5">
                <PersonMessage text={sent.text} faded />
              </div>
            )}
          </div>
        </div>
        {away && (
          <Button
            size="small"
            className="absolute bottom-3 left-1/2 -translate-x-1/2"
            onClick={() => jump('end')}
          >
            <ArrowDown size={14} aria-hidden="true" /> Jump to latest
          </Button>
        )}
      </div>
      <Announcer view={view} />
      <div className="mx-auto w-full max-w-3xl px-4 pb-4">
        {connection === 'reconnecting' && (
          <p role="status" className="mb-2 flex items-center gap-2 text-xs text-warn-ink">
            <WifiOff size={14} aria-hidden="true" /> The connection was lost. Reconnecting…
          </p>
        )}
        <Composer
          draftName={`chat.${id}`}
          onSend={send}
          disabled={connection === 'loading'}
          placeholder={placeholderFor(open?.status)}
          onStop={open ? () => void api.conversations.cancel(id).catch(complain) : undefined}
        />
      </div>
    </>
  )
}

import { ArrowDown, WifiOff } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { showErrorToast } from '../../shared/design/error-toast.ts'
import { Loading } from '../../shared/design/states.tsx'
import { AgentDeletedNotice } from './agent-deleted-notice.tsx'
import { useComposerParts } from './compose/use-composer-parts.ts'
import type { OfferedText } from './compose/use-message-draft.ts'
import { Composer } from './composer.tsx'
import { openTurn, type TurnView } from './conversation-view.ts'
import { latestTodo } from './latest-todo.ts'
import { LiveRegion } from './live-region.tsx'
import { type MessageActions, MessageActionsContext } from './message-actions.ts'
import { RestrictionChip } from './restriction-chip.tsx'
import { TodoBar } from './todo-bar.tsx'
import { PersonMessage, Turn } from './turn.tsx'
import type { LiveConversation } from './use-conversation.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'
import { WaitingNotice } from './waiting-notice.tsx'

interface Sent {
  readonly text: string
  /** Turns that were there by then. */
  readonly before: number
  readonly messageId: string | null
}

interface MessagesProps {
  readonly id: string
  readonly live: LiveConversation
  /** Nobody answers any more, so nothing can be written. */
  readonly agentDeleted?: boolean
}

/** The turns of a conversation, and where the next one is written. */
export function Messages({ id, live, agentDeleted = false }: MessagesProps) {
  const { view, connection } = live
  const { box, content, away, jump } = useScrollAnchor()
  const [sent, setSent] = useState<Sent | null>(null)
  const open = openTurn(view)
  const arrived = sent !== null && hasArrived(sent, view.turns)
  useEffect(() => {
    if (arrived) setSent(null)
  }, [arrived])
  async function send(text: string): Promise<void> {
    const before = view.turns.length
    setSent({ text, before, messageId: null })
    jump('read')
    try {
      const turn = await api.conversations.sendWithoutWaiting(id, text)
      setSent({ text, before, messageId: turn.message_id })
    } catch (error) {
      setSent(null)
      showErrorToast(error)
      throw error
    }
  }
  const parts = useComposerParts(id, view.skills)
  const [offered, setOffered] = useState<OfferedText | null>(null)
  const latestSend = useRef(send)
  latestSend.current = send
  const ready =
    !agentDeleted && open === null && (sent === null || arrived) && connection !== 'loading'
  const actions = useMemo<MessageActions>(
    () => ({
      // The message is in the log, where it can be taken from again.
      send: (text) => void latestSend.current(text).catch(() => {}),
      edit: (text) => setOffered({ text }),
      ready,
    }),
    [ready],
  )
  return (
    <MessageActionsContext value={actions}>
      {/* In a window too short for both, at 400 % zoom, the page scrolls from the messages to the field. */}
      <div className="relative min-h-36 flex-1">
        <div
          ref={box}
          role="log"
          aria-label="Messages"
          aria-live="off"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the log is scrolled with the keyboard
          tabIndex={0}
          className="h-full overflow-y-auto outline-offset-[-2px] [overflow-anchor:none]"
        >
          <div
            ref={content}
            className="mx-auto w-full max-w-[752px] divide-y divide-line px-4 pb-4"
          >
            {connection === 'loading' && <Loading label="Loading the conversation" />}
            {view.turns.map((turn, index) => (
              <Turn
                key={turn.key}
                turn={turn}
                conversationId={id}
                last={index === view.turns.length - 1}
              />
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
      <LiveRegion view={view} />
      <div className="mx-auto w-full max-w-[752px] px-4 pb-4">
        {connection === 'reconnecting' && (
          <p role="status" className="mb-2 flex items-center gap-2 text-xs text-warn-ink">
            <WifiOff size={14} aria-hidden="true" /> The connection was lost. Reconnecting…
          </p>
        )}
        <RestrictionChip view={view} />
        {open?.status === 'waiting' && <WaitingNotice />}
        <TodoBar items={latestTodo(view)} />
        {agentDeleted ? (
          <AgentDeletedNotice />
        ) : (
          <Composer
            draftName={`chat.${id}`}
            onSend={send}
            offered={offered}
            disabled={connection === 'loading'}
            placeholder={placeholderFor(open?.status)}
            parts={parts}
            onStop={
              open ? () => void api.conversations.cancel(id).catch(showErrorToast) : undefined
            }
          />
        )}
      </div>
    </MessageActionsContext>
  )
}

/** What stands in the empty message field. */
function placeholderFor(status: TurnView['status'] | undefined): string {
  if (status === 'running') return 'The agent is at work…'
  return status === 'waiting' ? 'The agent waits for your answer above…' : 'Ask something…'
}

/** A quick agent is heard before the page is told which message is its own. */
function hasArrived({ text, before, messageId }: Sent, turns: readonly TurnView[]): boolean {
  return turns.slice(before).some(({ key, message }) => key === messageId || message?.text === text)
}

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate, useParams } from '@tanstack/react-router'
import { MessageCircleOff } from 'lucide-react'
import { buttonClass } from '../design/button.tsx'
import { keepDraft } from '../design/drafts.ts'
import { Empty, Failed } from '../design/states.tsx'
import { api } from '../shell/api.ts'
import { complain } from '../shell/complain.ts'
import { problemOf } from '../shell/problem.ts'
import { conversationQuery, queryClient } from '../shell/queries.ts'
import { AgentChoice, AgentLabel } from './agent-choice.tsx'
import { BudgetPill } from './budget-pill.tsx'
import { ChatLayout } from './chat-layout.tsx'
import { Composer } from './composer.tsx'
import { titleOf } from './conversation-list.tsx'
import { FilesPanel } from './files/files-panel.tsx'
import { Messages } from './messages.tsx'
import { Suggestions } from './suggestions.tsx'
import { useConversation } from './use-conversation.ts'

const newChat = getRouteApi('/app/chat')

/** A conversation that begins with its first message. */
export function NewChatPage() {
  const navigate = useNavigate()
  const { agent } = newChat.useSearch()
  async function begin(text: string): Promise<void> {
    try {
      const { id } = await api.conversations.create(agent ? { agent_id: agent } : {})
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
    <ChatLayout
      title="New conversation"
      side={
        <AgentChoice
          chosen={agent}
          onChange={(id) =>
            void navigate({ to: '/chat', search: id ? { agent: id } : {}, replace: true })
          }
        />
      }
    >
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
      side={
        <>
          {conversation.data && <AgentLabel conversation={conversation.data} />}
          {conversation.data && <FilesPanel conversationId={id} />}
          {skills && <BudgetPill conversationId={id} skills={skills} />}
        </>
      }
    >
      {live.connection === 'failed' ? (
        <Unreadable error={live.error} onRetry={live.retry} />
      ) : (
        <Messages key={id} id={id} live={live} />
      )}
    </ChatLayout>
  )
}

interface UnreadableProps {
  readonly error: unknown
  readonly onRetry: () => void
}

function Unreadable({ error, onRetry }: UnreadableProps) {
  if (problemOf(error).status !== 404) {
    return <Failed what="This conversation could not be read" error={error} onRetry={onRetry} />
  }
  return (
    <Empty
      icon={<MessageCircleOff size={20} />}
      title="There is no such conversation"
      action={
        <Link to="/chat" className={buttonClass('primary')}>
          New conversation
        </Link>
      }
    >
      It was deleted, or it belongs to somebody else.
    </Empty>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { MessageCircleOff } from 'lucide-react'
import { problemOf } from '../../shared/api/problem.ts'
import { conversationQuery } from '../../shared/api/queries.ts'
import { buttonClass } from '../../shared/design/button.tsx'
import { EmptyPage, Failed } from '../../shared/design/states.tsx'
import { AgentLabel, isAgentDeleted } from './agent-choice.tsx'
import { BudgetPill } from './budget-pill.tsx'
import { ChatLayout } from './chat-layout.tsx'
import { titleOf } from './conversation-title.ts'
import { FilesPanel } from './files/files-panel.tsx'
import { Messages } from './messages.tsx'
import { skillsNow } from './skills-now.ts'
import { useConversation } from './use-conversation.ts'

/** A conversation, as it goes on. */
export function ConversationPage() {
  const { id } = useParams({ from: '/app/chat/$id' })
  const conversation = useQuery(conversationQuery(id))
  const live = useConversation(id)
  const skills = skillsNow(live.view.skills, conversation.data?.skills)
  return (
    <ChatLayout
      title={conversation.data ? titleOf(conversation.data) : 'Conversation'}
      side={
        <>
          {conversation.data && <AgentLabel conversation={conversation.data} />}
          {conversation.data && <FilesPanel conversationId={id} />}
          {skills && (
            <BudgetPill conversationId={id} skills={skills} left={live.view.leftOverBudget} />
          )}
        </>
      }
    >
      {live.connection === 'failed' ? (
        <ConversationProblem error={live.error} onRetry={live.retry} />
      ) : (
        <Messages
          key={id}
          id={id}
          live={live}
          agentDeleted={conversation.data ? isAgentDeleted(conversation.data) : false}
        />
      )}
    </ChatLayout>
  )
}

interface ConversationProblemProps {
  readonly error: unknown
  readonly onRetry: () => void
}

function ConversationProblem({ error, onRetry }: ConversationProblemProps) {
  if (problemOf(error).status !== 404) {
    return <Failed what="This conversation could not be read" error={error} onRetry={onRetry} />
  }
  return (
    <EmptyPage
      icon={<MessageCircleOff size={20} />}
      title="There is no such conversation"
      action={
        <Link to="/chat" className={buttonClass('primary')}>
          New conversation
        </Link>
      }
    >
      It was deleted, or it belongs to somebody else.
    </EmptyPage>
  )
}

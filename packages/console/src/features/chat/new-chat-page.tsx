import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { preload } from '../../shared/api/preload.ts'
import { settingsQuery } from '../../shared/api/queries.ts'
import { AgentChoice } from './agent-choice.tsx'
import { ChatLayout } from './chat-layout.tsx'
import { useNewConversation } from './compose/use-new-conversation.ts'
import { Composer } from './composer.tsx'
import { DemoNotice } from './first/demo-notice.tsx'
import { FirstSteps } from './first/first-steps.tsx'
import { Suggestions } from './first/suggestions.tsx'

const newChat = getRouteApi('/app/chat')

/** A conversation that begins with its first message. */
export function NewChatPage() {
  const navigate = useNavigate()
  const { agent } = newChat.useSearch()
  const { beginning, begin, parts } = useNewConversation(agent)
  useEffect(() => preload(loadConversation), [])
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
        <div className="grid w-full max-w-[1216px] justify-between gap-x-12 gap-y-8 px-4 py-8 sm:px-8 xl:grid-cols-[minmax(0,720px)_288px] xl:py-16">
          <div className="min-w-0">
            <h2 className="text-xl">Ask something. Repertoire finds the skill.</h2>
            <p className="mt-1 mb-5 text-base text-ink-2">{useHowSkillsAreUsed()}</p>
            <Composer
              draftName="chat.new"
              onSend={begin}
              disabled={beginning}
              placeholder={beginning ? 'The conversation begins…' : 'Ask something…'}
              parts={parts}
            />
            <DemoNotice />
            <Suggestions
              disabled={beginning}
              onPick={(text) => void begin(text).catch(() => undefined)}
            />
          </div>
          <FirstSteps />
        </div>
      </div>
    </ChatLayout>
  )
}

/** In the words of the organisation's policy. */
function useHowSkillsAreUsed(): string {
  const policy = useQuery(settingsQuery).data?.skill_enablement_policy
  if (policy === 'prompt-user') {
    return 'It asks you before an agent uses one, and shows what it costs.'
  }
  if (policy === 'admin-only') return 'Owners and admins say which ones an agent uses.'
  return 'You see which one an agent uses, and what it costs.'
}

const loadConversation = () => import('./conversation-page.tsx')

import { MarkedText } from '../../shared/design/marked-text.tsx'
import { ApprovalFacts } from './approval-facts.tsx'
import type { ApprovalQuestion } from './approval-question.ts'
import { AuthoredToolSubject } from './authored-tool-subject.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { ConnectorFacts } from './connector-facts.tsx'
import { ConversationLink } from './conversation-link.tsx'
import { EnablementText } from './enablement-text.tsx'
import { InstallationSubject } from './installation-subject.tsx'
import { MemorySubject } from './memory-subject.tsx'
import { SkillChangeSubject } from './skill-change-subject.tsx'
import { ToolCallSubject } from './tool-call-subject.tsx'

interface ApprovalSubjectProps {
  readonly question: ApprovalQuestion
  readonly linkConversation: boolean
}

/** What a question is about, in words and facts. */
export function ApprovalSubject({ question, linkConversation }: ApprovalSubjectProps) {
  switch (question.type) {
    case 'skill_enablement':
      return (
        <>
          {question.status === 'pending' && <Description text={question.description} />}
          {question.status === 'pending' && <ConflictNotice question={question} />}
          <Reason text={question.reason} />
          <ApprovalFacts question={question} linkConversation={linkConversation} />
          {question.status === 'pending' && <EnablementText question={question} />}
        </>
      )
    case 'connector_access':
      return (
        <>
          {question.status === 'pending' && <Description text={question.connector.description} />}
          <Reason text={question.reason} />
          <ConnectorFacts question={question} linkConversation={linkConversation} />
        </>
      )
    case 'skill_change':
      return (
        <>
          <Reason text={question.reason} />
          <SkillChangeSubject question={question} linkConversation={linkConversation} />
        </>
      )
    case 'authored_tool':
      return <AuthoredToolSubject question={question} linkConversation={linkConversation} />
    case 'tool_call':
      return (
        <>
          <Reason text={question.reason} />
          <ToolCallSubject question={question} linkConversation={linkConversation} />
        </>
      )
    case 'package_installation':
      return <InstallationSubject question={question} linkConversation={linkConversation} />
    case 'observation_change':
      return <MemorySubject question={question} linkConversation={linkConversation} />
    case 'clarification':
      return (
        <>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            <MarkedText text={question.text} />
          </p>
          {linkConversation && (
            <p className="text-xs">
              <ConversationLink id={question.conversationId} />
            </p>
          )}
        </>
      )
  }
}

function Description({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <p className="whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
      <MarkedText text={text} />
    </p>
  )
}

function Reason({ text }: { readonly text: string }) {
  if (text === '') return null
  return (
    <blockquote className="border-l-2 border-line-strong pl-3">
      <p className="text-xs text-ink-3">The agent’s words</p>
      <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">
        <MarkedText text={text} />
      </p>
    </blockquote>
  )
}

import { MarkedText } from '../../shared/design/marked-text.tsx'
import type { InstallationQuestion } from './approval-question.ts'
import { ConversationLink } from './conversation-link.tsx'
import { PackageLists } from './package-lists.tsx'

interface InstallationSubjectProps {
  readonly question: InstallationQuestion
  readonly linkConversation: boolean
}

/** Which packages would be installed, dependencies included, and for whom. */
export function InstallationSubject({ question, linkConversation }: InstallationSubjectProps) {
  const { installation, status, conversationId } = question
  return (
    <>
      {status === 'pending' && (
        <p className="text-ink-2">
          A script of <MarkedText text={installation.skill} /> needs them. They come from the
          server’s package index, run nothing while they are installed, and work only inside the
          sandbox. This holds for your whole organisation, and for exactly these versions.
        </p>
      )}
      <PackageLists lists={installation.lists} />
      {linkConversation && (
        <p className="text-xs">
          <ConversationLink id={conversationId} />
        </p>
      )}
    </>
  )
}

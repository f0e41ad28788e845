import type { PendingRevisionBody } from '@repertoire/protocol'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Section } from '../../shared/design/section.tsx'
import { FindingList } from './finding-list.tsx'
import { PermissionList } from './permission-list.tsx'
import { TriggerTestList } from './trigger-test-list.tsx'
import { TrustFacts } from './trust-facts.tsx'

interface RevisionAssessmentProps {
  readonly revision: PendingRevisionBody
  /** Somebody wants to see a file that a finding is in. */
  readonly onShow: (path: string) => void
}

/** What a revision asks for, what is known of it, and what it would do to the messages that find skills. */
export function RevisionAssessment({ revision, onShow }: RevisionAssessmentProps) {
  const { proposal, state, trust, diagnostics } = revision
  return (
    <>
      <Section
        title="What it asks for"
        description={
          revision.kind === 'new'
            ? 'Read from its frontmatter, instructions and scripts.'
            : 'What the skill here does not ask for is marked as new.'
        }
      >
        <PermissionList
          permissions={revision.asks}
          {...(revision.kind === 'update' && { added: revision.new_asks })}
        />
      </Section>
      {/* What an agent writes has no licence and no signature. */}
      {!proposal && (
        <Section title="What is known of it">
          <TrustFacts report={trust} />
        </Section>
      )}
      <Section
        title="Findings"
        description="Rules that read every file. They find known tricks, not every trick."
      >
        <FindingList
          report={trust}
          onShow={onShow}
          {...(state === 'held' && { subject: { arrival_id: revision.id } })}
        />
      </Section>
      {state === 'held' && <TriggerTestList arrival={revision} />}
      {diagnostics.length > 0 && (
        <Section title="Remarks" description="How the package was read.">
          <ul aria-label="Remarks" className="flex flex-col gap-1 text-xs text-ink-2">
            {diagnostics.map(({ code, message, line }) => (
              <li key={`${code} ${line} ${message}`}>
                <MarkedText text={message} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

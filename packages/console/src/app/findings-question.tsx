import { Finding } from '../features/revisions/finding-list.tsx'
import { answerQuestion, type FoundInContent } from '../shared/api/accept-findings.ts'
import { Button } from '../shared/design/button.tsx'
import { Modal } from '../shared/design/dialog.tsx'
import { mayTakeFindings } from '../shared/session/may.ts'
import { useMe } from '../shared/session/use-me.ts'

/** Shows what was found, and asks. */
export function FindingsQuestion({ found }: { readonly found: FoundInContent }) {
  const allowed = mayTakeFindings(useMe(), found.needed_role)
  return (
    <Modal
      open
      wide
      onClose={() => answerQuestion(false)}
      title={
        found.verdict === 'blocked' ? 'The scan blocks this skill' : 'Read this before it is saved'
      }
      description={found.message}
    >
      {found.findings.length > 0 && (
        <ul aria-label="Findings" className="card divide-y divide-line">
          {found.findings.map((finding) => (
            <Finding
              key={`${finding.rule} ${finding.path} ${finding.line} ${finding.column}`}
              finding={finding}
            />
          ))}
        </ul>
      )}
      <p className="mt-3 text-xs text-ink-3">
        {allowed
          ? 'Your yes holds for exactly this content, and is in the audit log.'
          : `Only ${whoMay[found.needed_role]} may take it.`}
      </p>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={() => answerQuestion(false)}>Back</Button>
        {allowed && (
          <Button variant="danger" onClick={() => answerQuestion(true)}>
            I read it, take it
          </Button>
        )}
      </div>
    </Modal>
  )
}

const whoMay = {
  owner: 'an owner',
  administrator: 'an owner or admin',
  writer: 'who may write it',
} as const

import { UserCheck } from 'lucide-react'
import { AnswerDeadline } from './answer-deadline.tsx'

/** Says whom a question waits for, instead of buttons that would fail. */
export function AdministratorsAnswer({ expiresAt }: { readonly expiresAt: string }) {
  return (
    <div className="flex flex-col gap-2 border-t border-line bg-inset px-4 py-3">
      <p className="flex items-start gap-2 text-ink-2">
        <UserCheck size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
        An owner or admin of your organisation answers this. They see it among their approvals.
      </p>
      <AnswerDeadline expiresAt={expiresAt} />
    </div>
  )
}

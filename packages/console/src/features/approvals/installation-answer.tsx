import { useCan } from '../../shared/session/use-me.ts'
import { AdministratorsAnswer } from './administrators-answer.tsx'
import { ApprovalAnswer } from './approval-answer.tsx'
import type { InstallationQuestion } from './approval-question.ts'

/** Packages are approved by owners and admins alone. */
export function InstallationAnswer({ question }: { readonly question: InstallationQuestion }) {
  const mayApprove = useCan('packages.approve')
  if (mayApprove) return <ApprovalAnswer question={question} />
  return <AdministratorsAnswer expiresAt={question.expiresAt} />
}

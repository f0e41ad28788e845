import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../shared/api/queries.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { AdministratorsAnswer } from './administrators-answer.tsx'
import { ApprovalAnswer } from './approval-answer.tsx'
import type { ConnectorQuestion } from './approval-question.ts'

/** Allow or not; where only owners and admins may say so, a member is told whom it waits for. */
export function ConnectorAnswer({ question }: { readonly question: ConnectorQuestion }) {
  const answersForAll = useCan('connectors.answer')
  const { data } = useQuery(settingsQuery)
  const access = new Map(Object.entries(data?.connector_access ?? {}))
  const forOthers = !answersForAll && access.get(question.connector.name) === 'ask-admin'
  if (!forOthers) return <ApprovalAnswer question={question} />
  return <AdministratorsAnswer expiresAt={question.expiresAt} />
}

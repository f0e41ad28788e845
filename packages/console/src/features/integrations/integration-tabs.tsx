import { Link } from '@tanstack/react-router'
import { PageTabs, pageTab } from '../../shared/design/page-tabs.tsx'
import { useCan } from '../../shared/session/use-me.ts'

/** What is connected in either direction: what brings skills along, and what asks for them from outside. */
export function IntegrationTabs() {
  const usesConversations = useCan('conversations.use')
  if (!useCan('skills.read') || !usesConversations) return null
  return (
    <PageTabs label="Integrations">
      <Link to="/integrations" className={pageTab}>
        Integrations
      </Link>
      <Link to="/connect" className={pageTab}>
        Connect your agent
      </Link>
    </PageTabs>
  )
}

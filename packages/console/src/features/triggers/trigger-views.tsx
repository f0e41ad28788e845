import { Link } from '@tanstack/react-router'
import { PageTabs, pageTab } from '../../shared/design/page-tabs.tsx'
import { useCan } from '../../shared/session/use-me.ts'

/** The two lists of triggers; members have only their own, and no choice. */
export function TriggerViews() {
  if (!useCan('agents.write')) return null
  return (
    <PageTabs label="Whose triggers">
      <Link to="/triggers" activeOptions={{ exact: true }} className={pageTab}>
        Yours
      </Link>
      <Link to="/triggers/everybody" className={pageTab}>
        Everybody’s
      </Link>
    </PageTabs>
  )
}

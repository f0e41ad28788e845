import { Link } from '@tanstack/react-router'
import { PageTabs, pageTab } from '../../shared/design/page-tabs.tsx'

/** The two places to look for skills: what the sources were read for, and a registry that is asked. */
export function BrowseTabs() {
  return (
    <PageTabs label="Where to look">
      <Link to="/sources/browse" className={pageTab}>
        Your sources
      </Link>
      <Link to="/sources/registry" className={pageTab}>
        Registry
      </Link>
    </PageTabs>
  )
}

import { Link } from '@tanstack/react-router'
import { PageTabs, pageTab } from '../../shared/design/page-tabs.tsx'

/** What was done: turn by turn, and script by script. */
export function TraceTabs() {
  return (
    <PageTabs label="What was done">
      <Link to="/traces" className={pageTab}>
        Turns
      </Link>
      <Link to="/runs" className={pageTab}>
        Runs
      </Link>
    </PageTabs>
  )
}

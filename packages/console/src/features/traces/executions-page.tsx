import { Link } from '@tanstack/react-router'
import { Page } from '../../shared/design/page.tsx'
import { ExecutionList } from '../executions/execution-list.tsx'
import { TraceTabs } from './trace-tabs.tsx'

/** All that was run on this person's behalf. */
export function ExecutionsPage() {
  return (
    <Page
      title="Runs"
      subtitle="Scripts and commands that were run for you. Nobody else sees them."
    >
      <TraceTabs />
      <ExecutionList
        whenEmpty={
          <>
            An agent runs what a skill brings, or you do: open one of your{' '}
            <Link to="/skills" className="underline">
              skills
            </Link>{' '}
            and take “Run…” in its files.
          </>
        }
      />
    </Page>
  )
}

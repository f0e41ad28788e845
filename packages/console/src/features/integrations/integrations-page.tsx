import { useQuery } from '@tanstack/react-query'
import { Blocks } from 'lucide-react'
import { Page } from '../../shared/design/page.tsx'
import { Empty, QueryPlaceholder } from '../../shared/design/states.tsx'
import { IntegrationCard } from './integration-card.tsx'
import { integrationsQuery } from './integration-queries.ts'
import { IntegrationTabs } from './integration-tabs.tsx'

/** What can be set up, for whom it is, and what became of each skill. */
export function IntegrationsPage() {
  const integrations = useQuery(integrationsQuery)
  const items = integrations.data?.items ?? []
  return (
    <Page
      title="Integrations"
      subtitle="Folders on the server that bring skills along. What you wrote or edited stays as it is."
    >
      <IntegrationTabs />
      <QueryPlaceholder for={integrations} what="Integrations" rows={6} />
      {integrations.isSuccess && items.length === 0 && (
        <NoneYet folder={integrations.data.folder} />
      )}
      {items.length > 0 && (
        <ul aria-label="Integrations" className="flex flex-col gap-4">
          {items.map((integration) => (
            <li key={integration.domain}>
              <IntegrationCard integration={integration} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

const example = `integrations/
└── issue-tracker/
    ├── manifest.yaml
    └── skills/
        └── sprint-report/
            └── SKILL.md`

const manifest = `name: Issue tracker
version: 1.0.0`

function NoneYet({ folder }: { readonly folder: string | null }) {
  return (
    <>
      <Empty icon={<Blocks size={20} />} title="No integration is there yet">
        {folder ? (
          <p>
            Put a folder into{' '}
            <code className="font-mono text-xs [overflow-wrap:anywhere]">{folder}</code> on the
            server. It appears here at once.
          </p>
        ) : (
          <p>An owner or admin of the server puts them there as folders.</p>
        )}
      </Empty>
      {folder && (
        <div className="flex max-w-[720px] flex-col gap-3">
          <figure>
            <figcaption className="mb-1 text-xs text-ink-2">For example</figcaption>
            <pre className="card overflow-x-auto p-3 font-mono text-xs">{example}</pre>
          </figure>
          <figure>
            <figcaption className="mb-1 text-xs text-ink-2">with this manifest.yaml</figcaption>
            <pre className="card overflow-x-auto p-3 font-mono text-xs">{manifest}</pre>
          </figure>
        </div>
      )}
    </>
  )
}

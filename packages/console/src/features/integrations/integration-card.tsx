import type { IntegrationBody } from '@repertoire/protocol'
import { ExternalLink } from 'lucide-react'
import { useId } from 'react'
import { Notice } from '../../shared/design/notice.tsx'
import { BundledSkills } from './bundled-skills.tsx'
import { EntryRow } from './entry-row.tsx'
import { OutcomeList } from './outcome-list.tsx'
import { useIntegrationActions } from './use-integration-actions.ts'

const scopes = ['org', 'user'] as const

export function IntegrationCard({ integration }: { readonly integration: IntegrationBody }) {
  const { domain, name, version, description, homepage, problem, skills, entries } = integration
  const title = useId()
  const actions = useIntegrationActions(integration)
  // What is broken cannot be set up, only taken away where it is.
  const shown = scopes
    .map((scope) => ({ scope, entry: entries.find((entry) => entry.scope === scope) }))
    .filter(({ entry }) => !problem || entry)
  return (
    <article aria-labelledby={title} className="card overflow-hidden">
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 pt-4">
        <h2 id={title} className="text-base [overflow-wrap:anywhere]">
          {name}
        </h2>
        {version !== null && <span className="text-xs text-ink-3">Version {version}</span>}
        {name !== domain && <span className="font-mono text-xs text-ink-3">{domain}</span>}
        {homepage && (
          <a
            href={homepage}
            target="_blank"
            rel="noreferrer noopener"
            className="inline-flex min-h-6 items-center gap-1 text-xs text-accent-ink underline underline-offset-2"
          >
            Homepage <ExternalLink size={12} aria-hidden="true" />
            <span className="sr-only">of {name}, in a new tab</span>
          </a>
        )}
      </header>
      {description && (
        <p className="px-4 pt-1 text-ink-2 [overflow-wrap:anywhere]">{description}</p>
      )}
      {problem && (
        <div className="px-4 pt-3">
          <Notice tone="bad" title={problem.message}>
            {problem.hint}
          </Notice>
        </div>
      )}
      <div className="mt-4 divide-y divide-line border-t border-line">
        {shown.map(({ scope, entry }) => (
          <EntryRow
            key={scope}
            integration={integration}
            scope={scope}
            entry={entry}
            actions={actions}
          />
        ))}
        {actions.outcomes && <OutcomeList name={name} outcomes={actions.outcomes} />}
        {skills.length > 0 && <BundledSkills name={name} skills={skills} />}
      </div>
    </article>
  )
}

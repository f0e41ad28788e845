import { useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { Notice } from '../../shared/design/notice.tsx'
import { Section } from '../../shared/design/section.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { connectorsQuery } from '../../shared/queries/organisation-queries.ts'
import { ConnectorRow } from './connector-row.tsx'

const example = `# connectors.yaml, in the server’s data folder
wiki:
  title: Company wiki
  url: https://wiki.example/mcp
  headers:
    Authorization: Bearer \${WIKI_TOKEN}
files:
  command: npx
  args: ["-y", "some-mcp-server"]`

interface ConnectorsSectionProps {
  /** Tests them, and says who may use them. */
  readonly writable: boolean
  /** Adds, edits and removes those of the organisation. */
  readonly changeable: boolean
}

/** The MCP servers of the organisation: how they are, what they can do, who may use them. */
export function ConnectorsSection({ writable, changeable }: ConnectorsSectionProps) {
  const connectors = useQuery(connectorsQuery)
  const items = connectors.data?.items ?? []
  return (
    <Section
      title="Connectors"
      description="MCP servers whose tools agents can call. An owner adds them here by their address; whoever runs this server may write others into a file."
    >
      <QueryPlaceholder for={connectors} what="Connectors" rows={2} />
      {connectors.data?.file_problem && (
        <Notice tone="warn" title="The newest connectors.yaml was not taken over">
          {connectors.data.file_problem}
        </Notice>
      )}
      {connectors.data && items.length === 0 && <NoConnectors changeable={changeable} />}
      {items.length > 0 && (
        <ul aria-label="Connectors" className="card divide-y divide-line">
          {items.map((connector) => (
            <ConnectorRow
              key={`${connector.source} ${connector.name}`}
              connector={connector}
              writable={writable}
              changeable={changeable}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function NoConnectors({ changeable }: Pick<ConnectorsSectionProps, 'changeable'>) {
  return (
    <div className="card flex gap-3 p-4">
      <Plug size={18} className="mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">No connectors yet</p>
        <p className="mb-3 text-xs text-ink-2">
          {changeable
            ? 'Choose Add connector, give the address of an MCP server, test it, and say who may use it. Agents ask before they call it.'
            : 'An owner adds an MCP server here by its address.'}
        </p>
        <details>
          <summary className="min-h-6 cursor-pointer text-xs text-ink-2">
            Local programs and servers inside this network go into connectors.yaml
          </summary>
          <p className="my-2 text-xs text-ink-2">
            Whoever runs this server writes the file; it is read again when it changes.
          </p>
          <pre className="whitespace-pre-wrap rounded-lg border border-line bg-inset p-3 font-mono text-xs [overflow-wrap:anywhere]">
            {example}
          </pre>
        </details>
      </div>
    </div>
  )
}

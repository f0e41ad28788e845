import type { ConnectorBody } from '@repertoire/protocol'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Plug } from 'lucide-react'
import { useRef } from 'react'
import { toast } from 'sonner'
import { Badge, type BadgeVariant } from '../design/badge.tsx'
import { Button } from '../design/button.tsx'
import { Notice } from '../design/notice.tsx'
import { Section } from '../design/section.tsx'
import { QueryPlaceholder } from '../design/states.tsx'
import { useFocusBack } from '../design/use-focus-back.ts'
import { api } from '../shell/api.ts'
import { showErrorToast } from '../shell/error-toast.ts'
import { queryClient } from '../shell/queries.ts'
import { changeSettings, settingsScope } from './change-settings.ts'
import { ConnectorTools } from './connector-tools.tsx'
import { connectorsQuery } from './organisation-queries.ts'

type Access = ConnectorBody['access']

const accesses: readonly { readonly value: Access; readonly label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'ask-admin', label: 'Ask an admin' },
  { value: 'ask', label: 'Ask the person' },
  { value: 'open', label: 'At once' },
]

const statuses: Record<
  ConnectorBody['status'],
  { readonly label: string; readonly tone: BadgeVariant }
> = {
  idle: { label: 'Not in use', tone: 'neutral' },
  starting: { label: 'Starting', tone: 'neutral' },
  ready: { label: 'Connected', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  misconfigured: { label: 'Misconfigured', tone: 'warn' },
}

const example = `# connectors.yaml, in the server’s data folder
wiki:
  title: Company wiki
  url: https://wiki.example/mcp
  headers:
    Authorization: Bearer \${WIKI_TOKEN}
files:
  command: npx
  args: ["-y", "some-mcp-server"]`

/** The MCP servers the operator connected: how they are, what they can do, who may use them. */
export function ConnectorsSection({ writable }: { readonly writable: boolean }) {
  const connectors = useQuery(connectorsQuery)
  const items = connectors.data?.items ?? []
  return (
    <Section
      title="Connectors"
      description="Outside systems whose tools agents can call. The operator of this server connects them; here you say who may use them."
    >
      <QueryPlaceholder for={connectors} what="Connectors" rows={2} />
      {connectors.data?.file_problem && (
        <Notice tone="warn" title="The newest connectors.yaml was not taken over">
          {connectors.data.file_problem}
        </Notice>
      )}
      {connectors.data && items.length === 0 && <NoConnectors />}
      {items.length > 0 && (
        <ul aria-label="Connectors" className="card divide-y divide-line">
          {items.map((connector) => (
            <ConnectorRow key={connector.name} connector={connector} writable={writable} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function NoConnectors() {
  return (
    <div className="card flex gap-3 p-4">
      <Plug size={18} className="mt-0.5 shrink-0 text-ink-3" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="font-medium">No connectors yet</p>
        <p className="mb-3 text-xs text-ink-2">
          Whoever runs this server connects MCP servers in a file; it is read again when it changes.
        </p>
        <pre className="whitespace-pre-wrap rounded-lg border border-line bg-inset p-3 font-mono text-xs [overflow-wrap:anywhere]">
          {example}
        </pre>
      </div>
    </div>
  )
}

/** When agents ask before they send to it. */
function Reach({ connector: { open_world: openWorld } }: { readonly connector: ConnectorBody }) {
  if (openWorld === null) return null
  return (
    <p className="text-xs text-ink-3">
      {openWorld
        ? 'Reaches strangers: after outside text each call is asked for.'
        : 'Reaches no stranger: the rules for its tools decide alone.'}
    </p>
  )
}

interface ConnectorRowProps {
  readonly connector: ConnectorBody
  readonly writable: boolean
}

function ConnectorRow({ connector, writable }: ConnectorRowProps) {
  const { name, title, description, endpoint, status, problem } = connector
  const usable = status !== 'misconfigured'
  const left = connector.tools_left_out
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-40 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            {title} <Badge tone={statuses[status].tone}>{statuses[status].label}</Badge>
          </p>
          {description && <p className="text-xs text-ink-2">{description}</p>}
          <p className="font-mono text-xs text-ink-3 [overflow-wrap:anywhere]">
            {endpoint === null ? name : `${name} · ${endpoint}`}
          </p>
          <Reach connector={connector} />
        </div>
        {usable && <AccessSelect connector={connector} writable={writable} />}
        {usable && writable && <CheckButton name={name} />}
      </div>
      {problem && (
        <Notice tone={usable ? 'bad' : 'warn'} title="It does not work">
          {problem}
        </Notice>
      )}
      {usable && connector.access !== 'off' && (
        <ConnectorTools name={name} title={title} count={connector.tools} />
      )}
      {left > 0 && (
        <p className="text-xs text-ink-3">
          {left} more {left === 1 ? 'was' : 'were'} left out: odd names, or schemas that are too
          long.
        </p>
      )}
    </li>
  )
}

function AccessSelect({ connector: { name, title, access }, writable }: ConnectorRowProps) {
  const change = useMutation({
    scope: settingsScope,
    mutationFn: (value: Access) =>
      changeSettings(({ connector_access }) => ({
        connector_access: { ...connector_access, [name]: value },
      })),
    onError: showErrorToast,
    onSettled: refresh,
  })
  const select = useRef<HTMLSelectElement>(null)
  useFocusBack(select, change.isPending)
  return (
    <select
      ref={select}
      aria-label={`Who may use ${title}`}
      value={change.isPending ? change.variables : access}
      disabled={!writable || change.isPending}
      onChange={(event) => change.mutate(event.target.value as Access)}
      className="field-base h-8 w-44 py-0"
    >
      {accesses.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

function CheckButton({ name }: { readonly name: string }) {
  const check = useMutation({
    mutationFn: () => api.connectors.check(name),
    onSuccess: (found) => {
      if (found.status === 'ready') toast.success(`${found.title} works`)
    },
    onError: showErrorToast,
    onSettled: refresh,
  })
  return (
    <Button size="small" disabled={check.isPending} onClick={() => check.mutate()}>
      {check.isPending ? 'Checking…' : 'Check'}
    </Button>
  )
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['connectors'] })

import type { ConnectorBody } from '@repertoire/protocol'
import { Zap } from 'lucide-react'
import { useRef } from 'react'
import { api } from '../../shared/api/api.ts'
import { Badge, type BadgeLabel } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useFocusBack } from '../../shared/design/use-focus-back.ts'
import { changeSettings, settingsScope } from '../../shared/queries/change-settings.ts'
import { ConnectorMenu } from './connector-menu.tsx'
import { refreshConnectors } from './connector-queries.ts'
import { ConnectorTools } from './connector-tools.tsx'
import { TestFound, TestProgress } from './test-result.tsx'

type Access = ConnectorBody['access']

const accesses: readonly { readonly value: Access; readonly label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'ask-admin', label: 'Ask an admin' },
  { value: 'ask', label: 'Ask the person' },
  { value: 'open', label: 'At once' },
]

const statuses: Record<ConnectorBody['status'], BadgeLabel> = {
  idle: { text: 'Not in use', tone: 'neutral' },
  starting: { text: 'Starting', tone: 'neutral' },
  ready: { text: 'Connected', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  misconfigured: { text: 'Misconfigured', tone: 'warn' },
}

interface ConnectorRowProps {
  readonly connector: ConnectorBody
  readonly writable: boolean
  readonly changeable: boolean
}

/** A connector with its test, whose result stands in the row. */
export function ConnectorRow({ connector, writable, changeable }: ConnectorRowProps) {
  const { name, title, description, endpoint, status, problem } = connector
  const test = useAction({
    mutationFn: () => api.connectors.check(name),
    onSettled: refreshConnectors,
  })
  // A result from before a change says nothing about what is there now.
  const found = test.data?.etag === connector.etag && !test.isPending ? test.data : undefined
  const usable = status !== 'misconfigured'
  const left = connector.tools_left_out
  const badge = statuses[status]
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-48 flex-1">
          <p className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
            <bdi>
              <MarkedText text={title} />
            </bdi>{' '}
            <Badge tone={badge.tone}>{badge.text}</Badge>
          </p>
          {description && (
            <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
              <MarkedText text={description} />
            </p>
          )}
          <p className="font-mono text-xs text-ink-3 [overflow-wrap:anywhere]">
            {endpoint === null ? name : `${name} · ${endpoint}`}
          </p>
          <Origin connector={connector} />
          <ConnectorReach connector={connector} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {usable && <AccessSelect connector={connector} writable={writable} />}
          {usable && writable && (
            <Button
              size="small"
              className="min-w-20"
              disabled={test.isPending}
              aria-label={`Test ${title}`}
              onClick={() => test.mutate()}
            >
              <Zap size={13} aria-hidden="true" />
              {test.isPending ? 'Testing' : 'Test'}
            </Button>
          )}
          {changeable && connector.source === 'organisation' && (
            <ConnectorMenu connector={connector} />
          )}
        </div>
      </div>
      <p role="status" className="text-xs text-ink-2 empty:hidden">
        {test.isPending && <TestProgress />}
        {found?.status === 'ready' && <TestFound found={found} />}
      </p>
      {problem && !test.isPending && (
        <Notice
          tone={usable ? 'bad' : 'warn'}
          urgent={found !== undefined}
          title="It does not work"
        >
          <p>
            <MarkedText text={problem} />
          </p>
          {found?.hint && <p>{found.hint}</p>}
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

/** Where it comes from, and as whom it is called. */
function Origin({ connector: { source, headers } }: Pick<ConnectorRowProps, 'connector'>) {
  if (source === 'file') {
    return <p className="text-xs text-ink-3">From connectors.yaml on the server; read only here.</p>
  }
  if (headers.length === 0) return null
  return (
    <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">
      Called with {headers.map(({ name }) => name).join(', ')}
    </p>
  )
}

/** When agents ask before they send to it. */
function ConnectorReach({
  connector: { open_world: openWorld },
}: Pick<ConnectorRowProps, 'connector'>) {
  if (openWorld === null) return null
  return (
    <p className="text-xs text-ink-3">
      {openWorld
        ? 'Reaches third parties: after outside text each call is asked for.'
        : 'Reaches no third party: the rules for its tools decide alone.'}
    </p>
  )
}

function AccessSelect({
  connector: { name, title, access },
  writable,
}: Omit<ConnectorRowProps, 'changeable'>) {
  const change = useAction({
    scope: settingsScope,
    mutationFn: (value: Access) =>
      changeSettings(({ connector_access }) => ({
        connector_access: { ...connector_access, [name]: value },
      })),
    onSettled: refreshConnectors,
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
      className="field-base h-8 w-36 py-0"
    >
      {accesses.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

import type { SandboxHealthBody } from '@repertoire/protocol'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '../../shared/api/api.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Notice } from '../../shared/design/notice.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { Section } from '../../shared/design/section.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'

const sandboxQuery = queryOptions({
  queryKey: ['sandbox'],
  queryFn: () => api.executions.sandbox(),
  refetchInterval: 5_000,
})

/** What scripts run in, and what to install when they cannot. */
export function SandboxSection() {
  const sandbox = useQuery(sandboxQuery)
  return (
    <Section
      title="Sandbox"
      titleShown={false}
      description="What runs the scripts of skills and the commands of agents, here or where the server sends them."
    >
      <QueryPlaceholder for={sandbox} what="The state of the sandbox" rows={2} />
      {sandbox.data && <Health health={sandbox.data} />}
      <p className="mt-4">
        <Link to="/runs" className="underline">
          What was run for you
        </Link>
      </p>
    </Section>
  )
}

const runtimeNames: Record<SandboxHealthBody['runtimes'][number]['runtime'], string> = {
  python: 'Python',
  node: 'Node.js',
  shell: 'Shell',
}

function Health({ health }: { readonly health: SandboxHealthBody }) {
  const { backend, available, reason, runtimes, running, queued, warm } = health
  // One elsewhere says it of itself in its own name.
  const open = backend.includes('unisolated')
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{backend}</span>
        <Badge tone={available && !open ? 'good' : 'bad'}>
          {!available ? 'Scripts cannot run' : open ? 'Nothing isolates' : 'Scripts can run'}
        </Badge>
      </p>
      {!available && (
        <Notice tone="warn" title="What is missing">
          {reason}
        </Notice>
      )}
      {available && open && (
        <Notice tone="bad" title="Scripts can do all that the server can">
          {reason}
        </Notice>
      )}
      {available && !open && reason && <p className="text-xs text-ink-2">{reason}</p>}
      {runtimes.length > 0 && (
        <dl aria-label="Runtimes" className="card divide-y divide-line">
          {runtimes.map(({ runtime, version }) => (
            <Row key={runtime} label={runtimeNames[runtime]}>
              {version ?? <span className="text-ink-3">not installed where scripts run</span>}
            </Row>
          ))}
        </dl>
      )}
      {available && (
        <dl aria-label="Load" className="card divide-y divide-line">
          <Row label="Running">{formatCount(running)}</Row>
          <Row label="Waiting">{formatCount(queued)}</Row>
          <Row label="Ready to start">{formatCount(warm)}</Row>
        </dl>
      )}
    </div>
  )
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-4 px-4 py-2 sm:grid-cols-[11rem_1fr]">
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

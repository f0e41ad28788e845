import type { RequestedPermissionsBody } from '@repertoire/protocol'
import { Badge } from '../../shared/design/badge.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'

/** The dangerous ones first. */
const kinds = [
  { key: 'hooks', label: 'Hooks', explains: 'Run by themselves at events of the agent.' },
  { key: 'scripts', label: 'Scripts', explains: 'Files that can be run.' },
  { key: 'tools', label: 'Tools', explains: 'What it asks to call.' },
  { key: 'hosts', label: 'Hosts', explains: 'Addresses in its scripts and instructions.' },
  { key: 'env', label: 'Variables', explains: 'Environment variables it reads.' },
] as const satisfies readonly {
  key: keyof RequestedPermissionsBody
  label: string
  explains: string
}[]

interface PermissionListProps {
  readonly permissions: RequestedPermissionsBody
  /** Those that are not known of the skill here; left out where nothing is compared. */
  readonly added?: RequestedPermissionsBody
}

/** What a skill asks of its host, and what of it is new. */
export function PermissionList({ permissions, added }: PermissionListProps) {
  const shown = kinds.filter(({ key }) => permissions[key].length > 0)
  if (shown.length === 0) {
    return <p className="text-xs text-ink-2">It asks for nothing: no tool, no script, no host.</p>
  }
  return (
    <dl className="card divide-y divide-line">
      {shown.map(({ key, label, explains }) => {
        const fresh = new Set(added?.[key])
        return (
          <div key={key} className="grid gap-x-4 gap-y-1 px-4 py-2 sm:grid-cols-[8rem_1fr]">
            <dt className="text-ink-2">
              {label}
              <span className="block text-xs text-ink-3">{explains}</span>
            </dt>
            <dd className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
              {permissions[key].map((entry) => (
                <span key={entry} className="font-mono text-xs [overflow-wrap:anywhere]">
                  <MarkedText text={entry} /> {fresh.has(entry) && <Badge tone="warn">new</Badge>}
                </span>
              ))}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

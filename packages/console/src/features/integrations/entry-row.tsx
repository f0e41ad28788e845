import type { IntegrationBody, IntegrationEntryBody } from '@repertoire/protocol'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useMayWriteSkills } from '../../shared/session/use-me.ts'
import type { IntegrationActions, IntegrationScope } from './use-integration-actions.ts'

const whom = {
  org: { title: 'For everybody', suffix: 'for everybody' },
  user: { title: 'For you alone', suffix: 'for you' },
} as const

interface EntryRowProps {
  readonly integration: IntegrationBody
  readonly scope: IntegrationScope
  readonly entry: IntegrationEntryBody | undefined
  readonly actions: IntegrationActions
}

/** One integration for one scope: whether it is set up, and what can be done about it. */
export function EntryRow({ integration, scope, entry, actions }: EntryRowProps) {
  const allowed = useMayWriteSkills(scope)
  const { title, suffix } = whom[scope]
  const { name, version, problem } = integration
  const setUp = setUpLabel(entry, version)
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2">
      <div className="min-w-40 flex-1">
        <p className="font-medium">{title}</p>
        <p className="text-xs text-ink-2">
          <EntryState entry={entry} allowed={allowed} />
        </p>
      </div>
      {entry?.update_available && <Badge tone="accent">Update to {version}</Badge>}
      {allowed && (
        <div className="flex gap-2">
          {!problem && (
            <Button
              size="small"
              variant={entry && !entry.update_available ? 'secondary' : 'primary'}
              disabled={actions.busy}
              aria-label={`${setUp} ${name} ${suffix}`}
              onClick={() => actions.setUp(scope)}
            >
              {setUp}
            </Button>
          )}
          {entry && <RemoveButton name={name} scope={scope} actions={actions} />}
        </div>
      )}
    </div>
  )
}

function setUpLabel(entry: IntegrationEntryBody | undefined, version: string | null): string {
  if (!entry) return 'Set up'
  return entry.update_available && version !== null ? 'Update' : 'Set up again'
}

function EntryState(props: {
  readonly entry: IntegrationEntryBody | undefined
  readonly allowed: boolean
}) {
  const { entry, allowed } = props
  if (!entry) return allowed ? 'Not set up' : 'Not set up; an owner or admin can'
  return (
    <>
      Version {entry.version}, set up <Timestamp at={entry.set_up_at} />
    </>
  )
}

interface RemoveButtonProps {
  readonly name: string
  readonly scope: IntegrationScope
  readonly actions: IntegrationActions
}

function RemoveButton({ name, scope, actions }: RemoveButtonProps) {
  const { suffix } = whom[scope]
  return (
    <AskFirst
      title={`Remove ${name} ${suffix}?`}
      description="Its skills are deleted, except those somebody edited or renamed: they stay."
      confirm="Remove"
      onConfirm={() => actions.remove(scope)}
    >
      <Button size="small" disabled={actions.busy} aria-label={`Remove ${name} ${suffix}`}>
        Remove
      </Button>
    </AskFirst>
  )
}

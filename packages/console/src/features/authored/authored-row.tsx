import type { AuthoredToolSummary } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { RotateCcw, Trash2 } from 'lucide-react'
import { Badge } from '../../shared/design/badge.tsx'
import { Button, IconButton } from '../../shared/design/button.tsx'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { Toggle } from '../../shared/design/toggle.tsx'
import { useMe } from '../../shared/session/use-me.ts'
import { kindWord, standingOf } from './authored-labels.ts'
import { useAuthoredActions } from './use-authored-actions.ts'

/** One tool or library in the list: what it is, how it stands, its switch and its end. */
export function AuthoredRow({ tool }: { readonly tool: AuthoredToolSummary }) {
  const { id, name, kind, head, enabled, owner_name: owner } = tool
  const { member } = useMe()
  const own = tool.owner === member.id
  const standing = standingOf(tool)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to="/settings/tools/$id"
            params={{ id }}
            className="font-mono font-semibold [overflow-wrap:anywhere] hover:underline"
          >
            {name}
          </Link>
          {standing.text !== kindWord(kind) && <Badge>{kindWord(kind)}</Badge>}
          <Badge tone={standing.tone}>{standing.text}</Badge>
          {!own && <Badge>{owner ?? 'Somebody who left'}</Badge>}
        </p>
        <p className="mt-0.5 line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
          {head.description}
        </p>
        <p className="mt-1 text-xs text-ink-3">
          Version {head.number} · <Timestamp at={head.created_at} />
          {head.requires.length > 0 && ` · requires ${head.requires.join(', ')}`}
        </p>
      </div>
      <Actions tool={tool} mayEnable={own || enabled} />
    </li>
  )
}

function Actions({
  tool,
  mayEnable,
}: {
  readonly tool: AuthoredToolSummary
  readonly mayEnable: boolean
}) {
  const { name, enabled, deleted_at } = tool
  const { restore, remove, setEnabled } = useAuthoredActions(tool)
  if (deleted_at !== null) {
    return (
      <Button
        disabled={restore.isPending}
        aria-label={`Restore ${name}`}
        onClick={() => restore.mutate()}
      >
        <RotateCcw size={15} aria-hidden="true" /> Restore
      </Button>
    )
  }
  return (
    <div className="flex items-center gap-2">
      <Toggle
        label={`${name} is enabled`}
        checked={setEnabled.isPending ? setEnabled.variables : enabled}
        disabled={setEnabled.isPending || !mayEnable}
        onChange={(on) => setEnabled.mutate(on)}
      />
      <IconButton
        label={`Delete ${name}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 size={16} />
      </IconButton>
    </div>
  )
}

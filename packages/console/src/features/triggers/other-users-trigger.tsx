import type { TriggerListItem } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { AlarmClock, ChevronRight, Webhook } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Badge } from '../../shared/design/badge.tsx'
import { Button } from '../../shared/design/button.tsx'
import { classNames } from '../../shared/design/class-names.ts'
import { AskFirst } from '../../shared/design/dialog.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { showToast } from '../../shared/design/show-toast.ts'
import { Timestamp } from '../../shared/design/timestamp.tsx'
import { useAction } from '../../shared/design/use-action.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { firingLabel } from './firing-labels.ts'
import { FiringList } from './trigger-firings.tsx'
import { refreshTriggers } from './trigger-queries.ts'

interface OtherUsersTriggerProps {
  readonly signal: TriggerListItem
  /** Of its person; null when they are no longer a member, undefined while that is not known. */
  readonly owner: string | null | undefined
  /** Null when it is not among those that are set up, undefined while they are not known. */
  readonly agent: string | null | undefined
}

/** A trigger as an owner or admin sees it: whose it is, when it comes, what came of it, and a way to stop it. */
export function OtherUsersTrigger({ signal: trigger, owner, agent }: OtherUsersTriggerProps) {
  const { id, name, trigger: start, enabled, note, agent_id } = trigger
  const [open, setOpen] = useState(false)
  const turns = useId()
  const Icon = start.kind === 'cron' ? AlarmClock : Webhook
  return (
    <li className="px-4 py-3">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <Icon size={16} className="mt-0.5 text-ink-3" aria-hidden="true" />
        <div className="min-w-48 flex-1">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Name signal={trigger} />
            <span className="text-xs text-ink-3">
              {start.kind === 'cron' ? `${start.cron} ${start.time_zone}` : 'Webhook'}
            </span>
            <Badge tone={enabled ? 'good' : note ? 'warn' : 'neutral'}>
              {enabled ? 'Enabled' : 'Disabled'}
            </Badge>
          </div>
          {note && <p className="mt-1 text-xs text-ink-2">{note.message}</p>}
          <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-xs text-ink-2">
            <Fact term="Person">
              <MarkedText text={owner ?? (owner === null ? 'No longer a member' : '…')} />
            </Fact>
            {agent_id && (
              <Fact term="Agent">
                <MarkedText text={agent ?? (agent === null ? 'One that is gone' : '…')} />
              </Fact>
            )}
            <Fact term="Next">{nextOf(trigger)}</Fact>
            <Fact term="Last">
              <LastFiring firing={trigger.last_firing} />
            </Fact>
          </dl>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            aria-expanded={open}
            aria-controls={turns}
            aria-label={`Turns of ${name}`}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight
              size={14}
              aria-hidden="true"
              className={classNames('transition-transform', open && 'rotate-90')}
            />
            Turns
          </Button>
          {enabled && <Stop id={id} name={name} owner={owner ?? 'its person'} />}
        </div>
      </div>
      <div id={turns} hidden={!open} className="mt-3">
        {open && <FiringList id={id} label={`Turns of ${name}`} />}
      </div>
    </li>
  )
}

/** Only one's own has a page that may be changed. */
function Name({ signal: { id, name, user_id } }: { readonly signal: TriggerListItem }) {
  const me = useMe()
  const look = 'font-semibold tracking-tight [overflow-wrap:anywhere]'
  if (user_id !== me.member.id) {
    return (
      <p className={look}>
        <MarkedText text={name} />
      </p>
    )
  }
  return (
    <Link to="/triggers/$id" params={{ id }} className={`${look} hover:underline`}>
      <MarkedText text={name} />
    </Link>
  )
}

function Fact({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-1.5">
      <dt className="text-ink-3">{term}</dt>
      <dd className="[overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}

function nextOf({ trigger, next_at, enabled }: TriggerListItem): ReactNode {
  if (next_at) return <Timestamp at={next_at} />
  return trigger.kind === 'webhook' && enabled ? 'when it is called' : 'none'
}

function LastFiring({ firing }: { readonly firing: TriggerListItem['last_firing'] }) {
  if (!firing) return 'no turn yet'
  const { word, tone } = firingLabel(firing)
  return (
    <>
      <Badge tone={tone}>{word}</Badge> <Timestamp at={firing.fired_at} />
    </>
  )
}

interface StopProps {
  readonly id: string
  readonly name: string
  readonly owner: string
}

function Stop({ id, name, owner }: StopProps) {
  const stop = useAction({
    mutationFn: () => api.triggers.stop(id),
    onSuccess: async () => {
      showToast(`“${name}” was stopped`)
      await refreshTriggers()
    },
  })
  return (
    <AskFirst
      title="Stop this trigger?"
      description={`“${name}” starts no more turns until ${owner} enables it again.`}
      confirm="Stop it"
      onConfirm={() => stop.mutate()}
    >
      <Button size="small" aria-label={`Stop ${name}`} disabled={stop.isPending}>
        Stop
      </Button>
    </AskFirst>
  )
}

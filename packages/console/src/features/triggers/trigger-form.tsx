import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { problemOf } from '../../shared/api/problem.ts'
import { Choice, TextArea, TextField } from '../../shared/design/field.tsx'
import { Form } from '../../shared/design/form.tsx'
import { Section } from '../../shared/design/section.tsx'
import { Toggle } from '../../shared/design/toggle.tsx'
import { agentsQuery } from '../../shared/queries/agent-queries.ts'
import { useCan } from '../../shared/session/use-me.ts'
import { NextTimes } from './next-times.tsx'
import type { TriggerDraft } from './trigger-draft.ts'
import { timesQuery } from './trigger-queries.ts'

interface TriggerFormProps {
  readonly draft: TriggerDraft
  /** Only a new one may still become the other kind. */
  readonly isNew: boolean
  readonly onChange: (change: Partial<TriggerDraft>) => void
  readonly onSave: () => void
  /** What went wrong, and the buttons. */
  readonly children: ReactNode
}

type PartProps = Pick<TriggerFormProps, 'draft' | 'onChange'>

/** Everything a person says of a trigger. */
export function TriggerForm({ draft, isNew, onChange, onSave, children }: TriggerFormProps) {
  return (
    <Form onSubmit={onSave}>
      <Section
        title="What starts it"
        description="A schedule by the clock, or another program that calls a webhook."
      >
        <div className="flex flex-col gap-4">
          <TextField
            label="Name"
            required
            maxLength={100}
            value={draft.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
          <Choice
            label="Kind"
            className="max-w-80"
            disabled={!isNew}
            value={draft.kind}
            onChange={({ target }) =>
              onChange({ kind: target.value === 'cron' ? 'cron' : 'webhook' })
            }
            options={[
              { value: 'cron', label: 'Schedule' },
              { value: 'webhook', label: 'Webhook' },
            ]}
          />
          {draft.kind === 'cron' && <Schedule draft={draft} onChange={onChange} />}
        </div>
      </Section>
      <Section
        title="The turn"
        description="It works in a conversation of yours, with your permissions. Nobody is asked in it: what needs a yes happens only under a stored grant."
      >
        <Turn draft={draft} onChange={onChange} />
      </Section>
      <Section title="Context" description="Helps to choose skills for the turn.">
        <Context draft={draft} onChange={onChange} />
      </Section>
      <div className="flex flex-col items-start gap-4">{children}</div>
    </Form>
  )
}

function Schedule({ draft, onChange }: PartProps) {
  const times = useQuery(timesQuery(draft.cron.trim(), draft.time_zone.trim()))
  const problem = times.isError ? problemOf(times.error) : undefined
  const isOfZone = problem?.details?.field === 'time_zone'
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Schedule"
          required
          mono
          value={draft.cron}
          error={isOfZone ? undefined : problem?.message}
          onChange={(event) => onChange({ cron: event.target.value })}
          hint="Minute, hour, day, month, weekday: 0 7 * * 1-5 is seven o’clock on working days."
        />
        <TextField
          label="Time zone"
          required
          value={draft.time_zone}
          error={isOfZone ? problem?.message : undefined}
          onChange={(event) => onChange({ time_zone: event.target.value })}
        />
      </div>
      {times.isSuccess && <NextTimes schedule={times.data} timeZone={draft.time_zone.trim()} />}
      <Choice
        label="Times that passed while no server ran"
        className="max-w-80"
        value={draft.missed}
        onChange={({ target }) =>
          onChange({ missed: target.value === 'skip' ? 'skip' : 'run-once' })
        }
        options={[
          { value: 'skip', label: 'Skip them' },
          { value: 'run-once', label: 'Run once for all of them' },
        ]}
      />
    </>
  )
}

function Turn({ draft, onChange }: PartProps) {
  const administers = useCan('agents.write')
  const agents = useInfiniteQuery(agentsQuery)
  const known = agents.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <div className="flex flex-col gap-4">
      <TextArea
        label="What it is told"
        rows={4}
        required
        maxLength={20_000}
        value={draft.message}
        onChange={(event) => onChange({ message: event.target.value })}
        hint={
          draft.kind === 'webhook'
            ? 'What a delivery brings follows this, marked as data from outside.'
            : undefined
        }
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="Agent"
          value={draft.agent_id ?? ''}
          onChange={(event) => onChange({ agent_id: event.target.value || null })}
          options={[
            { value: '', label: 'None' },
            ...known.map(({ id, name }) => ({ value: id, label: name })),
            ...(draft.agent_id !== null && !known.some(({ id }) => id === draft.agent_id)
              ? [{ value: draft.agent_id, label: agents.data ? 'One that is gone' : '…' }]
              : []),
          ]}
        />
        <Choice
          label="Conversation"
          value={draft.conversation}
          onChange={({ target }) =>
            onChange({ conversation: target.value === 'kept' ? 'kept' : 'new' })
          }
          options={[
            { value: 'new', label: 'A new one for every turn' },
            { value: 'kept', label: 'One for all turns' },
          ]}
        />
        <TextField
          label="Turns in an hour, at most"
          type="number"
          min={1}
          max={3600}
          required
          value={draft.most_per_hour}
          onChange={(event) => onChange({ most_per_hour: event.target.value })}
        />
      </div>
      {administers && (
        <div className="flex items-center gap-3">
          <Toggle
            label="Turns may run scripts and commands"
            checked={draft.scripts_allowed}
            onChange={(scripts_allowed) => onChange({ scripts_allowed })}
          />
          <p>Turns may run scripts and commands</p>
        </div>
      )}
    </div>
  )
}

function Context({ draft, onChange }: PartProps) {
  const field = (label: string, key: 'symbol' | 'asset_class') => (
    <TextField
      label={label}
      maxLength={50}
      value={draft[key]}
      onChange={(event) => onChange({ [key]: event.target.value })}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      <TextField
        label="Skills to load first"
        value={draft.preload_skills}
        onChange={(event) => onChange({ preload_skills: event.target.value })}
        hint="Slugs, divided by commas. A delivery may ask for fewer, never for others."
      />
      <TextField
        label="Stages"
        value={draft.suggested_stages}
        onChange={(event) => onChange({ suggested_stages: event.target.value })}
        hint="What the turn is about, in words of your vocabularies: discover, evaluate … A delivery may choose among them."
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <Choice
          label="Severity"
          value={draft.severity}
          onChange={({ target }) =>
            onChange({ severity: target.value as TriggerDraft['severity'] })
          }
          options={[
            { value: 'info', label: 'Info' },
            { value: 'warn', label: 'Warning' },
            { value: 'critical', label: 'Critical' },
          ]}
        />
        {field('Asset', 'symbol')}
        {field('Asset class', 'asset_class')}
      </div>
    </div>
  )
}

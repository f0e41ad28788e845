import type { SourceBody } from '@repertoire/protocol'
import { Choice, TextArea, TextField } from '../../shared/design/field.tsx'
import { RadioList } from '../../shared/design/radio-list.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { isRegistry, isRepository, type SourceDraft, suggestedName } from './source-draft.ts'
import { sourceKinds } from './source-labels.ts'

interface SourceFieldsProps {
  readonly draft: SourceDraft
  readonly source: SourceBody | null
  readonly onChange: (change: Partial<SourceDraft>) => void
}

const addresses: Record<SourceDraft['kind'], { label: string; placeholder: string; hint: string }> =
  {
    github: {
      label: 'Repository',
      placeholder: 'owner/name',
      hint: 'As it stands in its address on GitHub.',
    },
    git: {
      label: 'Clone URL',
      placeholder: 'https://git.example/team/skills.git',
      hint: 'By https. A token goes into its own field below.',
    },
    url: {
      label: 'URL',
      placeholder: 'https://example.com/skills/report/SKILL.md',
      hint: 'A SKILL.md, or an archive of its folder.',
    },
    'well-known': {
      label: 'Site',
      placeholder: 'https://docs.example.com',
      hint: 'It lists its skills under /.well-known/agent-skills or /.well-known/skills.',
    },
    'plugin-marketplace': {
      label: 'URL',
      placeholder: 'https://example.com/.claude-plugin/marketplace.json',
      hint: 'Of the marketplace.json, or of the Git repository that has it.',
    },
    marketplace: {
      label: 'Registry',
      placeholder: 'https://skills.example.com',
      hint: 'Another Repertoire can be one: give its address and a key of it as the token.',
    },
    clawhub: {
      label: 'Registry',
      placeholder: 'https://clawhub.example.com',
      hint: 'A registry that speaks ClawHub’s API.',
    },
  }

const reviewPolicies = [
  {
    value: 'hold',
    label: 'Hold everything',
    explains: 'Every new or changed skill waits until somebody has read it.',
  },
  {
    value: 'apply-clean',
    label: 'Apply clean updates',
    explains:
      'An update goes in by itself when its scan is clean, its licence allowed, it asks for nothing new, nobody edited the skill here, its name, description and files stay the same, and it is old enough. New skills wait.',
  },
] as const

/** Everything a person says of a source. */
export function SourceFields({ draft, source, onChange }: SourceFieldsProps) {
  const trusts = useCan('sources.trust')
  return (
    <>
      <Address draft={draft} source={source} onChange={onChange} />
      <TextField
        label="Name"
        maxLength={200}
        value={draft.name}
        placeholder={suggestedName(draft)}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      {trusts && <Token draft={draft} source={source} onChange={onChange} />}
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          label="Sync"
          value={draft.isScheduled ? 'auto' : 'manual'}
          onChange={({ target }) => onChange({ isScheduled: target.value === 'auto' })}
          options={[
            { value: 'auto', label: 'By itself' },
            { value: 'manual', label: 'Only by hand' },
          ]}
        />
        {draft.isScheduled && (
          <TextField
            label="Every … hours"
            type="number"
            required
            min={0.1}
            max={720}
            step="any"
            value={draft.intervalHours}
            onChange={(event) => onChange({ intervalHours: event.target.value })}
          />
        )}
      </div>
      {trusts && (
        <RadioList
          label="Review"
          value={draft.reviewPolicy}
          options={reviewPolicies}
          onChange={(reviewPolicy) => onChange({ reviewPolicy })}
        />
      )}
      {trusts && draft.reviewPolicy === 'apply-clean' && (
        <TextField
          label="Days before a clean update is applied"
          type="number"
          min={0}
          max={365}
          className="max-w-60"
          value={draft.minimumAgeDays}
          placeholder="as the settings say"
          hint="Counted from when this server saw it first."
          onChange={(event) => onChange({ minimumAgeDays: event.target.value })}
        />
      )}
    </>
  )
}

function Address({ draft, source, onChange }: SourceFieldsProps) {
  const { label, placeholder, hint } = addresses[draft.kind]
  return (
    <>
      <Choice
        label="Kind"
        disabled={source !== null}
        value={draft.kind}
        onChange={({ target }) => onChange({ kind: target.value as SourceDraft['kind'] })}
        options={sourceKinds}
      />
      <TextField
        {...{ label, placeholder, hint }}
        required
        mono
        maxLength={2_000}
        value={draft.address}
        onChange={(event) => onChange({ address: event.target.value })}
      />
      {isRepository(draft.kind) && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Branch, tag or commit"
            mono
            maxLength={200}
            value={draft.ref}
            placeholder="the default branch"
            onChange={(event) => onChange({ ref: event.target.value })}
          />
          <TextField
            label="Folder"
            mono
            maxLength={400}
            value={draft.path}
            placeholder="the whole repository"
            onChange={(event) => onChange({ path: event.target.value })}
          />
        </div>
      )}
      {isRegistry(draft.kind) && (
        <TextArea
          label="Skills to take"
          rows={3}
          value={draft.skills}
          placeholder="owner/repository/skill"
          hint="Their ids in the registry, one on each line. Without any, what is trending in it is offered."
          onChange={(event) => onChange({ skills: event.target.value })}
        />
      )}
    </>
  )
}

function Token({ draft, source, onChange }: SourceFieldsProps) {
  const has = source?.has_token === true
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={has ? 'New token' : 'Token'}
        type="password"
        autoComplete="off"
        maxLength={4_000}
        value={draft.token}
        disabled={draft.removesToken}
        placeholder={has ? 'leave empty to keep the one it has' : ''}
        hint="Only for a private source. Stored encrypted, sent to this source alone, and never shown again."
        onChange={(event) => onChange({ token: event.target.value })}
      />
      {has && (
        <label className="flex min-h-6 items-center gap-2 text-xs text-ink-2">
          <input
            type="checkbox"
            checked={draft.removesToken}
            className="size-4 accent-accent"
            onChange={(event) => onChange({ removesToken: event.target.checked, token: '' })}
          />
          Remove the token it has
        </label>
      )}
    </div>
  )
}

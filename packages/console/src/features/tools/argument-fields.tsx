import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../shared/design/button.tsx'
import { Choice, TextArea, TextField } from '../../shared/design/field.tsx'
import { type ArgumentDraft, type ConstraintKind, emptyArgument } from './argument-draft.ts'

const kinds: readonly { readonly value: ConstraintKind; readonly label: string }[] = [
  { value: 'equals', label: 'is exactly' },
  { value: 'one-of', label: 'is one of' },
  { value: 'host', label: 'is an address at' },
  { value: 'between', label: 'is a number between' },
  { value: 'absent', label: 'is not given' },
  { value: 'any', label: 'is anything' },
]

const valueLabels: Partial<Record<ConstraintKind, string>> = {
  equals: 'Value',
  'one-of': 'Values, one a line',
  host: 'Hosts, one a line',
}

interface ArgumentFieldsProps {
  readonly drafts: readonly ArgumentDraft[]
  readonly onChange: (drafts: readonly ArgumentDraft[]) => void
}

/** What each argument of the call may be, a line each. */
export function ArgumentFields({ drafts, onChange }: ArgumentFieldsProps) {
  const change = (place: number, part: Partial<ArgumentDraft>) =>
    onChange(drafts.map((draft, at) => (at === place ? { ...draft, ...part } : draft)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="text-xs font-medium text-ink-2">Arguments</legend>
      <p className="mt-1 text-xs text-ink-3">
        {drafts.length === 0
          ? 'None so far: the call is allowed only without any arguments.'
          : 'One that is not named here must not be given. 5 is a number, "5" in quotes a text.'}
      </p>
      {drafts.map((draft, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place
          key={place}
          className="flex flex-wrap items-start gap-2 rounded-lg border border-line bg-inset p-3"
        >
          <TextField
            label="Name"
            mono
            required
            className="w-40 max-sm:w-full"
            value={draft.name}
            onChange={({ target }) => change(place, { name: target.value })}
          />
          <Choice
            label="What it may be"
            className="w-48 max-sm:w-full"
            value={draft.kind}
            options={kinds}
            onChange={({ target }) => change(place, { kind: target.value as ConstraintKind })}
          />
          <ValueFields draft={draft} onChange={(part) => change(place, part)} />
          <IconButton
            label={`Remove ${draft.name || 'the argument'}`}
            className="ml-auto sm:mt-5.5"
            onClick={() => onChange(drafts.filter((_, at) => at !== place))}
          >
            <X size={15} />
          </IconButton>
        </div>
      ))}
      <div>
        <Button size="small" onClick={() => onChange([...drafts, emptyArgument])}>
          <Plus size={13} aria-hidden="true" /> Add an argument
        </Button>
      </div>
    </fieldset>
  )
}

interface ValueFieldsProps {
  readonly draft: ArgumentDraft
  readonly onChange: (part: Partial<ArgumentDraft>) => void
}

function ValueFields({ draft, onChange }: ValueFieldsProps) {
  const { kind, text, min, max } = draft
  const line = 'min-w-40 flex-1 max-sm:min-w-full'
  if (kind === 'between') {
    const number = (label: string, value: string, key: 'min' | 'max') => (
      <TextField
        label={label}
        inputMode="decimal"
        className="w-28"
        value={value}
        onChange={({ target }) => onChange({ [key]: target.value })}
      />
    )
    return (
      <>
        {number('From', min, 'min')}
        {number('To', max, 'max')}
      </>
    )
  }
  const label = valueLabels[kind]
  if (label) {
    return (
      <TextArea
        label={label}
        rows={kind === 'equals' && !text.includes('\n') ? 1 : 3}
        spellCheck={false}
        className={line}
        value={text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
    )
  }
  return null
}

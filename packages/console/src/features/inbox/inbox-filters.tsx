import type { InboxPageBody, SourceBody } from '@repertoire/protocol'
import { X } from 'lucide-react'
import type { InboxSearch } from '../../shared/api/search-params.ts'
import { Button } from '../../shared/design/button.tsx'
import { Choice, TextField } from '../../shared/design/field.tsx'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { verdictLabels } from '../revisions/revision-labels.ts'
import { kindLabels, reasonText } from './inbox-labels.ts'

interface FilterProps {
  readonly search: InboxSearch
  readonly sources: readonly Pick<SourceBody, 'id' | 'name'>[]
  readonly onChange: (part: Partial<InboxSearch>) => void
}

const decisions = { allowed: 'Allowed', ask: 'Your call', refused: 'Refused' } as const
const permissions = {
  ...{ tools: 'Tools', hooks: 'Hooks', scripts: 'Scripts', hosts: 'Hosts' },
  env: 'Environment variables',
} as const
const ages = {
  ...{ day: 'Since a day', week: 'Since a week' },
  ...{ 'over-week': 'Over a week old', 'over-month': 'Over 30 days old' },
} as const
const any = { value: '', label: 'All' }

/** What of the inbox is listed, by the parts of an address. */
export function InboxFilterFields(
  props: FilterProps & { readonly groups: InboxPageBody['groups'] },
) {
  const { search, sources, groups, onChange } = props
  const set = (key: keyof InboxSearch) => (event: { target: { value: string } }) =>
    onChange({ [key]: event.target.value || undefined })
  const reasons = [...new Set([...groups.map(({ alike }) => alike), search.reason ?? ''])]
    .filter(Boolean)
    .sort()
  return (
    <div
      id="inbox-filters"
      className="grid max-h-[45dvh] grid-cols-2 gap-x-3 gap-y-2 overflow-y-auto border-b border-line px-5 pb-4 pt-1"
    >
      <Choice label="Kind" value={search.kind ?? ''} onChange={set('kind')} options={kinds} />
      <Choice
        label="Source"
        value={search.source ?? ''}
        onChange={set('source')}
        options={[any, ...sources.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      <Choice
        label="Scan"
        value={search.verdict ?? ''}
        onChange={set('verdict')}
        options={verdicts}
      />
      <Choice
        label="Newly asks for"
        value={search.permission ?? ''}
        onChange={set('permission')}
        options={optionsOf(permissions)}
      />
      <Choice
        label="Licence policy"
        value={search.decision ?? ''}
        onChange={set('decision')}
        options={optionsOf(decisions)}
      />
      <TextField
        label="Licence"
        placeholder="MIT, or none"
        key={search.licence ?? ''}
        defaultValue={search.licence ?? ''}
        onBlur={set('licence')}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      <Choice
        label="Waits"
        value={search.age ?? ''}
        onChange={set('age')}
        options={optionsOf(ages)}
      />
      <Choice
        label="Order"
        value={search.order ?? ''}
        onChange={set('order')}
        options={[
          { value: '', label: 'Newest first' },
          { value: 'oldest', label: 'Oldest first' },
        ]}
      />
      <Choice
        label="Reason"
        className="col-span-2"
        value={search.reason ?? ''}
        onChange={set('reason')}
        options={[any, ...reasons.map((value) => ({ value, label: reasonText(value) }))]}
      />
    </div>
  )
}

/** The filters that are set, each with a way out. */
export function InboxFilterChips({ search, sources, onChange }: FilterProps) {
  const { kind, source, verdict, licence, decision, permission, age, reason } = search
  const chips: readonly (readonly [keyof InboxSearch, string | undefined])[] = [
    ['kind', kind && kindLabels[kind].text],
    ['source', source && (sources.find(({ id }) => id === source)?.name ?? 'A source')],
    ['verdict', verdict && verdictLabels[verdict].text],
    ['permission', permission && `Asks for ${permissions[permission].toLowerCase()}`],
    ['decision', decision && `Licence: ${decisions[decision].toLowerCase()}`],
    ['licence', licence],
    ['age', age && ages[age]],
    ['reason', reason && reasonText(reason)],
  ]
  const shown = chips.filter(([, text]) => text !== undefined)
  if (shown.length === 0) return null
  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap gap-1.5 px-5 pb-2.5">
      {shown.map(([key, text]) => (
        <li key={key} className="min-w-0">
          <button
            type="button"
            onClick={() => onChange({ [key]: undefined })}
            className="flex h-6 max-w-full items-center gap-1 rounded-md border border-line bg-surface pl-2 pr-1.5 text-xs font-medium text-ink-2 hover:bg-hover"
          >
            <span className="truncate">
              <span className="sr-only">Remove filter </span>
              <MarkedText text={text ?? ''} />
            </span>
            <X size={12} aria-hidden="true" className="shrink-0" />
          </button>
        </li>
      ))}
      {shown.length > 1 && (
        <li>
          <Button
            variant="quiet"
            size="small"
            className="!h-6"
            onClick={() => onChange(Object.fromEntries(shown.map(([key]) => [key, undefined])))}
          >
            Clear
          </Button>
        </li>
      )}
    </ul>
  )
}

const kinds = [
  any,
  ...Object.entries(kindLabels).map(([value, { text }]) => ({ value, label: text })),
]
const verdicts = [
  any,
  ...Object.entries(verdictLabels).map(([value, { text }]) => ({
    value,
    label: capitalised(text.replace('Scan: ', '')),
  })),
]

function optionsOf(labels: Readonly<Record<string, string>>) {
  return [any, ...Object.entries(labels).map(([value, label]) => ({ value, label }))]
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../../shared/design/button.tsx'
import { Choice, TextField } from '../../shared/design/field.tsx'
import {
  type ConnectorDraft,
  type DraftErrors,
  emptyHeader,
  type HeaderDraft,
  type OpenWorld,
} from './connector-draft.ts'

interface ConnectorFieldsProps {
  readonly draft: ConnectorDraft
  readonly errors: DraftErrors
  readonly isNew: boolean
  readonly onChange: (part: Partial<ConnectorDraft>) => void
}

const openWorlds: readonly { readonly value: OpenWorld; readonly label: string }[] = [
  { value: 'unknown', label: 'Not known' },
  { value: 'yes', label: 'Yes, such as a public forum' },
  { value: 'no', label: 'No, only the organisation' },
]

export function ConnectorFields({ draft, errors, isNew, onChange }: ConnectorFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          mono
          required
          maxLength={64}
          disabled={!isNew}
          value={draft.name}
          error={errors.name}
          placeholder="company-wiki"
          hint={isNew ? 'By which agents name it; it stays.' : undefined}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label="Title"
          maxLength={100}
          value={draft.title}
          placeholder={draft.name || 'Company wiki'}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </div>
      <TextField
        label="Address"
        mono
        required
        inputMode="url"
        maxLength={500}
        value={draft.url}
        error={errors.url}
        placeholder="https://wiki.example/mcp"
        hint="Of an MCP server over streamable HTTP. Addresses inside this server’s network need its operator."
        onChange={({ target }) => onChange({ url: target.value })}
      />
      <TextField
        label="Description"
        maxLength={1_000}
        value={draft.description}
        placeholder="Pages and people"
        hint="Agents read it to know what the connector is for."
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <Headers
        headers={draft.headers}
        error={errors.headers}
        onChange={(headers) => onChange({ headers })}
      />
      <Choice
        label="Can third parties read what it is sent?"
        value={draft.openWorld}
        options={openWorlds}
        hint="If they can, agents that read outside text ask before each call."
        onChange={({ target }) => onChange({ openWorld: target.value as OpenWorld })}
      />
    </>
  )
}

interface HeadersProps {
  readonly headers: readonly HeaderDraft[]
  readonly error: string | undefined
  readonly onChange: (headers: readonly HeaderDraft[]) => void
}

function Headers({ headers, error, onChange }: HeadersProps) {
  const change = (at: number, part: Partial<HeaderDraft>) =>
    onChange(headers.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">Headers</legend>
      <p className="text-xs text-ink-3">
        Such as Authorization with a token. Values are encrypted before they are stored, and never
        shown again.
      </p>
      {headers.map((header, at) => (
        <HeaderRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are typed
          key={at}
          number={at + 1}
          header={header}
          error={at === headers.length - 1 ? error : undefined}
          onChange={(part) => change(at, part)}
          onRemove={() => onChange(headers.filter((_, index) => index !== at))}
        />
      ))}
      {error && headers.length === 0 && <p className="text-xs text-bad-ink">{error}</p>}
      <Button
        size="small"
        className="self-start"
        onClick={() => onChange([...headers, emptyHeader])}
      >
        <Plus size={13} aria-hidden="true" /> Add header
      </Button>
    </fieldset>
  )
}

interface HeaderRowProps {
  readonly number: number
  readonly header: HeaderDraft
  readonly error: string | undefined
  readonly onChange: (part: Partial<HeaderDraft>) => void
  readonly onRemove: () => void
}

function HeaderRow({ number, header, error, onChange, onRemove }: HeaderRowProps) {
  return (
    <fieldset className="grid grid-cols-[minmax(0,1fr)_28px] items-start gap-2 sm:grid-cols-[14rem_minmax(0,1fr)_28px]">
      <legend className="sr-only">Header {number}</legend>
      <TextField
        label="Header"
        mono
        maxLength={100}
        className="max-sm:col-span-2"
        value={header.name}
        placeholder="Authorization"
        onChange={({ target }) => onChange({ name: target.value, isKept: false })}
      />
      <TextField
        label="Value"
        type="password"
        autoComplete="off"
        maxLength={8_000}
        value={header.value}
        error={error}
        placeholder={header.isKept ? 'Kept; paste to replace' : 'Bearer …'}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      <IconButton label={`Remove header ${number}`} className="mt-6" onClick={onRemove}>
        <X size={14} />
      </IconButton>
    </fieldset>
  )
}

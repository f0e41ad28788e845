import type { RoutingUpdate, ScoreTableBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { NumberField } from '../../shared/design/field.tsx'
import { ExplainedToggle } from '../../shared/design/toggle.tsx'
import { routingOptionsQuery } from './routing-queries.ts'

interface RoutingFieldsProps {
  readonly value: RoutingUpdate
  readonly writable: boolean
  readonly onChange: (value: RoutingUpdate) => void
}

const signs: Record<keyof ScoreTableBody, string> = {
  keyword: 'Each keyword',
  keyword_cap: 'Keywords at most',
  stage: 'Stage',
  asset_class: 'Asset class',
  co_activate: 'Named by another',
  signal_source: 'Signal source',
}
const signNames = Object.keys(signs) as readonly (keyof ScoreTableBody)[]

/** How skills are chosen for a turn: of an organisation, or of one agent. */
export function RoutingFields({ value, writable, onChange }: RoutingFieldsProps) {
  const set = (change: RoutingUpdate) => onChange({ ...value, ...change })
  const slots = { min: 0, max: 50, className: 'w-48', disabled: !writable }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-4">
        <NumberField
          {...slots}
          label="Lines chosen by score"
          hint="Keywords, stages, asset classes."
          value={value.signal_slots ?? 0}
          onChange={(signal_slots) => set({ signal_slots })}
        />
        <NumberField
          {...slots}
          label="Lines chosen by search"
          hint="The words of the message."
          value={value.search_slots ?? 0}
          onChange={(search_slots) => set({ search_slots })}
        />
      </div>
      <ExplainedToggle
        label="Let search order equal scores"
        explains="Priority comes first where skills have points. Otherwise by priority, then by slug."
        checked={value.search_breaks_ties ?? false}
        disabled={!writable}
        onChange={(search_breaks_ties) => set({ search_breaks_ties })}
      />
      <Vocabularies value={value} writable={writable} onChange={onChange} />
      <Table value={value} writable={writable} onChange={onChange} />
    </div>
  )
}

/** Those the server has, and those that are named but not there any more. */
function Vocabularies({ value, writable, onChange }: RoutingFieldsProps) {
  const options = useQuery(routingOptionsQuery)
  const chosen = value.vocabularies ?? []
  const known = options.data?.vocabularies ?? []
  const names = [...new Set([...known, ...chosen])].sort()
  if (names.length === 0) return null
  const toggle = (name: string, on: boolean) =>
    onChange({
      ...value,
      vocabularies: names.filter((one) => (one === name ? on : chosen.includes(one))),
    })
  return (
    <fieldset disabled={!writable}>
      <legend className="text-xs font-medium text-ink-2">
        Vocabularies: what tells stages and asset classes
      </legend>
      <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
        {names.map((name) => (
          <label key={name} className="flex items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(name)}
              onChange={(event) => toggle(name, event.target.checked)}
            />
            {name}
            {options.isSuccess && !known.includes(name) && (
              <span className="text-xs text-ink-3">(not on this server)</span>
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Table({ value, writable, onChange }: RoutingFieldsProps) {
  const options = useQuery(routingOptionsQuery)
  if (!options.data) return null
  const usual = options.data.table
  const said = value.table ?? {}
  return (
    <details className="card px-4 py-3">
      <summary className="min-h-6 cursor-pointer text-xs font-medium text-ink-2">
        Score table
        {Object.keys(said).length > 0 && ' (changed)'}
      </summary>
      <p className="my-3 text-xs text-ink-3">
        What each sign that a skill is wanted is worth. Change it only for a reason: the usual one
        is what skills’ authors count on.
      </p>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {signNames.map((name) => (
          <NumberField
            key={name}
            label={signs[name]}
            min={0}
            max={1000}
            disabled={!writable}
            value={said[name] ?? usual[name]}
            hint={`Usually ${usual[name]}.`}
            onChange={(points) => {
              const { [name]: _, ...others } = said
              const table = points === usual[name] ? others : { ...others, [name]: points }
              onChange({ ...value, table })
            }}
          />
        ))}
      </div>
    </details>
  )
}

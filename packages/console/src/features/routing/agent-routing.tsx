import type { RoutingUpdate } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../shared/api/queries.ts'
import { RadioList } from '../../shared/design/radio-list.tsx'
import { RoutingFields } from './routing-fields.tsx'

const whose = [
  {
    value: 'organisation',
    label: 'As the organisation has it',
    explains: 'Follows the settings whenever somebody changes them.',
  },
  { value: 'own', label: 'Its own', explains: 'Stays as it is set here.' },
] as const

interface AgentRoutingProps {
  readonly value: RoutingUpdate | null
  readonly writable: boolean
  readonly onChange: (value: RoutingUpdate | null) => void
}

/** What one agent has of its own in how skills are chosen. */
export function AgentRouting({ value, writable, onChange }: AgentRoutingProps) {
  const settings = useQuery(settingsQuery)
  const organisation = settings.data?.routing
  return (
    <div className="flex flex-col gap-4">
      <RadioList
        label="How skills are chosen"
        value={value === null ? 'organisation' : 'own'}
        options={whose}
        disabled={!writable || !organisation}
        onChange={(one) => onChange(one === 'own' && organisation ? { ...organisation } : null)}
      />
      {value && (
        <RoutingFields
          value={{ ...organisation, ...value }}
          writable={writable}
          onChange={onChange}
        />
      )}
    </div>
  )
}

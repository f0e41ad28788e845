import { renderAnnotations } from '@repertoire/skill-md/text'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { tracesSearch } from '../../shared/api/search-params.ts'
import { Choice } from '../../shared/design/field.tsx'
import { agentsQuery } from '../../shared/queries/agent-queries.ts'
import { runLabel } from './run-labels.ts'
import type { TraceFilters } from './trace-queries.ts'

const periods = [
  { value: '', label: '24 hours' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
]
const outcomes = Object.entries(runLabel).map(([value, { word }]) => ({ value, label: word }))

/** Since when, of which agent, with what outcome; all of it in the address. */
export function TraceFilterFields({ filters }: { readonly filters: TraceFilters }) {
  const navigate = useNavigate()
  const agents = useInfiniteQuery(agentsQuery).data?.pages ?? []
  const names = agents
    .flatMap(({ items }) => items)
    .map(({ id, name }) => ({ value: id, label: renderAnnotations(name) }))
  const { agent = '', outcome = '', since = '' } = filters
  const isKnown = agent === '' || names.some(({ value }) => value === agent)
  const known = isKnown ? names : [...names, { value: agent, label: renderAnnotations(agent) }]
  const change = (part: Readonly<Record<string, string | undefined>>) => {
    void navigate({ to: '/traces', search: tracesSearch({ ...filters, ...part }), replace: true })
  }
  return (
    <div className="mb-4 flex flex-wrap gap-3">
      <Choice
        label="Since"
        className="w-36 max-sm:w-full"
        value={since}
        options={periods}
        onChange={({ target }) => change({ since: target.value, at: undefined })}
      />
      <Choice
        label="Agent"
        className="w-44 max-sm:w-full"
        value={agent}
        options={[{ value: '', label: 'All' }, ...known]}
        onChange={({ target }) => change({ agent: target.value })}
      />
      <Choice
        label="Outcome"
        className="w-36 max-sm:w-full"
        value={outcome}
        options={[{ value: '', label: 'All' }, ...outcomes]}
        onChange={({ target }) => change({ outcome: target.value })}
      />
    </div>
  )
}

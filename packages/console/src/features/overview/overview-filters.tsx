import type { StatsBody } from '@repertoire/protocol'
import { renderAnnotations } from '@repertoire/skill-md/text'
import { useQuery } from '@tanstack/react-query'
import type { OverviewSearch } from '../../shared/api/search-params.ts'
import { Choice } from '../../shared/design/field.tsx'
import { statsQuery } from './overview-queries.ts'

interface OverviewFiltersProps {
  readonly search: OverviewSearch
  readonly period: NonNullable<OverviewSearch['period']>
  readonly onChange: (part: Partial<OverviewSearch>) => void
}

type Option = { readonly value: string; readonly label: string }

/** By whom, with what and of which skill: of those that there are numbers of. */
export function OverviewFilters({ search, period, onChange }: OverviewFiltersProps) {
  const agents = useQuery(statsQuery({ period, by: 'agent' })).data
  const models = useQuery(statsQuery({ period, by: 'model' })).data
  const skills = useQuery(statsQuery({ period, by: 'skill' })).data
  const field = (key: 'agent' | 'model' | 'skill', label: string, options: readonly Option[]) => (
    <Choice
      label={label}
      className="w-44 max-sm:w-full"
      value={search[key] ?? ''}
      options={[{ value: '', label: 'All' }, ...withChosen(options, search[key])]}
      onChange={({ target }) => onChange({ [key]: target.value || undefined })}
    />
  )
  return (
    <div id="overview-filters" className="mb-4 flex flex-wrap gap-3">
      {field('agent', 'Agent', optionsOf(agents, 'agent_id'))}
      {field('model', 'Model', optionsOf(models, 'model'))}
      {field('skill', 'Skill', optionsOf(skills, 'skill_id'))}
    </div>
  )
}

function optionsOf(stats: StatsBody | undefined, key: 'agent_id' | 'model' | 'skill_id'): Option[] {
  return (stats?.groups ?? []).flatMap((group) => {
    const value = group[key]
    return value ? [{ value, label: renderAnnotations(group.name ?? value) }] : []
  })
}

/** What is in the address stays chosen, also when there are no numbers of it. */
function withChosen(options: readonly Option[], chosen: string | undefined): readonly Option[] {
  if (!chosen || options.some(({ value }) => value === chosen)) return options
  return [...options, { value: chosen, label: renderAnnotations(chosen) }]
}

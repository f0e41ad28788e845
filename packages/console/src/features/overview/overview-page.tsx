import type { StatsBody } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ChartColumn, ListFilter } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import type { OverviewSearch } from '../../shared/api/search-params.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { Page } from '../../shared/design/page.tsx'
import { Segments } from '../../shared/design/segments.tsx'
import { Empty, QueryPlaceholder } from '../../shared/design/states.tsx'
import { ActOnList } from './act-on-list.tsx'
import { DayChart } from './day-chart.tsx'
import { daySeries } from './day-series.ts'
import { FiveNumbers } from './five-numbers.tsx'
import { OverviewFilters } from './overview-filters.tsx'
import { actOnQuery, statsQuery } from './overview-queries.ts'
import { SkillTable } from './skill-table.tsx'

const route = getRouteApi('/app/overview')

const periods = [
  { value: '24h', label: '24 h' },
  { value: '7d', label: '7 d' },
  { value: '30d', label: '30 d' },
  { value: '90d', label: '90 d' },
] as const

/** Which skills are used, what comes of it and what it costs, and what to do about it. */
export function OverviewPage() {
  const search = route.useSearch()
  const { period = '30d', agent, model, skill } = search
  const navigate = useNavigate({ from: '/overview' })
  const isFiltered = agent !== undefined || model !== undefined || skill !== undefined
  const [filtersOpen, setFiltersOpen] = useState(isFiltered)
  const change = (part: Partial<OverviewSearch>) =>
    void navigate({ search: { ...search, ...part }, replace: true })
  const query = {
    period,
    ...(agent !== undefined && { agent }),
    ...(model !== undefined && { model }),
  }
  const ofSkill = skill === undefined ? query : { ...query, skill }
  const days = useQuery(statsQuery({ ...ofSkill, by: 'day' }))
  const skills = useQuery(statsQuery({ ...ofSkill, by: 'skill' }))
  const actOn = useQuery(actOnQuery(query))
  const isEmpty = days.data?.groups.length === 0
  return (
    <Page
      title="Overview"
      subtitle={days.data && <ScopeNote stats={days.data} />}
      actions={
        <>
          <Button
            size="small"
            aria-expanded={filtersOpen}
            aria-controls="overview-filters"
            onClick={() => setFiltersOpen(!filtersOpen)}
          >
            <ListFilter size={14} aria-hidden="true" /> Agent, model, skill
          </Button>
          <Segments
            label="Period"
            value={period}
            options={periods}
            onChange={(value) => change({ period: value === '30d' ? undefined : value })}
          />
        </>
      }
    >
      {filtersOpen && <OverviewFilters search={search} period={period} onChange={change} />}
      <QueryPlaceholder for={days} what="The numbers" rows={8} />
      {days.data && (
        <OverviewNumbers
          stats={days.data}
          chosen={search.chart ?? 'activations'}
          onChoose={(chart) => change({ chart: chart === 'activations' ? undefined : chart })}
          whenEmpty={
            isFiltered || days.data.previous.model_calls > 0 ? (
              <NothingThen onAll={() => void navigate({ search: { period: '90d' } })} />
            ) : (
              <NothingYet />
            )
          }
          actOn={
            <>
              <QueryPlaceholder for={actOn} what="What to act on" />
              {actOn.data && (!isEmpty || actOn.data.entries.length > 0) && (
                <ActOnList actOn={actOn.data} />
              )}
            </>
          }
        />
      )}
      {skills.isError && <QueryPlaceholder for={skills} what="The skills" />}
      {skills.data && skills.data.groups.length > 0 && (
        <SkillTable groups={skills.data.groups} truncated={skills.data.truncated} />
      )}
    </Page>
  )
}

/** Whose conversations are counted, and when a day begins. */
function ScopeNote({ stats: { scope, from, to } }: { readonly stats: StatsBody }) {
  const days = from === to ? `Today, ${to}` : `${from} to ${to}`
  const whose =
    scope === 'organisation' ? 'all conversations of the organisation' : 'your own conversations'
  return <>{`${days} (UTC), ${whose}.`}</>
}

interface OverviewNumbersProps extends Omit<Parameters<typeof FiveNumbers>[0], 'days' | 'stats'> {
  readonly stats: StatsBody
  readonly whenEmpty: ReactNode
  readonly actOn: ReactNode
}

function OverviewNumbers({ stats, whenEmpty, actOn, ...choice }: OverviewNumbersProps) {
  const days = useMemo(() => daySeries(stats), [stats])
  if (stats.groups.length === 0) {
    return (
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_344px]">
        {whenEmpty}
        {actOn}
      </div>
    )
  }
  return (
    <>
      <FiveNumbers stats={stats} days={days} {...choice} />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_344px]">
        <DayChart name={choice.chosen} days={days} />
        {actOn}
      </div>
    </>
  )
}

function NothingYet() {
  return (
    <Empty
      icon={<ChartColumn size={20} />}
      title="There are no numbers yet"
      action={
        <>
          <Link to="/chat" className={buttonClass('primary')}>
            Ask something
          </Link>
          <Link to="/skills/import" className={buttonClass()}>
            Import skills
          </Link>
        </>
      }
    >
      Ask something in the chat, or let an agent do it: some seconds after an answer its numbers are
      here, for each skill that took part.
    </Empty>
  )
}

function NothingThen({ onAll }: { readonly onAll: () => void }) {
  return (
    <Empty
      icon={<ChartColumn size={20} />}
      title="Nothing happened in these days"
      action={<Button onClick={onAll}>Show 90 days of everything</Button>}
    >
      Choose a longer period, or fewer filters.
    </Empty>
  )
}

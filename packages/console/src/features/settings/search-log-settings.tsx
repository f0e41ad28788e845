import type { LoggedQueryBody } from '@repertoire/protocol'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { Button } from '../../shared/design/button.tsx'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { Section } from '../../shared/design/section.tsx'
import { QueryPlaceholder } from '../../shared/design/states.tsx'
import { Toggle } from '../../shared/design/toggle.tsx'
import { useCan } from '../../shared/session/use-me.ts'
import { ExpectedSkillDialog } from '../../shared/trigger-tests/expected-skill-dialog.tsx'
import type { EditedSettings } from './settings-form.tsx'

const searchLogQuery = queryOptions({
  queryKey: ['settings', 'search-log'],
  queryFn: ({ signal }) => api.settings.searchLog(signal),
  staleTime: 0,
})

/** A longer one is refused as a synonym. */
const maxSynonymLength = 40

interface SearchLogProps extends EditedSettings {
  /** A search has become the first word of a group of synonyms, which needs another. */
  readonly onSynonym: () => void
}

/** What was searched for, first what found nothing, and what can be done about it. */
export function SearchLogSettings({ saved, form, writable, set, onSynonym }: SearchLogProps) {
  return (
    <Section
      title="Searches"
      description="What people and agents search for, counted for 30 days without who did. A search is shown once it was made twice; keys, passwords and addresses in it are masked."
    >
      <div className="flex items-center gap-3">
        <Toggle
          label="Count what is searched for"
          checked={form.search_log}
          disabled={!writable}
          onChange={(on) => set({ search_log: on })}
        />
        <span>Count what is searched for</span>
      </div>
      {!saved.search_log && (
        <p className="mt-3 text-xs text-ink-3">
          Switch it on and save to see which searches find nothing, and to mend them with a synonym
          or a trigger test. Switching it off removes what was counted.
        </p>
      )}
      {saved.search_log && writable && (
        <Searches
          onSynonym={(query) => {
            set({ search_synonyms: [...form.search_synonyms, [query]] })
            onSynonym()
          }}
        />
      )}
    </Section>
  )
}

interface SearchesProps {
  readonly onSynonym: (query: string) => void
}

function Searches({ onSynonym }: SearchesProps) {
  const log = useQuery(searchLogQuery)
  const [missed, setMissed] = useState<string | null>(null)
  const items = log.data?.items ?? []
  const actions = { onSynonym, onMissed: setMissed }
  return (
    <div className="mt-4 flex flex-col gap-4">
      <QueryPlaceholder for={log} what="Searches" rows={2} />
      {log.data && items.length === 0 && (
        <p className="text-xs text-ink-3">
          Nothing was searched for twice yet. Search for something on the Skills page, or come back
          in a few days.
        </p>
      )}
      <QueryList
        title="Found nothing"
        items={items.filter((one) => one.results === 0)}
        {...actions}
      />
      <QueryList
        title="Often searched"
        items={items.filter((one) => one.results > 0)}
        {...actions}
      />
      {missed !== null && <ExpectedSkillDialog query={missed} onClose={() => setMissed(null)} />}
    </div>
  )
}

interface QueryListProps extends SearchesProps {
  readonly title: string
  readonly items: readonly LoggedQueryBody[]
  readonly onMissed: (query: string) => void
}

function QueryList({ title, items, onSynonym, onMissed }: QueryListProps) {
  const writesSkills = useCan('skills.write')
  if (items.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-xs text-ink-3">{title}</h3>
      <ul aria-label={title} className="card divide-y divide-line">
        {items.map((item) => (
          <li key={item.query} className="flex flex-wrap items-center gap-2 px-4 py-2">
            <div className="min-w-40 flex-1">
              <p className="[overflow-wrap:anywhere]">{item.query}</p>
              <p className="text-xs text-ink-3">{countsOf(item)}</p>
            </div>
            {item.query.length <= maxSynonymLength && (
              <Button size="small" onClick={() => onSynonym(item.query)}>
                Add a synonym
              </Button>
            )}
            {writesSkills && (
              <Button size="small" onClick={() => onMissed(item.query)}>
                This should have found…
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `5 searches, 2 by agents · showed 3 skills on 2026-01-31`. */
function countsOf({ searches, results, by_surface: made, last_day: day }: LoggedQueryBody): string {
  const byAgents = made.agent > 0 ? `, ${formatCount(made.agent)} by agents` : ''
  const shown = results === 0 ? 'found nothing' : `showed ${plural(results, 'skill')}`
  return `${plural(searches, 'search', 'searches')}${byAgents} · ${shown} on ${day}`
}

import type { SuggestedQuestions } from '@repertoire/protocol'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../../../shared/design/button.tsx'
import { formatCount } from '../../../shared/design/numbers.ts'
import { useCan } from '../../../shared/session/use-me.ts'
import { firstSkillsQuery, suggestionsQuery } from './first-queries.ts'

const shownAtOnce = 3

interface SuggestionsProps {
  /** While one of them is sent. */
  readonly disabled: boolean
  readonly onPick: (text: string) => void
}

/** Questions that a skill here answers; without skills, how to bring some in. */
export function Suggestions({ disabled, onPick }: SuggestionsProps) {
  const { data } = useQuery(suggestionsQuery)
  const [start, setStart] = useState(0)
  const items = data?.items ?? []
  if (items.length === 0) return data ? <NoSkills /> : null
  const shown = [...items, ...items].slice(start, start + Math.min(shownAtOnce, items.length))
  return (
    <section aria-labelledby="suggested" className="mt-8">
      <h3 id="suggested" className="text-sm">
        Or start with one of these
      </h3>
      <ul className="mt-3 flex flex-col gap-2">
        {shown.map((item) => (
          <li key={item.skill.id}>
            <Card item={item} disabled={disabled} onPick={onPick} />
          </li>
        ))}
      </ul>
      <p className="mt-3 text-xs text-ink-3">
        Tried beforehand: each finds its skill.{' '}
        {items.length > shownAtOnce && (
          <button
            type="button"
            onClick={() => setStart((start + shownAtOnce) % items.length)}
            className="min-h-6 text-accent-ink underline"
          >
            Others
          </button>
        )}
      </p>
    </section>
  )
}

interface CardProps extends SuggestionsProps {
  readonly item: SuggestedQuestions['items'][number]
}

function Card({ item: { text, skill }, disabled, onPick }: CardProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={() => onPick(text)}
      className="card group flex w-full items-center gap-3 px-4 py-3 text-left hover:bg-hover disabled:opacity-55"
    >
      <span className="min-w-0 flex-1">
        <bdi className="block text-base [overflow-wrap:anywhere]">{text}</bdi>
        <span className="text-xs text-ink-3">
          uses <bdi className="[overflow-wrap:anywhere]">{skill.slug}</bdi> ·{' '}
          {formatCount(skill.content_length)} characters
        </span>
      </span>
      <ArrowRight
        size={15}
        aria-hidden="true"
        className="shrink-0 text-ink-3 transition-transform group-hover:translate-x-0.5"
      />
    </button>
  )
}

function NoSkills() {
  const writes = useCan('skills.write')
  const { data } = useQuery(firstSkillsQuery)
  if (!data || data.items.length > 0) return null
  return (
    <div className="card mt-8 flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="min-w-48 flex-1">
        <p className="font-medium">No skills yet</p>
        <p className="text-xs text-ink-2">
          {writes
            ? 'Bring in a folder, or a repository. Until then the agent has nothing to look up.'
            : 'An owner or admin brings them in. Until then the agent has nothing to look up.'}
        </p>
      </div>
      {writes && (
        <Link to="/skills/import" className={buttonClass('primary')}>
          Import skills
        </Link>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { buttonClass } from '../design/button.tsx'
import { Mark } from '../design/mark.tsx'
import { api } from '../shell/api.ts'
import { useCan } from '../shell/use-me.ts'

const questions = [
  'The production Postgres answers slowly. Where do I look first?',
  'Help me write a clear commit message for this change.',
  'How should I review a pull request that touches authentication?',
]

interface SuggestionsProps {
  /** While one of them is sent. */
  readonly disabled: boolean
  readonly onPick: (text: string) => void
}

/** An empty conversation: what to ask, and how to bring in skills when there are none. */
export function Suggestions({ disabled, onPick }: SuggestionsProps) {
  const writes = useCan('skills.write')
  const { data } = useQuery({
    queryKey: ['skills', 'any'],
    queryFn: () => api.skills.list({ limit: 1 }),
  })
  const empty = data?.items.length === 0
  return (
    <div className="mx-auto flex min-h-full w-full max-w-2xl flex-col justify-center px-5 py-10">
      <Mark size={30} />
      <h2 className="mt-4 text-xl">What are you working on?</h2>
      <p className="mt-1.5 max-w-prose text-ink-2">
        The agent looks for a fitting skill, asks before it uses one when your organisation wants
        that, and pays for it from the conversation’s budget.
      </p>
      {empty && writes && (
        <div className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-accent/40 bg-accent-soft p-4">
          <div className="min-w-48 flex-1">
            <p className="font-medium">There are no skills yet</p>
            <p className="text-xs text-ink-2">
              Without skills the agent has nothing to look up. Bring in a folder to begin.
            </p>
          </div>
          <Link to="/skills/import" className={buttonClass('primary')}>
            Import skills
          </Link>
        </div>
      )}
      <ul className="mt-6 divide-y divide-line border-y border-line">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onPick(question)}
              className="group flex w-full items-center gap-3 py-3 text-left text-base text-ink-2 hover:text-ink disabled:opacity-50"
            >
              <span className="flex-1">{question}</span>
              <ArrowRight
                size={15}
                aria-hidden="true"
                className="shrink-0 text-ink-3 transition-transform group-hover:translate-x-0.5"
              />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

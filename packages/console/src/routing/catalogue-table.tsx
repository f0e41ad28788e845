import type { CatalogueEntryBody, RoutingAnswer } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { Badge } from '../design/badge.tsx'
import { plural } from '../design/numbers.ts'
import { reasonWords } from './reason-words.ts'

const slots = {
  signal: { label: 'Signals', tone: 'accent' },
  search: { label: 'Search', tone: 'good' },
  fallback: { label: 'Priority', tone: 'neutral' },
} as const

/** The catalogue of a message, line by line, with what each line rests on. */
export function CatalogueTable({ answer }: { readonly answer: RoutingAnswer }) {
  const { entries } = answer
  return (
    <div className="card overflow-x-auto">
      <table className="w-full text-left text-xs">
        <caption className="sr-only">
          {plural(entries.length, 'skill')} this message would be offered
        </caption>
        <thead className="border-b border-line text-ink-2">
          <tr>
            <th scope="col" className="px-3 py-2 font-medium">
              Skill
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              Chosen by
            </th>
            <th scope="col" className="px-3 py-2 text-right font-medium">
              Score
            </th>
            <th scope="col" className="px-3 py-2 font-medium">
              Because of
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ entry }: { readonly entry: CatalogueEntryBody }) {
  const { label, tone } = slots[entry.slot]
  return (
    <tr className="align-top">
      <th scope="row" className="max-w-80 px-3 py-2 font-normal">
        <Link to="/skills/$id" params={{ id: entry.id }} className="font-medium hover:underline">
          {entry.slug}
        </Link>
        <span className="mt-0.5 line-clamp-2 text-ink-3">{entry.description}</span>
      </th>
      <td className="px-3 py-2">
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td className="px-3 py-2 text-right tabular-nums">
        {entry.score}
        <span className="block text-2xs text-ink-3">{entry.fallback} by priority</span>
      </td>
      <td className="min-w-48 px-3 py-2">
        {entry.reasons.map(reasonWords).join(', ')}
        {entry.words.length > 0 && (
          <span className="block text-ink-3">
            Search: {entry.words.map((word) => `“${word}”`).join(', ')}
          </span>
        )}
      </td>
    </tr>
  )
}

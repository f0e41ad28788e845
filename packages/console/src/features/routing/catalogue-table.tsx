import type { CatalogueEntryBody, RoutingAnswer } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import { plural } from '../../shared/design/numbers.ts'
import { reasonLabel } from './reason-labels.ts'

const slots = {
  signal: 'Score',
  search: 'Search',
  fallback: 'Priority',
} as const

const heads = ['Skill', 'Because of', 'Chosen by', 'Score'] as const

/** The catalogue of a message, line by line, with what each line rests on; on a phone a card each. */
export function CatalogueTable({ answer }: { readonly answer: RoutingAnswer }) {
  const { entries } = answer
  return (
    <div className="card overflow-hidden">
      <table className="w-full table-fixed text-left text-xs max-sm:block">
        <caption className="sr-only">
          {plural(entries.length, 'skill')} this message would be offered
        </caption>
        <colgroup className="max-sm:hidden">
          <col className="w-[44%]" />
          <col />
          <col className="w-24" />
          <col className="w-24" />
        </colgroup>
        <thead className="border-b border-line text-ink-2 max-sm:sr-only">
          <tr>
            {heads.map((head) => (
              <th
                key={head}
                scope="col"
                className="px-3 py-2 font-medium first:pl-4 last:pr-4 last:text-right"
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const cell = 'px-3 py-2 first:pl-4 last:pr-4 max-sm:block max-sm:p-0!'

function Row({ entry }: { readonly entry: CatalogueEntryBody }) {
  const words = entry.words.map((word) => `“${word}”`).join(', ')
  // Where search alone speaks for it, the words it found say all of it.
  const reasons = entry.reasons.filter((reason) => reason !== 'search' || words === '')
  return (
    <tr className="align-top max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:gap-y-1.5 max-sm:px-4 max-sm:py-3">
      <th scope="row" className={`${cell} font-normal [overflow-wrap:anywhere]`}>
        <Link
          to="/skills/$id"
          params={{ id: entry.id }}
          className="text-sm font-medium hover:underline"
        >
          {entry.slug}
        </Link>
        <span className="mt-0.5 line-clamp-2 text-ink-3">{entry.description}</span>
      </th>
      <td className={`${cell} [overflow-wrap:anywhere] max-sm:col-span-2 max-sm:row-start-2`}>
        <span className="block first-letter:uppercase">{reasonLabel(reasons)}</span>
        {words && (
          <span className={reasons.length > 0 ? 'block text-ink-3' : 'block'}>Search: {words}</span>
        )}
      </td>
      <td className={`${cell} max-sm:col-start-1 max-sm:row-start-3`}>{slots[entry.slot]}</td>
      <td
        className={`${cell} text-right tabular-nums max-sm:col-start-2 max-sm:row-start-1 max-sm:row-span-1`}
      >
        <span className="text-sm font-medium">{entry.score}</span>
        <span className="block whitespace-nowrap text-xs text-ink-3">
          Priority {100 - entry.fallback}
        </span>
      </td>
    </tr>
  )
}

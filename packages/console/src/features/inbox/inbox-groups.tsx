import type { InboxPageBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import type { InboxSearch } from '../../shared/api/search-params.ts'
import { groupBy } from '../../shared/design/group-by.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { formatCount } from '../../shared/design/numbers.ts'
import { ageText, kindLabels, reasonText } from './inbox-labels.ts'

type Group = InboxPageBody['groups'][number]

interface InboxGroupsProps {
  readonly groups: readonly Group[]
  readonly search: InboxSearch
  readonly nameOf: (sourceId: string) => string
  readonly now: number
}

/** What waits, counted by where it came from and why: each leads to its entries. */
export function InboxGroups({ groups, search, nameOf, now }: InboxGroupsProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto pb-2">
      {bySource(groups).map(([source, some]) => (
        <section
          key={source ?? ''}
          aria-label={source === null ? 'Agents and members' : nameOf(source)}
        >
          <h2 className="flex items-end gap-2 px-5 pb-1.5 pt-3 text-xs font-medium text-ink-2">
            <span className="min-w-0 truncate">
              <MarkedText text={source === null ? 'Agents and members' : nameOf(source)} />
            </span>
            <span className="font-normal tabular-nums text-ink-3">{formatCount(sum(some))}</span>
          </h2>
          <ul>
            {some.map(({ kind, alike, count, oldest }) => {
              const Icon = kindLabels[kind].icon
              return (
                <li key={`${kind} ${alike}`} className="mx-2 h-14">
                  <Link
                    to="/inbox"
                    search={{
                      ...search,
                      ...{ view: undefined, entry: undefined, kind, reason: alike },
                      source: source ?? undefined,
                    }}
                    data-list-row
                    className="flex h-full items-start gap-3 rounded-md px-3 py-2 outline-offset-[-2px] hover:bg-hover"
                  >
                    <Icon size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
                    <span className="min-w-0 flex-1">
                      <span className="block truncate font-medium">{reasonText(alike)}</span>
                      <span className="block truncate text-xs text-ink-2">
                        {kindLabels[kind].text} · oldest {ageText(oldest, now)}
                      </span>
                    </span>
                    <span className="shrink-0 tabular-nums text-ink-2">{formatCount(count)}</span>
                  </Link>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** What no source sent first, then the sources, the fullest first. */
function bySource(
  groups: readonly Group[],
): readonly (readonly [string | null, readonly Group[]])[] {
  return [...groupBy(groups, ({ source_id }) => source_id)]
    .map(
      ([source, some]) => [source, some.toSorted((one, other) => other.count - one.count)] as const,
    )
    .sort(([one, some], [other, others]) => {
      if (one === null || other === null) return one === null ? -1 : 1
      return sum(others) - sum(some)
    })
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((all, { count }) => all + count, 0)
}

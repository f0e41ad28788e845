import type { InboxEntryBody } from '@repertoire/protocol'
import { Link } from '@tanstack/react-router'
import type { InboxSearch } from '../../shared/api/search-params.ts'
import { classNames } from '../../shared/design/class-names.ts'
import { MarkedText } from '../../shared/design/marked-text.tsx'
import { ageText, entryFacts, entryIcon, entryTitle, kindLabels } from './inbox-labels.ts'

interface InboxRowProps {
  readonly entry: InboxEntryBody
  readonly search: InboxSearch
  /** The source it came from, or the person whose agent asks. */
  readonly from: string | null
  readonly now: number
  readonly current: boolean
  readonly selected: boolean
  /** A decision that this browser has shown already. */
  readonly opened: boolean
  /** In place of why it waits. */
  readonly facts?: string | undefined
  /** Given where it may be decided together with others. */
  readonly onSelect?: (on: boolean) => void
}

/** Of an entry, what has to be known to open it or leave it for later. */
export function InboxRow(props: InboxRowProps) {
  const { entry, facts = entryFacts(entry), search, from, now, current, selected, onSelect } = props
  const { id, kind, at, verdict } = entry
  const weight = props.opened ? 'text-ink-2' : 'font-medium text-ink'
  const Icon = entryIcon(entry)
  return (
    <div className="group relative mx-2 h-14">
      <Link
        to="/inbox"
        search={{ ...search, entry: `${kind}.${id}` }}
        resetScroll={false}
        data-inbox-row={id}
        className={classNames(
          'flex h-full items-start gap-3 rounded-md py-2 pl-3 pr-3 outline-offset-[-2px] hover:bg-hover',
          (current || selected) && 'bg-accent-soft hover:bg-accent-soft',
          current && 'shadow-[inset_2px_0_0_var(--accent)]',
        )}
      >
        <Icon
          size={16}
          aria-hidden="true"
          className={classNames(
            'mt-0.5 shrink-0',
            verdict === 'blocked' ? 'text-bad' : current ? 'text-accent' : 'text-ink-3',
            onSelect && 'group-hover:opacity-0',
            selected && 'opacity-0',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-3">
            <span className={classNames('min-w-0 flex-1 truncate', weight)}>
              <MarkedText text={entryTitle(entry)} />
            </span>
            <span className="shrink-0 text-xs tabular-nums text-ink-2">
              <time dateTime={at} title={new Date(at).toLocaleString()}>
                {ageText(at, now)}
              </time>
            </span>
          </span>
          <span className="block truncate text-xs text-ink-2">
            <span className="sr-only">{kindLabels[kind].text}. </span>
            {from && (
              <>
                <MarkedText text={from} />
                {' · '}
              </>
            )}
            <MarkedText text={facts} />
          </span>
        </span>
      </Link>
      {onSelect && (
        <label
          className={classNames(
            'absolute left-0 top-0 flex h-9 w-9 items-center justify-center focus-within:opacity-100 group-hover:opacity-100',
            !selected && 'opacity-0',
          )}
        >
          <span className="sr-only">Select {entry.title}</span>
          <input
            type="checkbox"
            tabIndex={-1}
            checked={selected}
            onChange={(event) => onSelect(event.target.checked)}
            className="size-4 accent-accent"
          />
        </label>
      )}
    </div>
  )
}

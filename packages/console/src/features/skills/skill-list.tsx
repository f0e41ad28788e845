import type { SkillListItem } from '@repertoire/protocol'
import { type UseInfiniteQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { type SkillFilters, settingsQuery, skillsQuery } from '../../shared/api/queries.ts'
import { usePhone, useWide } from '../../shared/browser/use-wide.ts'
import { formatCount, plural } from '../../shared/design/numbers.ts'
import { rowsInView } from '../../shared/design/rows-in-view.ts'
import { FailedQuery, Loading } from '../../shared/design/states.tsx'
import { usePageWindow } from '../../shared/design/use-page-window.ts'
import { VirtualRows } from '../../shared/design/virtual-rows.tsx'
import { mayWriteScope } from '../../shared/session/may.ts'
import { useMe } from '../../shared/session/use-me.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkFailures } from './bulk-failures.tsx'
import { NoSkills } from './no-skills.tsx'
import { SkillKeyHints } from './skill-key-hints.tsx'
import { SkillRow } from './skill-row.tsx'
import { useSkillUses } from './skill-uses.ts'
import { type nextSort, type TableShape, widthsOf } from './table-columns.ts'
import { headHeight, TableHead } from './table-head.tsx'
import { useListedSkills } from './use-listed-skills.ts'
import { useRowKeys } from './use-row-keys.ts'
import { useSelection } from './use-selection.ts'
import { useSkillActions } from './use-skill-actions.ts'
import { WordVectorsLine } from './word-vectors-line.tsx'

interface SkillListProps {
  readonly filters: SkillFilters
  readonly writable: boolean
  /** The skill that is peeked at. */
  readonly peek: string | undefined
  readonly onPeek: (id: string | undefined) => void
  readonly onSort: (sort: ReturnType<typeof nextSort>) => void
}

/** The skills the filters leave, a row each, drawn where they are in sight; with keys, and with actions over many. */
export function SkillList({ filters, writable, peek, onPeek, onSort }: SkillListProps) {
  const list = useInfiniteQuery(skillsQuery(filters))
  const settings = useQuery(settingsQuery)
  const uses = useSkillUses()
  const { done, failed, enableOne, enableMany, deleteMany, dismiss } = useSkillActions()
  const { items, rows, shown, expanded, toggle } = useListedSkills(list.data?.pages)
  const me = useMe()
  const selectable = useMemo(
    () => shown.filter(({ scope }) => mayWriteScope(me, scope)),
    [shown, me],
  )
  const selection = useSelection(filters, selectable)
  const [wide, phone] = [useWide(), usePhone()]
  const [hasUses, peeks] = [uses !== null, wide && peek !== undefined]
  const shape: TableShape = useMemo(
    () => ({
      ...{ phone, selectable: writable, uses: hasUses },
      changed: wide && !peeks,
    }),
    [phone, writable, hasUses, wide, peeks],
  )
  const height = phone ? 58 : 36
  const view = usePageWindow(height)
  const total = Math.max(list.data?.pages[0]?.total ?? 0, rows.length)
  const count = list.hasNextPage ? total : rows.length
  const { from, to } = rowsInView(count, height, view)
  useReadAhead(list, to + 40 > rows.length)
  const peekAt = useCallback((skill: SkillListItem) => onPeek(skill.id), [onPeek])
  const keys = useRowKeys({ items: shown, selection, peek, ...(wide && { onPeek }) })
  // What was asked for before stays meanwhile; that there was nothing of it says nothing about this.
  if (list.isPending || (list.isPlaceholderData && items.length === 0))
    return <Loading rows={8} label="Loading skills" />
  const unread = list.isError && <FailedQuery what="Skills could not be read" query={list} />
  if (!list.data) return unread
  if (items.length === 0 && !list.hasNextPage)
    return <NoSkills filters={filters} writable={writable} />
  const { current, clear } = selection
  const known = list.hasNextPage && list.data.pages[0]?.total === undefined
  const summary = `${known ? `First ${formatCount(items.length)}` : plural(list.hasNextPage ? count : items.length, 'skill')}${filters.q ? ', best match first' : ''}`
  return (
    <>
      {unread}
      <BulkFailures failures={failed.failures} what={failed.what} onClose={dismiss} />
      <VirtualRows ref={view.ref} height={headHeight(shape) + count * height} above={from * height}>
        <table
          aria-label="Skills"
          aria-rowcount={known ? -1 : count + 1}
          className="w-full table-fixed border-collapse"
          {...keys}
        >
          <colgroup>
            {widthsOf(shape).map((width, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <col key={at} style={{ width }} />
            ))}
          </colgroup>
          <thead>
            <TableHead
              shape={shape}
              filters={filters}
              allSelected={selection.allShown && !list.hasNextPage}
              gathering={selection.gathering || list.isPlaceholderData}
              onSelectAll={(on) => {
                if (on && list.hasNextPage) void selection.selectMatching()
                else selection.selectShown(on)
              }}
              onSort={onSort}
            />
          </thead>
          <tbody>
            {rows.slice(from, to).map(({ skill, alike }, at) => (
              <SkillRow
                key={skill.id}
                skill={skill}
                position={from + at + 2}
                shape={shape}
                height={height}
                selected={selection.has(skill.id)}
                peeked={wide && skill.id === peek}
                writable={mayWriteScope(me, skill.scope)}
                budget={settings.data?.skills_max_prompt_chars ?? null}
                uses={uses?.of(skill.id)}
                alike={alike}
                expanded={expanded.has(skill.id)}
                onExpand={toggle}
                onSelect={selection.select}
                onEnable={enableOne}
                onPeek={wide ? peekAt : undefined}
              />
            ))}
          </tbody>
        </table>
      </VirtualRows>
      <div className="flex min-h-9 flex-wrap items-center gap-x-4 px-2 text-xs text-ink-3">
        <SkillKeyHints />
        {uses?.scope === 'own' && <span>Used: in your conversations</span>}
        <span role="status" className="ml-auto tabular-nums">
          {summary}
        </span>
      </div>
      {filters.q && <WordVectorsLine skills={items} />}
      {current.length > 0 && (
        <BulkBar
          count={current.length}
          pair={pairOf(current)}
          done={done}
          onClear={clear}
          onEnable={(enabled) => void enableMany(current, enabled).then(clear)}
          onDelete={() => void deleteMany(current).then(clear)}
        />
      )}
    </>
  )
}

function pairOf(skills: readonly SkillListItem[]): readonly [string, string] | null {
  const [one, other, third] = skills
  return one && other && !third ? [one.id, other.id] : null
}

type ReadList = Pick<
  UseInfiniteQueryResult,
  'fetchNextPage' | 'hasNextPage' | 'isFetching' | 'isError'
>

function useReadAhead(list: ReadList, isNearEnd: boolean): void {
  const { fetchNextPage, hasNextPage, isFetching, isError } = list
  const wanted = isNearEnd && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (wanted) void fetchNextPage()
  }, [wanted, fetchNextPage])
}

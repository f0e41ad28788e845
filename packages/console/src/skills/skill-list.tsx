import type { SkillListItem } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Import, Library, SearchX } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { Button, buttonClass } from '../design/button.tsx'
import { plural } from '../design/numbers.ts'
import { Empty, Failed, Loading } from '../design/states.tsx'
import { mayWriteScope } from '../shell/may.ts'
import { moveFocus } from '../shell/move-focus.ts'
import { shortcutsOn } from '../shell/preferences.ts'
import { type SkillFilters, settingsQuery, skillsQuery } from '../shell/queries.ts'
import { useMe } from '../shell/use-me.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkFailures } from './bulk-failures.tsx'
import { deleteSkills } from './delete-skills.ts'
import { rowAction } from './list-keys.ts'
import { SelectionBar } from './selection-bar.tsx'
import { SkillRow } from './skill-row.tsx'
import { useSelection } from './use-selection.ts'
import { useSkillActions } from './use-skill-actions.ts'

interface SkillListProps {
  readonly filters: SkillFilters
  readonly writable: boolean
}

/** The skills the filters leave, one row each; with keys, and with actions over many. */
export function SkillList({ filters, writable }: SkillListProps) {
  const list = useInfiniteQuery(skillsQuery(filters))
  const settings = useQuery(settingsQuery)
  const { done, failed, enableOne, enableMany, deleteMany, dismiss } = useSkillActions()
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data])
  const me = useMe()
  const selectable = useMemo(
    () => items.filter(({ scope }) => mayWriteScope(me, scope)),
    [items, me],
  )
  const selection = useSelection(filters, selectable)
  const onKeyDown = useRowKeys({ items, selection })
  // What was asked for before stays meanwhile; that there was nothing of it says nothing about this.
  if (list.isPending || (list.isPlaceholderData && items.length === 0))
    return <Loading rows={8} label="Loading skills" />
  const unread = list.isError && (
    <Failed
      what="Skills could not be read"
      error={list.error}
      onRetry={() => void list.refetch()}
    />
  )
  if (!list.data) return unread
  if (items.length === 0)
    return <NoSkills filtered={Object.keys(filters).length > 0} writable={writable} />
  const { current, clear } = selection
  return (
    <>
      {unread}
      <BulkFailures failures={failed.failures} what={failed.what} onClose={dismiss} />
      <SelectionBar
        selection={selection}
        writable={writable}
        settled={!list.isPlaceholderData}
        more={list.hasNextPage}
        summary={`${list.hasNextPage ? `First ${items.length}` : plural(items.length, 'skill')}${filters.q ? ', best match first' : ', by slug'}`}
      />
      <ul
        aria-label="Skills"
        className="card divide-y divide-line overflow-hidden"
        onKeyDown={onKeyDown}
      >
        {items.map((skill) => (
          <SkillRow
            key={skill.id}
            skill={skill}
            selected={selection.has(skill.id)}
            writable={mayWriteScope(me, skill.scope)}
            budget={settings.data?.skills_max_prompt_chars ?? null}
            onSelect={selection.select}
            onEnable={enableOne}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <More busy={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
      {current.length > 0 && (
        <BulkBar
          count={current.length}
          done={done}
          onClear={clear}
          onEnable={(enabled) => void enableMany(current, enabled).then(clear)}
          onDelete={() => void deleteMany(current).then(clear)}
        />
      )}
    </>
  )
}

interface RowKeys {
  readonly items: readonly SkillListItem[]
  readonly selection: Pick<ReturnType<typeof useSelection>, 'has' | 'select'>
}

/** B8: what keys do while a row has the focus; the same as its checkbox, its link and its bin. */
function useRowKeys({ items, selection }: RowKeys) {
  const me = useMe()
  const navigate = useNavigate()
  return (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement && event.target.dataset.listRow
    const skill = items.find(({ id }) => id === row)
    if (!skill) return
    const writable = mayWriteScope(me, skill.scope)
    const modified = event.metaKey || event.ctrlKey || event.altKey || event.shiftKey
    const action = rowAction({ key: event.key, modified }, { shortcuts: shortcutsOn(), writable })
    if (!action) return
    event.preventDefault()
    if (action === 'next') moveFocus(1)
    else if (action === 'previous') moveFocus(-1)
    else if (action === 'select') selection.select(skill, !selection.has(skill.id))
    else if (action === 'edit') void navigate({ to: '/skills/$id', params: { id: skill.id } })
    else {
      // Before the row goes, so that the focus does not go with it.
      moveFocus(items.at(-1) === skill ? -1 : 1)
      void deleteSkills([skill])
    }
  }
}

/** Reads on by itself when it comes into view; the button is for everybody else. */
function More({ busy, onMore }: { readonly busy: boolean; readonly onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  more.current = onMore
  useEffect(() => {
    const mark = place.current
    if (!mark || busy) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && more.current(),
      { rootMargin: '400px' },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  }, [busy])
  return (
    <div ref={place} className="flex justify-center py-4">
      <Button disabled={busy} onClick={onMore}>
        {busy ? 'Loading…' : 'Show more'}
      </Button>
    </div>
  )
}

function NoSkills({
  filtered,
  writable,
}: {
  readonly filtered: boolean
  readonly writable: boolean
}) {
  if (filtered) {
    return (
      <Empty
        icon={<SearchX size={20} />}
        title="No skill fits"
        action={
          <Link to="/skills" search={{}} className={buttonClass()}>
            Clear search and filters
          </Link>
        }
      >
        Search reads slug, name, description, tags and the whole text. Try fewer or other words. A
        skill without a description is never ranked.
      </Empty>
    )
  }
  return (
    <Empty
      icon={<Library size={20} />}
      title="There are no skills yet"
      action={
        writable && (
          <>
            <Link to="/skills/import" className={buttonClass('primary')}>
              <Import size={15} aria-hidden="true" /> Import a folder
            </Link>
            <Link to="/skills/new" className={buttonClass()}>
              Write one
            </Link>
          </>
        )
      }
    >
      A skill is a Markdown file that teaches the agent how to handle one kind of task. Bring in a
      folder of SKILL.md files, or write the first one here.
    </Empty>
  )
}

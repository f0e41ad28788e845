import type { SkillListItem } from '@repertoire/protocol'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Import, Library, Plus, SearchX } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Button, buttonClass } from '../design/button.tsx'
import { plural } from '../design/numbers.ts'
import { Page } from '../design/page.tsx'
import { Empty, Failed, Loading } from '../design/states.tsx'
import { ProposalsWaiting } from '../proposals/proposals-waiting.tsx'
import { api } from '../shell/api.ts'
import { type SkillFilters, settingsQuery, skillsQuery } from '../shell/queries.ts'
import { useCan } from '../shell/use-me.ts'
import { BulkBar } from './bulk-bar.tsx'
import { deleteLater } from './delete-later.ts'
import { FilterBar, TagFacet } from './skill-filters.tsx'
import { SkillRow } from './skill-row.tsx'
import { useSkillActions } from './use-skill-actions.ts'

const route = getRouteApi('/app/skills')

export function SkillsPage() {
  const filters = route.useSearch()
  const navigate = useNavigate({ from: '/skills' })
  const writable = useCan('skills.write')
  const change = useCallback(
    (next: { [Key in keyof SkillFilters]?: SkillFilters[Key] | undefined }) =>
      void navigate({
        search: (before) => ({ ...before, ...next }) as SkillFilters,
        replace: true,
      }),
    [navigate],
  )
  const tags = filters.tags ? filters.tags.split(',') : []
  return (
    <Page
      title="Skills"
      subtitle="What your agents may look up, and what each costs of a conversation’s budget."
      actions={
        writable && (
          <>
            <Link to="/skills/import" className={buttonClass()}>
              <Import size={15} aria-hidden="true" /> Import
            </Link>
            <Link to="/skills/new" className={buttonClass('primary')}>
              <Plus size={15} aria-hidden="true" /> New skill
            </Link>
          </>
        )
      }
    >
      <ProposalsWaiting />
      <FilterBar filters={filters} onChange={change} />
      <TagFacet chosen={tags} onChange={(next) => change({ tags: next.join(',') || undefined })} />
      <SkillList filters={filters} writable={writable} />
    </Page>
  )
}

function SkillList({
  filters,
  writable,
}: {
  readonly filters: SkillFilters
  readonly writable: boolean
}) {
  const list = useInfiniteQuery(skillsQuery(filters))
  const settings = useQuery(settingsQuery)
  const [selected, setSelected] = useState<ReadonlyMap<string, SkillListItem>>(new Map())
  const { done, enableOne, forEach } = useSkillActions()
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data])
  const select = useCallback((skill: SkillListItem, on: boolean) => {
    setSelected((before) => {
      const next = new Map(before)
      if (on) next.set(skill.id, skill)
      else next.delete(skill.id)
      return next
    })
  }, [])
  if (list.isPending) return <Loading rows={8} label="Loading skills" />
  const failed = list.isError && (
    <Failed
      what="Skills could not be read"
      error={list.error}
      onRetry={() => void list.refetch()}
    />
  )
  if (!list.data) return failed
  if (items.length === 0)
    return <NoSkills filtered={Object.keys(filters).length > 0} writable={writable} />
  // The list may have been read again since: the newest etag is the one to send.
  const current = items.filter(({ id }) => selected.has(id))
  const clear = () => setSelected(new Map())
  return (
    <>
      {failed}
      <div className="mb-2 flex items-center gap-3 px-1 text-xs text-ink-3">
        {writable && (
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={current.length === items.length}
              onChange={(event) =>
                setSelected(
                  new Map(event.target.checked ? items.map((item) => [item.id, item]) : []),
                )
              }
            />
            Select all shown
          </label>
        )}
        <span role="status" className="ml-auto">
          {list.hasNextPage ? `First ${items.length}` : plural(items.length, 'skill')}
          {filters.q ? ', best match first' : ', by slug'}
        </span>
      </div>
      <ul aria-label="Skills" className="card divide-y divide-line overflow-hidden">
        {items.map((skill) => (
          <SkillRow
            key={skill.id}
            skill={skill}
            selected={selected.has(skill.id)}
            writable={writable}
            budget={settings.data?.skills_max_prompt_chars ?? null}
            onSelect={select}
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
          onEnable={(enabled) =>
            void forEach(
              current,
              (skill) => api.skills.update(skill.id, { enabled }, skill.etag),
              enabled ? 'enabled' : 'disabled',
            ).then(clear)
          }
          onDelete={() => {
            deleteLater(current)
            clear()
          }}
        />
      )}
    </>
  )
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

import { Link } from '@tanstack/react-router'
import { Import, Library, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { SkillFilters } from '../../shared/api/queries.ts'
import { Button, buttonClass } from '../../shared/design/button.tsx'
import { Empty } from '../../shared/design/states.tsx'
import { ExpectedSkillDialog } from '../../shared/trigger-tests/expected-skill-dialog.tsx'

/** In place of the list where it has nothing. */
export function NoSkills({
  filters,
  writable,
}: {
  readonly filters: SkillFilters
  readonly writable: boolean
}) {
  const { sort: _, order: __, ...narrowing } = filters
  if (Object.keys(narrowing).length > 0) return <NoneFits q={filters.q} writable={writable} />
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

interface NoneFitsProps {
  readonly q: string | undefined
  readonly writable: boolean
}

function NoneFits({ q, writable }: NoneFitsProps) {
  const [missed, setMissed] = useState<string | null>(null)
  return (
    <>
      <Empty
        icon={<SearchX size={20} />}
        title="No skill fits"
        action={
          <>
            <Link to="/skills" search={{}} className={buttonClass()}>
              Clear search and filters
            </Link>
            {q && writable && <Button onClick={() => setMissed(q)}>This should have found…</Button>}
          </>
        }
      >
        Search reads slug, name, description, tags and the whole text. Try fewer or other words. A
        skill without a description is never ranked.
      </Empty>
      {missed !== null && <ExpectedSkillDialog query={missed} onClose={() => setMissed(null)} />}
    </>
  )
}

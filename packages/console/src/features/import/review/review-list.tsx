import { FolderX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../shared/design/button.tsx'
import { Notice } from '../../../shared/design/notice.tsx'
import { plural } from '../../../shared/design/numbers.ts'
import { Empty } from '../../../shared/design/states.tsx'
import { useMayWriteSkills } from '../../../shared/session/use-me.ts'
import { onlyOwnBecause } from '../../editor/only-own-because.ts'
import { type Discovery, type FoundSkill, sayIgnored } from '../discover-skills.ts'
import { sizeProblem } from '../size-limit.ts'
import { ReviewRow } from './review-row.tsx'
import { useReview } from './use-review.ts'

interface ReviewListProps {
  readonly found: Discovery
  readonly onBack: () => void
  readonly onSend: (skills: readonly FoundSkill[], scope: 'org' | 'user') => void
}

const noMarks: readonly string[] = []
const scopes = [
  { value: 'org', label: 'Everybody in the organisation' },
  { value: 'user', label: 'Only me' },
] as const

/** What was found, before anything is sent. */
export function ReviewList({ found, onBack, onSend }: ReviewListProps) {
  const writesForAll = useMayWriteSkills('org')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [scope, setScope] = useState<'org' | 'user'>(writesForAll ? 'org' : 'user')
  const review = useReview(found.skills, scope)
  if (found.skills.length === 0) {
    return (
      <Empty
        icon={<FolderX size={20} />}
        title="No SKILL.md in there"
        action={<Button onClick={onBack}>Choose something else</Button>}
      >
        {plural(found.ignored.length, 'file')} looked at. A skill is a folder with a file named
        SKILL.md.
      </Empty>
    )
  }
  const replaced = [...review.byPath.values()].filter(({ replaces }) => replaces).length
  const refused = found.skills.filter(
    (skill) => sizeProblem(skill) ?? review.byPath.get(skill.path)?.problem,
  ).length
  const chosen = found.skills.filter(({ path }) => !left.has(path))
  function toggle(path: string, on: boolean): void {
    const next = new Set(left)
    if (on) next.delete(path)
    else next.add(path)
    setLeft(next)
  }
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <p className="basis-full text-ink-2 sm:flex-1 sm:basis-auto">
          <strong className="font-semibold text-ink">
            {plural(found.skills.length, 'skill')} found.
          </strong>{' '}
          <span className="[overflow-wrap:anywhere]">{sayIgnored(found.ignored)}</span>
        </p>
        <label className="flex items-center gap-2 text-xs text-ink-2">
          For
          <select
            value={scope}
            onChange={(event) => setScope(event.target.value === 'user' ? 'user' : 'org')}
            className="field-base h-8 w-auto py-0"
          >
            {scopes.map(({ value, label }) => (
              <option key={value} value={value} disabled={value === 'org' && !writesForAll}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <Button onClick={onBack}>Back</Button>
        <Button
          variant="primary"
          disabled={chosen.length === 0}
          onClick={() => onSend(chosen, scope)}
        >
          Import {plural(chosen.length, 'skill')}
        </Button>
      </div>
      {!writesForAll && <p className="mb-3 text-xs text-ink-3">{onlyOwnBecause}</p>}
      {/* The line is there from the start: an answer that moved the button would swallow a click on it. */}
      <p className="mb-3 min-h-5 text-ink-2">
        {replaced > 0 &&
          `${plural(replaced, 'skill')} ${replaced === 1 ? 'is' : 'are'} here already. `}
        {refused > 0 && `${plural(refused, 'skill')} would be refused. `}
        {review.marks.size > 0 &&
          `${plural(review.marks.size, 'skill')} ${review.marks.size === 1 ? 'has' : 'have'} characters that a reader does not see. `}
      </p>
      {review.trouble && (
        <div className="mb-3">
          <Notice tone="warn" title="The server could not say what is here already">
            {review.trouble}
          </Notice>
        </div>
      )}
      <p role="status" className="sr-only">
        {review.asking ? 'Looking at what is here already.' : 'Looked at every skill.'}
      </p>
      <ul
        aria-label="Skills found"
        className="card max-h-[60vh] divide-y divide-line overflow-y-auto"
      >
        {found.skills.map((skill) => (
          <ReviewRow
            key={skill.path}
            skill={skill}
            review={review.byPath.get(skill.path)}
            marks={review.marks.get(skill.path) ?? noMarks}
            chosen={!left.has(skill.path)}
            onChoose={(on) => toggle(skill.path, on)}
          />
        ))}
      </ul>
    </>
  )
}

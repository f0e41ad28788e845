import { FolderX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../design/button.tsx'
import { formatBytes, plural } from '../design/numbers.ts'
import { Empty } from '../design/states.tsx'
import type { Discovery, FoundSkill } from './discover-skills.ts'

interface ReviewListProps {
  readonly found: Discovery
  readonly onBack: () => void
  readonly onSend: (skills: readonly FoundSkill[], scope: 'org' | 'user') => void
}

const scopes = [
  { value: 'org', label: 'Everybody in the organisation' },
  { value: 'user', label: 'Only me' },
] as const

/** What was found, before anything is sent. */
export function ReviewList({ found, onBack, onSend }: ReviewListProps) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [scope, setScope] = useState<'org' | 'user'>('org')
  if (found.skills.length === 0) {
    return (
      <Empty
        icon={<FolderX size={20} />}
        title="No SKILL.md in there"
        action={<Button onClick={onBack}>Choose something else</Button>}
      >
        {plural(found.ignored, 'file')} looked at. A skill is a folder with a file named SKILL.md.
      </Empty>
    )
  }
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
          {found.ignored > 0 && `${plural(found.ignored, 'file')} outside them will be left out.`}
        </p>
        <label className="flex items-center gap-2 text-xs text-ink-2">
          For
          <select
            value={scope}
            onChange={(event) => setScope(event.target.value === 'user' ? 'user' : 'org')}
            className="field-base h-8 w-auto py-0"
          >
            {scopes.map(({ value, label }) => (
              <option key={value} value={value}>
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
      <ul
        aria-label="Skills found"
        className="card max-h-[60vh] divide-y divide-line overflow-y-auto"
      >
        {found.skills.map((skill) => (
          <li
            key={skill.path}
            className="[contain-intrinsic-size:auto_36px] [content-visibility:auto]"
          >
            <label className="flex min-h-9 items-center gap-3 px-4 py-1.5">
              <input
                type="checkbox"
                checked={!left.has(skill.path)}
                onChange={(event) => toggle(skill.path, event.target.checked)}
                className="size-4 shrink-0 accent-accent"
              />
              <span className="min-w-0 flex-1 truncate font-mono text-xs" title={skill.path}>
                {skill.path}
              </span>
              <span className="shrink-0 text-2xs tabular-nums text-ink-3">
                {plural(skill.files.length, 'file')} · {formatBytes(skill.size)}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </>
  )
}
